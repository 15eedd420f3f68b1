import { getOrMake } from '../../../core/platform/store.js'
import type { MidiEvent } from '../../../music/midi/midi-event.js'

/** Indices of a run of differing events. One side may be empty. */
export interface Stretch {
  readonly expected: readonly number[]
  readonly actual: readonly number[]
  readonly begins: number
  readonly actualBegins: number
  /** The only fields that differ; default: all fields of the first events are compared. */
  readonly fields?: readonly string[]
}

export interface Agreement {
  differing(expected: MidiEvent, actual: MidiEvent): readonly string[]
  signature(event: MidiEvent): string
}

/** Number of events to search for the next match. Without a match, the rest counts as one difference. */
const WINDOW = 10_000
/** Maximum number of occurrences to compare per signature. */
const OCCURRENCES = 16

/**
 * Compares events in order. Event keys are compared only up to the first difference, because a missing event
 * shifts them.
 *
 * @param run number of consecutive equal events that count as a match; more than 1 if equal events are common
 */
export function* stretchesInOrder(
  expected: readonly MidiEvent[],
  actual: readonly MidiEvent[],
  { differing, signature }: Agreement,
  run: number,
): Generator<Stretch> {
  let [i, j] = [0, 0]
  let isFirst = true
  while (i < expected.length || j < actual.length) {
    const [wanted, heard] = [expected[i], actual[j]]
    const fields = wanted && heard && differing(wanted, heard)
    if (fields?.every(field => !isFirst && field === 'key')) {
      i += 1
      j += 1
      continue
    }
    const [skipped, added] =
      fields?.every(field => field === 'key') === true
        ? [1, 1]
        : (resync(expected, actual, i, j, signature, run) ?? [expected.length - i, actual.length - j])
    yield { expected: range(i, i + skipped), actual: range(j, j + added), begins: i, actualBegins: j }
    isFirst = false
    i += skipped
    j += added
  }
}

/** Returns the number of events to skip on each side, or `undefined` if there is no match in the window. */
function resync(
  expected: readonly MidiEvent[],
  actual: readonly MidiEvent[],
  i: number,
  j: number,
  signature: (event: MidiEvent) => string,
  run: number,
): readonly [number, number] | undefined {
  // Lazy: all signatures of a log would take more memory than the log.
  const wanted = lazily(offset => expected[i + offset], signature)
  const heard = lazily(offset => actual[j + offset], signature)
  const agree = (skipped: number, added: number) => {
    for (let step = 0; step < run; step += 1) {
      const [one, other] = [wanted(skipped + step), heard(added + step)]
      if (one !== other) return false
      if (one === undefined) return step > 0
    }
    return true
  }
  const [wantedAt, heardAt] = [new Map<string, number[]>(), new Map<string, number[]>()]
  for (let step = 0; step < WINDOW; step += 1) {
    const [one, other] = [wanted(step), heard(step)]
    if (one === undefined && other === undefined) break
    if (one !== undefined) note(wantedAt, one, step)
    if (other !== undefined) note(heardAt, other, step)
    const pairs = [
      ...(heardAt.get(one ?? '') ?? []).map(added => [step, added] as const),
      ...(wantedAt.get(other ?? '') ?? []).map(skipped => [skipped, step] as const),
    ]
    const [found] = pairs
      .filter(([skipped, added]) => agree(skipped, added))
      .sort((a, b) => a[0] + a[1] - (b[0] + b[1]))
    if (found) return found
  }
  return undefined
}

function lazily(eventAt: (offset: number) => MidiEvent | undefined, signature: Agreement['signature']) {
  const known: string[] = []
  return (offset: number): string | undefined => {
    const event = eventAt(offset)
    if (event) known[offset] ??= signature(event)
    return event && known[offset]
  }
}

function note(places: Map<string, number[]>, key: string, step: number): void {
  const known = getOrMake(places, key, () => [])
  if (known.length < OCCURRENCES) known.push(step)
}

/** Finds the event in the other log that matches each expected event within the tolerance. */
function matchedWithin(
  expected: readonly MidiEvent[],
  actual: readonly MidiEvent[],
  differing: Agreement['differing'],
  toleranceMs: number,
) {
  const used = new Uint8Array(actual.length)
  let next = 0
  const partners = expected.map(event => {
    const [from, until] = [event.at - toleranceMs, event.at + toleranceMs]
    while (next < actual.length && (used[next] || (actual[next]?.at ?? from) < from)) next += 1
    for (let index = next; index < actual.length; index += 1) {
      const heard = actual[index]
      if (!heard || heard.at > until) return undefined
      if (used[index] || heard.at < from || differing(event, heard).length > 0) continue
      used[index] = 1
      return index
    }
    return undefined
  })
  return { partners, used }
}

