import {
  bytesOfHex,
  type CommandStep,
  type Lit,
  type MidiStep,
  type ProblemReport,
  type ReportStep,
} from './report.js'

export interface Difference {
  readonly step: number
  readonly what: 'log' | 'neck' | 'notes' | 'command' | 'missing'
  /** Notes, position, field or command that identifies the same difference in smaller reports. */
  readonly subject: string
  readonly sentence: string
  /** Lit positions by `string/fret`. */
  readonly recorded: ReadonlyMap<string, Lit>
  readonly replayed: ReadonlyMap<string, Lit>
}

type Compared = MidiStep | CommandStep

/**
 * @param expected MIDI notes to compare with, instead of those recorded at the end
 * @param ignore types of differences to ignore
 */
export function firstDifference(
  recorded: ProblemReport,
  replayed: ProblemReport,
  expected?: readonly number[],
  ignore: readonly Difference['what'][] = [],
): Difference | undefined {
  if (expected) return unexpected(recorded, replayed, expected)
  const before = shownState(recorded)
  const now = shownState(replayed)
  const played = playedIn(recorded)
  const rest = replayed.steps[Symbol.iterator]()
  const isByPitch = recorded.cut && recorded.view?.onePlace === true
  const hasNeck = recorded.view !== undefined && replayed.view !== undefined
  // A command that was not repeated, such as opening a song, may have set up another neck.
  const isIncomplete = recorded.steps.some(step => step.kind === 'command' && !isRepeated(step, replayed))
  const isOtherNeck = () => isIncomplete && JSON.stringify(before.view) !== JSON.stringify(now.view)
  const counterpart = (step: Compared): Compared | undefined => {
    for (const each of rest) {
      now.take(each)
      if (isLike(each, step)) return each
    }
    return undefined
  }
  for (const [index, step] of recorded.steps.entries()) {
    before.take(step)
    if (step.kind !== 'midi' && !isRepeated(step, replayed)) continue
    const its = counterpart(step)
    const isShown = step.kind === 'midi' && hasNeck
    const differences = [
      () => (its ? stepDifference(step, its) : missing(step)),
      () => (its && isShown ? noteDifference(before, now, played) : undefined),
      () =>
        its && isShown && !isOtherNeck() ? litDifference(before, now, { isByPitch, played }) : undefined,
    ]
    const found = differences.map(look => look()).find(each => each && !ignore.includes(each.what))
    if (found) return { ...found, step: index, recorded: new Map(before.lit), replayed: new Map(now.lit) }
  }
  return undefined
}

function unexpected(
  recorded: ProblemReport,
  replayed: ProblemReport,
  expected: readonly number[],
): Difference | undefined {
  const [before, now] = [shownState(recorded), shownState(replayed)]
  for (const step of recorded.steps) before.take(step)
  for (const step of replayed.steps) now.take(step)
  const subject = otherNotes(
    expected.filter(pitch => playedIn(recorded).has(pitch)),
    now.notes,
  )
  if (subject === '') return undefined
  return {
    step: recorded.steps.findLastIndex(({ kind }) => kind === 'midi'),
    ...{ what: 'notes', subject, recorded: before.lit, replayed: now.lit },
    sentence: `At the end, the notes ${listed(expected)} were expected, but ${listed(now.notes)} are sounding.`,
  }
}

/** Returns the pitches that can sound in a partial report. Other notes are not compared. */
function playedIn({ before, steps }: ProblemReport): ReadonlySet<number> {
  const messages = [...before, ...steps.filter(step => step.kind === 'midi')]
  return new Set(
    messages.flatMap(({ raw }) => {
      const [status = 0, pitch = 0] = bytesOfHex(raw)
      return (status & 0xf0) === 0x90 ? [pitch] : []
    }),
  )
}

export function shownState({ view, start }: Pick<ProblemReport, 'view' | 'start'>) {
  const lit = new Map<string, Lit>()
  const state = {
    view,
    lit: lit as ReadonlyMap<string, Lit>,
    notes: [] as readonly number[],
    take({ shown }: Pick<ReportStep, 'shown'>) {
      if (shown?.view) state.view = shown.view
      if (shown?.notes) state.notes = shown.notes
      for (const [key, now] of Object.entries(shown?.positions ?? {})) {
        if (now) lit.set(key, now)
        else lit.delete(key)
      }
    },
  }
  if (start) state.take({ shown: start })
  return state
}

