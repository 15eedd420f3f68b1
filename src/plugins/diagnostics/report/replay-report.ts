import { JOURNAL, type JournalEntry } from '../../../core/events/journal.js'
import type { PluginContext } from '../../../core/kernel/plugin.js'
import { COMMANDS, PLUGINS, SETTINGS } from '../../../core/kernel/tokens.js'
import { permissionsAsked } from '../../../core/permissions/permissions.js'
import { messageOf } from '../../../core/platform/fretwork-error.js'
import type { MidiEvent } from '../../../music/midi/midi-event.js'
import { NECK, NECK_VIEW, type NeckView } from '../../fretboard/tokens.js'
import { MIDI_EVENT, MIDI_INPUT } from '../../midi-io/tokens.js'
import {
  bytesOfHex,
  type CommandStep,
  hexOf,
  type MidiStep,
  type ProblemReport,
  type ShownView,
} from './report.js'

export interface Replayed {
  readonly report: ProblemReport
  readonly notes: readonly string[]
}

/** Steps between event loop turns, so that the replay can be aborted. */
const STEPS_PER_BREATH = 2000
/** Event loop turns to wait for a command. Not a time span, because replays don't run in real time. */
const TURNS = 50

interface ReplayParts {
  readonly context: PluginContext
  readonly capture: () => Promise<ProblemReport>
  readonly clear: () => void
}

export async function replayReport(
  { context, capture, clear }: ReplayParts,
  report: ProblemReport,
): Promise<Replayed> {
  const { get, load } = context
  const notes: string[] = []
  for (const [section, values] of Object.entries(report.settings))
    applySettings(context, section, values, notes)
  if (report.view) {
    await load(NECK)
    const view = context.find(NECK_VIEW)?.getState()
    if (view && !isSameNeck(report.view, view)) {
      notes.push(
        'The neck is set up differently here: reports don’t include custom tunings or plugin tunings.',
      )
    }
  }
  const input = get(MIDI_INPUT)
  const before = [...bendRangeMessages(report), ...report.before]
  for (const { port, raw, string } of before) {
    const options = { portId: port, at: -1, time: '00:00:00:000', ...(string !== undefined && { string }) }
    input.receive(bytesOfHex(raw), options)
  }
  clear()
  const made = watchMade(context)
  const unknown = new Set<string>()
  try {
    for (const [index, step] of report.steps.entries()) {
      if (index % STEPS_PER_BREATH === STEPS_PER_BREATH - 1) await turn()
      if (step.kind === 'midi' && !made.has(keyOfMessage(step))) receive(context, step, made)
      if (step.kind === 'settings') applySettings(context, step.section, step.changed, notes)
      if (step.kind === 'command' && !made.has(`command ${step.id}`)) await run(context, step, made, unknown)
    }
  } finally {
    made.dispose()
  }
  const { remark, settings, cut } = report
  const seen = await capture()
  const steps = withoutRefused(context, report, seen, unknown)
  if (cut) notes.push('The report is cut: notes held before its first step may be missing.')
  if (unknown.size > 0)
    notes.push(
      `Not repeated, because they need a screen, the library, a file or another plugin: ${[...unknown].join(', ')}.`,
    )
  const began = { settings, before, cut, bendRanges: {}, steps }
  return { report: { ...seen, ...(remark !== undefined && { remark }), ...began }, notes }
}

function isSameNeck({ strings, capo, fretMin, fretMax }: ShownView, view: NeckView): boolean {
  const { tuning } = view
  return (
    tuning.strings.join() === strings.join() &&
    view.capo === capo &&
    view.fretMin === fretMin &&
    view.fretMax === fretMax
  )
}

function receive({ get }: PluginContext, step: MidiStep, made: Made): void {
  const { port, raw, at, deviceAt, time, string } = step
  const options = { portId: port, at: deviceAt ?? at, time, ...(string !== undefined && { string }) }
  made.quietly(() => get(MIDI_INPUT).receive(bytesOfHex(raw), options), keyOfMessage(step))
}

async function run(
  { get }: PluginContext,
  { id, args }: CommandStep,
  made: Made,
  unknown: Set<string>,
): Promise<void> {
  const commands = get(COMMANDS)
  const command = commands.find(id)
  if (!command || command.needs === 'screen') {
    unknown.add(id)
    return
  }
  assumeConditions(context => commands.setContext(context.key, context.value), command)
  // Discard effects of the previous command that aren't in the report.
  made.clear()
  let ended = false
  const end = () => {
    ended = true
  }
  made.quietly(() => void commands.attempt(id, args).then(end, end), `command ${id}`)
  for (let turns = 0; turns < TURNS && !ended; turns += 1) await turn()
}