/** Compares events, ignoring their order within the tolerance. Groups unmatched events by time. */
export function* stretchesWithin(
  expected: readonly MidiEvent[],
  actual: readonly MidiEvent[],
  { differing }: Pick<Agreement, 'differing'>,
  toleranceMs: number,
): Generator<Stretch> {
  const { partners, used } = matchedWithin(expected, actual, differing, toleranceMs)
  const alone = [
    ...expected.map(({ at }, index) => ({ side: 'expected' as const, index, at })),
    ...actual.map(({ at }, index) => ({ side: 'actual' as const, index, at })),
  ]
    .filter(({ side, index }) => (side === 'actual' ? !used[index] : partners[index] === undefined))
    .sort((a, b) => a.at - b.at)
  let [begins, actualBegins] = [0, 0]
  let group: (Stretch & { expected: number[]; actual: number[]; until: number }) | undefined
  for (const { side, index, at } of alone) {
    if (group && at > group.until) {
      yield group
      group = undefined
    }
    while (begins < expected.length && (expected[begins]?.at ?? at) < at) begins += 1
    while (actualBegins < actual.length && (actual[actualBegins]?.at ?? at) < at) actualBegins += 1
    group ??= { expected: [], actual: [], begins, actualBegins, until: at }
    group.until = at + 2 * toleranceMs
    group[side].push(index)
  }
  if (group) yield group
}

/** Neck changes of an event, such as `2/1+0.5 -3/0`: string, fret and bend, with `-` where a note ended. */
export type ShownEvent = MidiEvent & {
  readonly neck?: string
  /** In the first event, `null` means that the log has no chords. */
  readonly chord?: string | null
  /** Track that plays the event; each track has a separate neck. Not in golden logs. */
  readonly track?: number | undefined
  /** Version of the golden log, in its first event. Earlier versions have none. */
  readonly golden?: number
}

/**
 * Compares the chord names of events that otherwise match. The order of notes within the tolerance changes
 * which chords appear, but the same notes on the same neck must always have the same name.
 */
export function chordStretches(
  expected: readonly ShownEvent[],
  actual: readonly ShownEvent[],
  { differing }: Pick<Agreement, 'differing'>,
  toleranceMs: number,
): Stretch[] {
  const { partners } = matchedWithin(expected, actual, differing, toleranceMs)
  const trackOf = (index: number) => actual[partners[index] ?? -1]?.track
  const wanted = chordNames(expected, trackOf)
  const heard = chordNames(actual, index => actual[index]?.track)
  const found: Stretch[] = []
  for (const [notes, names] of wanted) {
    const others = heard.get(notes)
    if (!others) continue
    const wrong = onlyIn(names, others)
    const instead = onlyIn(others, names)
    if (wrong === undefined && instead === undefined) continue
    const [begins = 0] = wrong === undefined ? names.values() : [wrong]
    const [actualBegins = 0] = instead === undefined ? others.values() : [instead]
    found.push({ expected: [begins], actual: [actualBegins], begins, actualBegins, fields: ['chord'] })
  }
  return found.sort((a, b) => a.begins - b.begins)
}

type Names = Map<string, number>

/** Returns the index of the first event whose name is missing in the other list. */
const onlyIn = (names: Names, others: Names) => [...names].find(([name]) => !others.has(name))?.[1]

/** Matches positions bent by about half a semitone. Rounding decides which chord they belong to. */
const BETWEEN_NOTES = /\.(49|5|51)(?!\d)/

/** Returns the chord names by neck and sounding notes, each with the index of its first event. */
function chordNames(events: readonly ShownEvent[], trackOf: (index: number) => number | undefined) {
  const found = new Map<string, Names>()
  const byTrack = new Map<number | undefined, number[]>()
  for (const index of events.keys()) getOrMake(byTrack, trackOf(index), () => []).push(index)
  for (const [track, indices] of byTrack) {
    const sounding = new Map<string, string>()
    let name = ''
    for (const [place, index] of indices.entries()) {
      const event = events[index]
      if (!event) continue
      name = event.chord ?? name
      for (const word of event.neck?.split(' ') ?? []) {
        const [position = ''] = /\d+\/\d+/.exec(word) ?? []
        if (word.startsWith('-')) sounding.delete(position)
        else sounding.set(position, word)
      }
      if (event.kind === 'note' && event.on) sounding.set(event.note, event.note)
      else if (event.kind === 'note') sounding.delete(event.note)
      // A chord has its name once all its simultaneous notes sound.
      if (events[indices[place + 1] ?? -1]?.at === event.at) continue
      const notes = `${track} ${[...sounding.values()].sort().join(' ')}`
      if (BETWEEN_NOTES.test(notes)) continue
      const names = getOrMake(found, notes, (): Names => new Map())
      getOrMake(names, name, () => index)
    }
  }
  return found
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}
