/** Runs a built plugin in memory: draws its panel, and runs its commands. */
import type { PluginJson } from '../../../../src/core/contract/external-plugins.js'
import { codeOf, FretworkError, messageOf } from '../../../../src/core/platform/fretwork-error.js'
import { SONG_FORMATS } from '../../../../src/plugins/midi-file/tokens.js'
import { superviseLoops } from '../../../../src/sandbox/endless-loops.js'
import type { InMemory } from '../../../../src/sandbox/in-memory.js'
import { runInMemory } from '../../../../src/sandbox/in-memory.js'
import type { PluginPackage } from '../../../../src/sandbox/packages/plugin-package.js'
import type { PanelEvent } from '../../../../src/sandbox/panel.js'
import { faultOf } from '../../../../src/sandbox/worker/fault.js'
import { defaultsOf } from '../../../../src/sandbox/worker/plugin-side.js'
import { importPackage, sentencesOf } from '../../../packages/package-code.js'
import { type Add, nearEnd } from '../plugins-finding.js'
import { gapIn, literalsIn, marking } from './check-texts.js'
import type { Place, ScannedCode } from './scan-code.js'

/** Time limit for a command, which may wait for the user. Also the wait for unhandled rejections. */
const COMMAND_MS = 300

/** Timers that fire later are not tried, ms. */
const TIMERS_MS = 60_000
/** Maximum number of tried buttons, items and fields of each kind. */
const PRESSED = 20

/** Codes of errors that only the author can fix. */
const OF_CODE = /^apart_(?!ended)|^permission_undeclared$|^storage_(value|key)$/

export interface Trial {
  readonly scanned: ScannedCode
  readonly place: (at: Place) => Promise<string | undefined>
  readonly located: (message: string) => Promise<string>
  readonly problem: Add
  readonly warn: Add
}

export async function tryPlugin(found: PluginPackage, trial: Trial): Promise<void> {
  const { id, entry } = found.manifest
  const { error } = console
  // Errors are reported below and would otherwise appear twice.
  console.error = () => undefined
  const unhandled: string[] = []
  const note = (reason: unknown) => {
    // Error codes depend on user actions, such as a denied permission.
    if (!(reason instanceof FretworkError)) unhandled.push(faultOf(reason, entry))
  }
  process.on('unhandledRejection', note)
  const end = superviseLoops(`The code of "${id}"`, entry, found.files.get(`${entry}.map`)?.bytes.toString())
  try {
    await runAll(found, trial)
    await new Promise(resolve => setTimeout(resolve, COMMAND_MS))
    for (const fault of unhandled)
      trial.problem(
        'rejection_unhandled',
        `A promise failed, and nothing waits for it: ${await trial.located(fault)}`,
      )
  } finally {
    end()
    process.off('unhandledRejection', note)
    console.error = error
  }
}

async function runAll(found: PluginPackage, trial: Trial): Promise<void> {
  const { manifest: json } = found
  const { located, problem, warn } = trial
  let running: InMemory
  try {
    running = await runInMemory({
      ...{ json, located, load: async () => marking(await importPackage(found)) },
      locale: language => sentencesOf(found, json.locales?.[language]),
    })
  } catch (error) {
    const message = await located(messageOf(error))
    if (codeOf(error).startsWith('network_'))
      warn(
        'setup_online',
        `setup fails without a network, as here: ${message} Catch the error, or ask without await, so that the plugin starts offline too.`,
      )
    else problem('setup_failed', `setup failed: ${message}`)
    return
  }
  const state = running.kernel.host.state(json.id)
  if (state?.status === 'failed') problem('setup_failed', `setup failed: ${state.reason}`)
  await drawPanel(running, json, trial)
  if (json.permissions['midi-in'] !== undefined) {
    await running.play(60)
    await running.release(60)
  }
  for (const { id, args = {}, suggests = [] } of json.commands ?? []) {
    const what = `The command "${id}" with its default arguments`
    await tryCall(what, () => running.run(id, defaultsOf(args)), trial)
    for (const name of suggests) {
      const choices = () => running.kernel.commands.choicesFor(`${json.id}.${id}`, name)
      await tryCall(`suggest for the argument "${name}" of the command "${id}"`, choices, trial)
    }
  }
  for (const format of running.kernel.host.extensionsOf(SONG_FORMATS).getState()) {
    if (!format.id.startsWith(`${json.id} `)) continue
    const read = async () => format.read(new Uint8Array(), { name: '' } as never)
    await tryCall(`The song format "${format.title}" with an empty file`, read, trial)
  }
  await running.refilter()
  await drawPanel(running, json, trial)
  await pressAll(running)
  for (const change of settingsToTry(json.settings)) {
    await running.set(change)
    await drawPanel(running, json, trial)
  }
  await running.advance(TIMERS_MS)
  await drawPanel(running, json, trial)
  for (const failure of new Set(running.failures())) problem('code_failed', failure)
  running.kernel.dispose()
}

