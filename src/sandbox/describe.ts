/** Runs a plugin's `setup` without an app to create `plugin.json`. */
import type * as z from 'zod/mini'
import { PLUGIN_API, type PluginJson, pluginJson } from '../core/contract/external-plugins.js'
import { FretworkError, messageOf } from '../core/platform/fretwork-error.js'
import { issueSentence } from '../core/platform/issue-sentence.js'
import { superviseLoops } from './endless-loops.js'
import { unendingTimer } from './host/instead.js'
import { sourcePosition, traceMapOf } from './host/source-map.js'
import type { Field, Fields, Plugin } from './sdk.js'
import { faultOf } from './worker/fault.js'
import { defaultsOf, PluginSide } from './worker/plugin-side.js'
import { pluginFrom } from './worker/serve.js'

export interface Packing {
  readonly version: string
  readonly entry: string
  readonly files: readonly string[]
  /** Imports the built module, whose default export is the plugin. */
  load(): Promise<unknown>
  /** Address of the built module in stack traces. */
  readonly script?: string
  /** Reads the module's source map. */
  readMap?(): Promise<string | undefined>
  /** Returns the hash of a file in the package. */
  hash(path: string): string
  write(path: string, content: string): void
  warn?(message: string): void
}

const SETUP_MS = 5000
const NUMERIC = ['min', 'max', 'step', 'unit']

/** Calls that `setup` may make without making the plugin start with the app. */
const AT_REST = ['log', 'notice', 'panel', 'panel.failed']

/** @throws FretworkError `plugin_missing`, `plugin_failed`, `manifest_invalid` */
export async function packPlugin(packing: Packing): Promise<PluginJson> {
  const { script = 'src/index.ts', readMap, warn } = packing
  const map = await readMap?.()
  const restore = releaseTimers(script, message => warn?.(sourcePosition(traceMapOf(map), message)))
  const describe = async () => {
    const found = pluginFrom(await packing.load())
    return [found, await describePlugin(found, script, map)] as const
  }
  const [definition, described] = await describe()
    .finally(restore)
    .catch(error => {
      const isOurs = error instanceof FretworkError
      const fault = isOurs ? messageOf(error) : faultOf(error, script)
      const code = isOurs ? error.code : 'plugin_failed'
      throw new FretworkError(code, sourcePosition(traceMapOf(map), fault), { cause: error })
    })
  const { id, title, description, permissions, translations = {} } = definition
  const locales = Object.fromEntries(
    Object.entries(translations).map(([language, sentences]) => {
      const path = `locales/${language}.json`
      packing.write(path, `${JSON.stringify(sentences, null, 2)}\n`)
      return [language, path]
    }),
  )
  const { version, entry, hash } = packing
  const paths = [...packing.files, ...Object.values(locales)]
  const json = {
    ...{ api: PLUGIN_API, id, version, title, description, permissions },
    ...described,
    ...{ entry, integrity: hash(entry), locales },
    files: Object.fromEntries(paths.map(path => [path, hash(path)])),
  }
  const parsed = pluginJson.safeParse(JSON.parse(JSON.stringify(json)))
  if (!parsed.success)
    throw new FretworkError('manifest_invalid', `The plugin "${id}" is wrong${complaintIn(parsed.error)}.`)
  checkDefaults('the setting', parsed.data.settings)
  for (const command of parsed.data.commands ?? [])
    checkDefaults(`the command "${command.id}", argument`, command.args)
  return parsed.data
}

/**
 * Timers that the module starts must not keep the process alive after the build.
 *
 * @returns a function that restores the timers
 */
function releaseTimers(script: string, warn: (message: string) => void): () => void {
  const { setTimeout, setInterval } = globalThis
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const start = globalThis[name] as (...args: readonly unknown[]) => NodeJS.Timeout
    const released = (...args: readonly unknown[]) => {
      const timer = start(...args)
      const error = new Error()
      const [, , caller = ''] = (error.stack ?? '').split('\n')
      if (!caller.includes(script)) return timer
      warn(unendingTimer(name, / \([^()]+\)$/.exec(faultOf(error, script))?.[0]))
      return timer.unref()
    }
    Object.assign(globalThis, { [name]: released })
  }
  return () => void Object.assign(globalThis, { setTimeout, setInterval })
}