const OF_USER: readonly string[] = ['songs', 'files']

/** Removes the outcomes of commands that need the user's library or files. Keeps internal errors. */
function withoutRefused(
  { get }: PluginContext,
  recorded: ProblemReport,
  { steps }: ProblemReport,
  unknown: Set<string>,
): ProblemReport['steps'] {
  const { manifests } = get(PLUGINS)
  const needsUser = (id: string) => {
    const source = get(COMMANDS).find(id)?.source
    const manifest = manifests.find(each => each.id === source)
    return permissionsAsked(manifest ?? {}).some(each => OF_USER.includes(each))
  }
  const outcomes = recorded.steps.flatMap(step => (step.kind === 'command' ? [step] : []))
  return steps.map(step => {
    if (step.kind !== 'command') return step
    const index = outcomes.findIndex(({ id }) => id === step.id)
    const [before] = index < 0 ? [] : outcomes.splice(index, 1)
    const { outcome, ...rest } = step
    if (
      resultOf(outcome) === resultOf(before?.outcome) ||
      outcome?.code === 'unexpected' ||
      !needsUser(step.id)
    )
      return step
    unknown.add(step.id)
    return rest
  })
}

function resultOf({ ok, code, value }: Partial<NonNullable<CommandStep['outcome']>> = {}): string {
  return JSON.stringify([ok, code, value])
}

function assumeConditions(
  set: (context: { readonly key: string; readonly value: boolean | string }) => void,
  { when = '', feature }: { readonly when?: string; readonly feature?: string },
): void {
  set({ key: 'loggedIn', value: true })
  if (feature) set({ key: `plan.${feature}`, value: true })
  const route = /\broute == '([^']+)'/.exec(when)?.[1]
  if (route !== undefined) set({ key: 'route', value: route })
}

/** Unknown and private settings keep their defaults. */
function applySettings({ get }: PluginContext, id: string, values: object, notes: string[]): void {
  const settings = get(SETTINGS)
  const section = settings.sections.getState().find(each => each.id === id)
  if (!section) return
  for (const [field, value] of Object.entries(values)) {
    try {
      settings.store(section).change({ [field]: value } as object)
    } catch (error) {
      notes.push(`The setting ${id}.${field} keeps its default: ${messageOf(error)}`)
    }
  }
}

type Made = ReturnType<typeof watchMade>

/** Detects notes and commands that other commands have triggered, so that they aren't replayed twice. */
function watchMade({ get }: PluginContext) {
  let causes: string[] = []
  let own: string | undefined
  const listening = get(JOURNAL).onEntry(entry => {
    const key = keyOf(entry)
    if (key === undefined) return
    if (key === own) own = undefined
    else causes.push(key)
  })
  return {
    /**
     * Runs a step of the report without counting it as triggered.
     * @param key journal key of the step
     */
    quietly(send: () => void, key: string) {
      own = key
      send()
      own = undefined
    },
    /** Returns whether the step has already been triggered. Each trigger counts once. */
    has(key: string) {
      const index = causes.indexOf(key)
      if (index >= 0) causes = causes.slice(index + 1)
      return index >= 0
    },
    clear() {
      causes = []
    },
    dispose: () => listening.dispose(),
  }
}

function keyOf(entry: JournalEntry): string | undefined {
  if (entry.kind === 'command') return `command ${entry.id}`
  if (entry.kind !== 'event' || entry.id !== MIDI_EVENT.id) return undefined
  const { portId, raw } = entry.payload as MidiEvent
  return keyOfMessage({ port: portId, raw: hexOf(raw) })
}

function keyOfMessage({ port, raw }: Pick<MidiStep, 'port' | 'raw'>): string {
  return `midi ${port} ${raw}`
}

function turn(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 0))
}

/** Returns the user's bend ranges as if devices had sent them. */
function bendRangeMessages({ bendRanges }: ProblemReport): ProblemReport['before'] {
  const known = Object.entries(bendRanges).filter(([, semitones]) => semitones !== 0)
  return known.flatMap(([port, semitones]) =>
    Array.from({ length: 16 }, (_, channel) => channel).flatMap(channel =>
      bendRangeOf(channel, semitones).map(raw => ({ port, raw })),
    ),
  )
}

/** Registered parameter 0 (MSB and LSB), followed by the null parameter (MIDI 1.0). */
function bendRangeOf(channel: number, semitones: number): string[] {
  return [
    [101, 0],
    [100, 0],
    [6, Math.floor(semitones)],
    [38, Math.round((semitones % 1) * 100)],
    [101, 127],
    [100, 127],
  ].map(([controller = 0, value = 0]) => hexOf([0xb0 | channel, controller, value]))
}
