/** Runs a built plugin in memory: draws its panel, and runs its commands. */
import { setTimeout as wait } from 'node:timers/promises'
import type { PluginJson } from '../../../../src/core/contract/external-plugins.js'
import { codeOf, FretworkError, messageOf } from '../../../../src/core/platform/fretwork-error.js'
import { SONG_FORMATS } from '../../../../src/plugins/midi-file/tokens.js'
import { superviseLoops } from '../../../../src/sandbox/endless-loops.js'
import { type InMemory, runInMemory } from '../../../../src/sandbox/in-memory.js'
import type { PluginPackage } from '../../../../src/sandbox/packages/plugin-package.js'
import type { PanelEvent } from '../../../../src/sandbox/panel.js'
import { faultOf } from '../../../../src/sandbox/worker/fault.js'
import { defaultsOf } from '../../../../src/sandbox/worker/plugin-side.js'
import { importPackage, sentencesOf, textOf } from '../../../packages/package-code.js'
import { nearEnd } from '../plugins-finding.js'
import type { CodeCheck } from './check-code.js'
import { collecting, gapIn, literalsIn } from './check-texts.js'

/** Event-loop turns to wait for a command, which may prompt the user, and for unhandled rejections. */
const TURNS = 50
/** Maximum delay of the timers to run, ms. */
const TIMERS_MS = 60_000
/** Maximum number of buttons, items and fields to try, for each type. */
const PRESSED = 20

const MIDI_ENDINGS = ['.mid', '.midi', '.smf', '.rmi']
const TRIED_FILES = ['', 'E4 1\n', '60,0,1\n', '{}', '[]']

/** Codes of errors that only the author can fix. */
const OF_CODE = /^apart_(?!ended)|^permission_undeclared$|^storage_(value|key|full)$/
const OF_MESSAGE = /is not (a function|defined|iterable)|: Cannot (read|set) prop/

export async function tryPlugin(found: PluginPackage, trial: CodeCheck): Promise<void> {
  const { id, entry } = found.manifest
  const { error } = console
  // Errors are reported below and would otherwise appear twice.
  console.error = () => undefined
  const unhandled: string[] = []
  const note = (reason: unknown) => {
    // Errors with a code result from user actions, such as denying a permission.
    if (!(reason instanceof FretworkError)) unhandled.push(faultOf(reason, entry))
  }
  process.on('unhandledRejection', note)
  const end = superviseLoops(`The code of "${id}"`, entry, textOf(found, `${entry}.map`))
  try {
    await runAll(found, trial)
    await turns()
    for (const fault of unhandled) {
      const message = `A promise failed, and nothing waits for it: ${await trial.located(fault)}`
      trial.problem('rejection_unhandled', message)
    }
  } finally {
    end()
    process.off('unhandledRejection', note)
    console.error = error
  }
}

async function runAll(found: PluginPackage, trial: CodeCheck): Promise<void> {
  const { manifest: json } = found
  const { located, problem, warn } = trial
  const translated = new Set<string>()
  let running: InMemory
  try {
    running = await runInMemory({
      ...{ json, located, load: async () => collecting(await importPackage(found), translated) },
      locale: language => sentencesOf(found, json.locales?.[language]),
    })
  } catch (error) {
    const reason = await located(messageOf(error))
    if (!codeOf(error).startsWith('network_')) return problem('setup_failed', `setup failed: ${reason}`)
    const message = `setup fails without a network, as here: ${reason} Catch the error, or ask without await, so that the plugin starts offline too.`
    return warn('setup_online', message)
  }
  const state = running.kernel.host.state(json.id)
  if (state?.status === 'failed') problem('setup_failed', `setup failed: ${state.reason}`)
  const draw = () => drawPanel(running, json, trial, translated)
  await draw()
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
    const what = `The song format "${format.title}"`
    const taken = format.extensions.find(each => MIDI_ENDINGS.includes(each))
    if (taken)
      warn(
        'format_taken',
        `${what} never gets MIDI files, even with the extension ${taken}; Fretwork reads them.`,
      )
    for (const text of TRIED_FILES) {
      const read = async () => format.read(new TextEncoder().encode(text))
      const file = text ? `the file ${JSON.stringify(text)}` : 'an empty file'
      const reporting = { ...trial, problem: text ? warn : problem }
      if (!(await tryCall(`${what} with ${file}`, read, reporting))) break
    }
  }
  await running.refilter()
  await draw()
  await pressAll(running)
  for (const change of settingsToTry(json.settings)) {
    await running.set(change)
    await draw()
  }
  await running.advance(TIMERS_MS)
  await draw()
  for (const failure of new Set(running.failures())) problem('code_failed', failure)
  running.kernel.dispose()
}