function complaintIn({ issues: [issue] }: z.core.$ZodError): string {
  const path = issue?.path.join('.').replace(/^locales/, 'translations')
  const inner = issue?.code === 'invalid_key' ? issue.issues[0] : issue
  return `${path ? ` at "${path}"` : ''}: ${complaintOf(inner)}`
}

function complaintOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'too_small' && issue.origin === 'string') return 'it is empty'
  const numeric = issue?.code === 'unrecognized_keys' && issue.keys.find(key => NUMERIC.includes(key))
  return numeric
    ? `only numbers have "${numeric}"; write a number as the default, without quotes`
    : issueSentence(issue)
}

function checkDefaults(of: string, fields: Fields = {}): void {
  for (const [name, field] of Object.entries(fields)) {
    const fault = defaultFault(field)
    if (fault !== undefined)
      throw new FretworkError('manifest_invalid', `The default of ${of} "${name}" ${fault}.`)
  }
}

const isNumeric = (field: Field): field is Extract<Field, { readonly default: number }> =>
  typeof field.default === 'number'

function defaultFault(field: Field): string | undefined {
  if ('choices' in field && field.choices) {
    const values = Object.keys(field.choices)
    return values.includes(field.default) ? undefined : `is not one of its choices: ${values.join(', ')}`
  }
  if (!isNumeric(field)) return undefined
  const { default: assumed, min = -1e9, max = 1e9, step = 1 } = field
  if (min > max) return `has a min of ${min}, which is above its max of ${max}`
  if (assumed < min || assumed > max) return `is ${assumed}, but it must be from ${min} to ${max}`
  return Number.isInteger(step) && !Number.isInteger(assumed)
    ? `is ${assumed}, but without a step only whole numbers are allowed; add a step such as 0.1`
    : undefined
}

/**
 * @param script address of the plugin's module in stack traces
 * @param map source map of the module
 * @throws the error of `setup`, or an error if `setup` does not end
 */
export async function describePlugin(definition: Plugin, script: string, map?: string): Promise<object> {
  let isNeeded = false
  const record = (name: string) => {
    isNeeded ||= !AT_REST.includes(name)
  }
  // Only the app answers these calls, so `setup` could wait forever.
  let askApp: () => void = () => undefined
  const asked = new Promise<void>(resolve => {
    askApp = () => void setTimeout(resolve, 0)
  })
  const pending = new Promise<never>(() => undefined)
  const channel = {
    call: (name: string, args: readonly unknown[]): Promise<unknown> => {
      record(name)
      if (name === 'storage') return Promise.resolve(args[1] === 'keys' ? [] : undefined)
      if (name !== 'use' && name !== 'command') return Promise.resolve()
      askApp()
      return pending
    },
    say: (name: string) => record(name),
  }
  const timer = () => {
    isNeeded = true
    askApp()
    return () => undefined
  }
  const side = new PluginSide(
    {
      ...{ plugin: definition.id, entry: script, stores: {}, timeOrigin: 0 },
      settings: defaultsOf(definition.settings ?? {}),
      words: { language: 'en', locale: 'en', sentences: {} },
    },
    channel,
    { now: () => 0, after: timer, every: timer },
  )
  const end = superviseLoops(`setup of "${definition.id}"`, script, map)
  await withinLimit(Promise.race([side.setUp(definition), asked])).finally(end)
  const commands = [...side.commands].map(([id, { run: _, suggest, ...command }]) => ({
    ...{ id, ...command },
    ...(suggest && { suggests: Object.keys(suggest) }),
  }))
  const { place } = side.panel
  return {
    ...(definition.settings && { settings: definition.settings }),
    ...(commands.length > 0 && { commands }),
    ...(place && { panel: { on: place } }),
    ...(!isNeeded && { activateOn: 'use' as const }),
  }
}

/** @throws Error after the time limit, and unhandled rejections */
async function withinLimit(work: Promise<void>): Promise<void> {
  let end: () => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    const message = `setup did not end within ${SETUP_MS / 1000} seconds; don’t wait for something that may never happen.`
    const timer = setTimeout(() => reject(new Error(message)), SETUP_MS)
    process.on('unhandledRejection', reject)
    end = () => {
      clearTimeout(timer)
      process.off('unhandledRejection', reject)
    }
  })
  const settled = work.then(() => new Promise<void>(resolve => setTimeout(resolve, 0)))
  await Promise.race([settled, failed]).finally(end)
}