/** Uses each button, item and field of the panel. */
async function pressAll(running: InMemory): Promise<void> {
  const { buttons = [], list = [], fields = [] } = (await running.panel()) ?? {}
  const events: PanelEvent[] = [
    ...buttons
      .flatMap(each => (typeof each === 'string' || each.disabled ? [] : each))
      .slice(0, PRESSED)
      .map(({ title }) => ({ kind: 'button', title }) as const),
    ...list
      .filter(({ runs }) => runs)
      .slice(0, PRESSED)
      .map(({ title }) => ({ kind: 'item', title }) as const),
    ...fields.slice(0, PRESSED).map(({ id, value }) => ({ kind: 'field', id, value }) as const),
  ]
  for (const event of events) {
    // An earlier event may have removed or disabled the target.
    await running.act(event).catch(() => undefined)
    await running.panel()
  }
}

/** Returns changes to the limits of each setting, and back to its default. */
function settingsToTry(settings: PluginJson['settings'] = {}): readonly object[] {
  return Object.entries(settings).flatMap(([name, field]) => {
    const { default: usual, min, max, choices = {} } = field as { readonly [name: string]: unknown }
    const values = typeof usual === 'boolean' ? [!usual] : [min, max, ...Object.keys(Object(choices))]
    return [...values.filter(value => value !== undefined), usual].map(value => ({ [name]: value }))
  })
}

async function drawPanel(running: InMemory, { panel, commands = [] }: PluginJson, trial: Trial) {
  const { scanned, place, problem, warn } = trial
  if (!panel) return
  const data = await running.panel()
  const fault = running.panelFault()
  if (fault !== undefined) problem('panel_failed', `The panel cannot be drawn: ${fault}`)
  for (const { text, at } of literalsIn(data ?? {}, scanned)) {
    const where = await place(at)
    if (where === undefined) continue
    warn('text_untranslated', `The panel shows "${text}" in every language${where}; pass the text to t.`)
  }
  const gap = data && gapIn(data)
  if (gap)
    problem('text_gap', `The panel shows ${gap}; pass its value to t, such as t('Note {{note}}', { note }).`)
  const known = commands.map(({ id }) => id)
  for (const button of data?.buttons ?? []) {
    if (typeof button !== 'string' || known.includes(button)) continue
    const message = `The panel has a button for the command "${button}", which is not added${nearEnd(button, known)}`
    problem('button_unknown', message)
  }
  const ids = data?.fields?.map(({ id }) => id) ?? []
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index)))
    problem('field_twice', `Two fields of the panel have the id "${id}"; give each field its own.`)
  const shown = [...(data?.list ?? []), ...(data?.buttons ?? [])].flatMap(each =>
    typeof each === 'string' ? [] : each.title,
  )
  for (const title of new Set(shown.filter((each, index) => shown.indexOf(each) !== index)))
    problem(
      'title_twice',
      `Two items or buttons of the panel are called "${title}"; only the first can be pressed.`,
    )
}

async function tryCall(
  what: string,
  call: () => Promise<unknown>,
  { located, problem, warn }: Trial,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting = new Promise<void>(resolve => {
    timer = setTimeout(resolve, COMMAND_MS)
  })
  try {
    await Promise.race([call(), waiting])
  } catch (error) {
    const message = `${what} failed: ${await located(messageOf(error))}`
    if (OF_CODE.test(codeOf(error))) problem('command_failed', message)
    else if (codeOf(error) !== 'plugin_failed') return
    else if (/is not (a function|defined|iterable)|: Cannot (read|set) prop/.test(message))
      problem('command_failed', message)
    else warn('command_failed', `${message}; if users can fix this, throw a FretworkError.`)
  } finally {
    clearTimeout(timer)
  }
}