/** Uses each button, item and field of the panel. */
async function pressAll(running: InMemory): Promise<void> {
  const { buttons = [], list = [], fields = [] } = (await running.panel()) ?? {}
  const titled = buttons.flatMap(each => (typeof each === 'string' || each.disabled ? [] : each))
  const events: PanelEvent[] = [
    ...titled.slice(0, PRESSED).map(({ title }) => ({ kind: 'button', title }) as const),
    ...list.flatMap(({ runs, title }) => (runs ? ({ kind: 'item', title } as const) : [])).slice(0, PRESSED),
    ...fields.slice(0, PRESSED).map(({ id, value }) => ({ kind: 'field', id, value }) as const),
  ]
  for (const event of events) {
    // An earlier event may have removed or disabled the target.
    await running.act(event).catch(() => undefined)
    await running.panel()
  }
}

/** Returns changes that set each setting to its limits and back to its default. */
function settingsToTry(settings: PluginJson['settings'] = {}): readonly object[] {
  return Object.entries(settings).flatMap(([name, field]) => {
    const { default: usual, min, max, choices = {} } = field as { readonly [name: string]: unknown }
    const values = typeof usual === 'boolean' ? [!usual] : [min, max, ...Object.keys(Object(choices))]
    return [...values.filter(value => value !== undefined), usual].map(value => ({ [name]: value }))
  })
}

async function drawPanel(
  running: InMemory,
  { panel, commands = [] }: PluginJson,
  { scanned, place, problem, warn }: CodeCheck,
  translated: ReadonlySet<string>,
): Promise<void> {
  if (!panel) return
  const data = (await running.panel()) ?? {}
  const { fields = [], list = [], buttons = [] } = data
  const fault = running.panelFault()
  if (fault !== undefined) problem('panel_failed', `The panel cannot be drawn: ${fault}`)
  for (const { text, at } of literalsIn(data, scanned, translated)) {
    const where = await place(at)
    if (where === '') continue
    warn('text_untranslated', `The panel shows "${text}" in every language${where}; pass the text to t.`)
  }
  const gap = gapIn(data)
  if (gap)
    problem('text_gap', `The panel shows ${gap}; pass its value to t, such as t('Note {{note}}', { note }).`)
  const known = commands.map(({ id }) => id)
  for (const button of buttons) {
    if (typeof button !== 'string' || known.includes(button)) continue
    const message = `The panel has a button for the command "${button}", which is not added${nearEnd(button, known)}`
    problem('button_unknown', message)
  }
  for (const id of repeated(fields.map(field => field.id)))
    problem('field_twice', `Two fields of the panel have the id "${id}"; give each field its own.`)
  const pressed = [
    list.filter(({ runs }) => runs).map(({ title }) => title),
    buttons.flatMap(each => (typeof each === 'string' ? [] : each.title)),
  ]
  for (const title of pressed.flatMap(titles => [...repeated(titles)])) {
    const message = `Two items or buttons of the panel are called "${title}"; only the first can be pressed.`
    problem('title_twice', message)
  }
}

const repeated = (all: readonly string[]) => new Set(all.filter((each, index) => all.indexOf(each) !== index))

async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await wait(0)
}

async function tryCall(
  what: string,
  call: () => Promise<unknown>,
  { located, problem, warn }: CodeCheck,
): Promise<boolean> {
  try {
    await Promise.race([call(), turns()])
    return true
  } catch (error) {
    const code = codeOf(error)
    const message = `${what} failed: ${await located(messageOf(error))}`
    if (!OF_CODE.test(code) && code !== 'plugin_failed') return true
    if (OF_CODE.test(code) || OF_MESSAGE.test(message)) problem('command_failed', message)
    else warn('command_failed', `${message}; if users can fix this, throw a FretworkError.`)
    return false
  }
}