/** Error codes that can't be reproduced. Reports don't contain the text of server responses. */
const UNANSWERED = new Set(['answer_invalid', 'report_without_answer'])

type Found = Pick<Difference, 'what' | 'subject' | 'sentence'>

function stepDifference(step: Compared, its: Compared): Found | undefined {
  if (step.kind === 'midi' && its.kind === 'midi') {
    const [was, is] = [step.event ?? {}, its.event ?? {}]
    const field = Object.keys({ ...was, ...is }).find(
      name => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
    )
    if (field === undefined || !step.event) return undefined
    const sentence = `In the log, ${field} was ${JSON.stringify(was[field])} and is now ${JSON.stringify(is[field])}.`
    return { what: 'log', subject: field, sentence }
  }
  if (step.kind === 'command' && its.kind === 'command' && step.outcome && its.outcome) {
    if (UNANSWERED.has(its.outcome.code ?? '')) return undefined
    const { ms: _, message: _was, ...was } = step.outcome
    const { ms: _ms, message: _is, value, ...rest } = its.outcome
    // Commands that returned nothing in an earlier version may return a value now.
    const is = was.value === undefined ? rest : { ...rest, value }
    if (JSON.stringify(was) === JSON.stringify(is)) return undefined
    const sentence = `The command ${step.id} returned ${JSON.stringify(was)} and now returns ${JSON.stringify(is)}.`
    return { what: 'command', subject: step.id, sentence }
  }
  return undefined
}

interface NeckShown {
  readonly lit: ReadonlyMap<string, Lit>
  readonly notes: readonly number[]
}

function missing(step: Compared): Found {
  const subject = described(step)
  return { what: 'missing', subject, sentence: `The replay has no step like this: ${subject}.` }
}

function noteDifference(before: NeckShown, now: NeckShown, played: ReadonlySet<number>): Found | undefined {
  const notes = before.notes.filter(pitch => played.has(pitch))
  const subject = otherNotes(notes, now.notes)
  const sentence = `The sounding notes were ${listed(notes)} and are now ${listed(now.notes)}.`
  return subject === '' ? undefined : { what: 'notes', subject, sentence }
}

function litDifference(
  before: NeckShown,
  now: NeckShown,
  { isByPitch, played }: { readonly isByPitch: boolean; readonly played: ReadonlySet<number> },
): Found | undefined {
  const shown = new Map([...before.lit].filter(([, { pitch }]) => played.has(pitch)))
  const [was, is] = isByPitch ? [byPitch(shown), byPitch(now.lit)] : [texts(shown), texts(now.lit)]
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    if (was.get(key) === is.get(key)) continue
    const sentence = `${key} was ${was.get(key) ?? 'dark'} and is now ${is.get(key) ?? 'dark'}.`
    return { what: 'neck', subject: key, sentence }
  }
  return undefined
}

function texts(lit: ReadonlyMap<string, Lit>): Map<string, string> {
  return new Map(
    [...lit].map(([key, { pitch, velocity, held, bend }]) => {
      const [string, fret] = key.split('/')
      const state = `${pitch}, velocity ${velocity}, ${held ? 'held' : 'ringing'}, bent by ${bend}`
      return [`String ${string}, fret ${fret}`, state]
    }),
  )
}

function byPitch(lit: ReadonlyMap<string, Lit>): Map<string, string> {
  return new Map([...lit.values()].map(({ pitch, held }) => [`The note ${pitch}`, held ? 'held' : 'ringing']))
}

function isLike(each: ReportStep, step: Compared): each is Compared {
  if (each.kind === 'midi' && step.kind === 'midi') return each.port === step.port && each.raw === step.raw
  return each.kind === 'command' && step.kind === 'command' && each.id === step.id
}

/** Returns false for screen commands and unfinished commands. */
function isRepeated(step: ReportStep, replayed: ProblemReport): step is CommandStep {
  if (step.kind !== 'command' || !step.outcome) return false
  return replayed.steps.some(
    each => each.kind === 'command' && each.id === step.id && each.outcome !== undefined,
  )
}

function described(step: Compared): string {
  return step.kind === 'midi' ? `${step.raw} on ${step.port}` : `the command ${step.id}`
}

function listed(notes: readonly number[]): string {
  return notes.length === 0 ? '(none)' : notes.join(', ')
}

function otherNotes(one: readonly number[], other: readonly number[]): string {
  return [...one.filter(note => !other.includes(note)), ...other.filter(note => !one.includes(note))].join()
}
