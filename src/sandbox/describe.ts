/** Runs a plugin's `setup` without an app, and writes what it registers to `plugin.json`. */
import { PLUGIN_API, type PluginJson, pluginJson } from '../core/contract/external-plugins.js'
import { FretworkError } from '../core/platform/fretwork-error.js'
import { complaintOf } from '../core/platform/issue-sentence.js'
import type { Command, Fields, Plugin } from './sdk.js'
import { PluginSide } from './worker/plugin-side.js'
import { pluginFrom } from './worker/serve.js'

export interface Packing {
  readonly version: string
  readonly entry: string
  readonly files: readonly string[]
  /** Returns the hash of a file in the package. */
  hash(path: string): string
  write(path: string, content: string): void
}

const SETUP_MS = 5000

/** Calls during `setup` that need no running plugin. */
const AT_REST = ['log', 'notice', 'panel', 'panel.failed']

/**
 * @param module the built module, whose default export is the plugin
 * @throws FretworkError `plugin_missing`, `manifest_invalid`
 */
export async function packPlugin(module: unknown, packing: Packing): Promise<PluginJson> {
  const definition = pluginFrom(module)
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
    ...(await describePlugin(definition)),
    ...{ entry, integrity: hash(entry), locales },
    files: Object.fromEntries(paths.map(path => [path, hash(path)])),
  }
  const parsed = pluginJson.safeParse(JSON.parse(JSON.stringify(json)))
  if (parsed.success) return parsed.data
  throw new FretworkError('manifest_invalid', `The plugin "${id}" is wrong${complaintOf(parsed.error)}.`)
}

/** @throws the error of `setup`, or an error that says that it does not end */
export async function describePlugin(definition: Plugin): Promise<object> {
  let isNeeded = false
  const record = (name: string) => {
    isNeeded ||= !AT_REST.includes(name)
  }
  const channel = {
    call: async (name: string) => record(name),
    say: (name: string) => record(name),
  }
  const timer = () => {
    isNeeded = true
    return () => undefined
  }
  const side = new PluginSide(
    {
      ...{ plugin: definition.id, entry: 'src/index.ts', stores: {}, timeOrigin: 0 },
      settings: defaultsOf(definition.settings ?? {}),
      words: { language: 'en', locale: 'en', sentences: {} },
    },
    channel,
    { now: () => 0, after: timer, every: timer },
  )
  await withinLimit(side.setUp(definition))
  const commands = [...side.commands].map(([id, command]) => describeCommand(id, command))
  const { place } = side.panel
  return {
    ...(definition.settings && { settings: definition.settings }),
    ...(commands.length > 0 && { commands }),
    ...(place && { panel: { on: place } }),
    ...(!isNeeded && { activateOn: 'use' as const }),
  }
}

export function defaultsOf(fields: Fields): Record<string, string | number | boolean> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default]))
}

function describeCommand(id: string, { run: _, suggest, ...command }: Command<Fields>) {
  return { id, ...command, ...(suggest && { suggests: Object.keys(suggest) }) }
}

async function withinLimit(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const message = `setup did not end within ${SETUP_MS / 1000} seconds; don’t wait for something that may never happen.`
    timer = setTimeout(() => reject(new Error(message)), SETUP_MS)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
