import type { MidiEvent } from '../../../music/midi/midi-event.js'
import { SONG_PORT } from './replay-source.js'

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

/** Events to search for the next match. Without a match, the remaining events are a single difference. */
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
    if (one === undefined && other === undefined) return undefined
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
    if (!event) return undefined
    const there = known[offset] ?? signature(event)
    known[offset] = there
    return there
  }
}

function note(places: Map<string, number[]>, key: string, step: number): void {
  const known = places.get(key)
  if (!known) places.set(key, [step])
  else if (known.length < OCCURRENCES) known.push(step)
}

/** Compares events, ignoring their order within the tolerance. Groups unmatched events by time. */
export function* stretchesWithin(
  expected: readonly MidiEvent[],
  actual: readonly MidiEvent[],
  { differing }: Pick<Agreement, 'differing'>,
  toleranceMs: number,
): Generator<Stretch> {
  const used = new Uint8Array(actual.length)
  const missing: number[] = []
  let next = 0
  for (const [index, event] of expected.entries()) {
    while (next < actual.length && (used[next] || tooEarly(actual[next], event))) next += 1
    const found = partnerOf(event)
    if (found === undefined) missing.push(index)
    else used[found] = 1
  }
  function tooEarly(heard: MidiEvent | undefined, event: MidiEvent) {
    return heard !== undefined && heard.at < event.at - toleranceMs
  }
  function partnerOf(event: MidiEvent): number | undefined {
    for (let index = next; index < actual.length; index += 1) {
      const heard = actual[index]
      if (!heard || heard.at > event.at + toleranceMs) return undefined
      if (!used[index] && !tooEarly(heard, event) && differing(event, heard).length === 0) return index
    }
    return undefined
  }

  const alone = [
    ...missing.map(index => ({ side: 'expected' as const, index, at: expected[index]?.at ?? 0 })),
    ...[...actual.entries()].flatMap(([index, { at }]) =>
      used[index] ? [] : [{ side: 'actual' as const, index, at }],
    ),
  ].sort((a, b) => a.at - b.at)
  let [begins, actualBegins] = [0, 0]
  let group:
    | { expected: number[]; actual: number[]; begins: number; actualBegins: number; until: number }
    | undefined
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

/**
 * Compares the chord names of events that otherwise match, wherever nothing happens within the tolerance. Next
 * to other events, the order of the notes may change chord names.
 */
export function* chordStretches(
  expected: readonly ChordEvent[],
  actual: readonly ChordEvent[],
  toleranceMs: number,
): Generator<Stretch> {
  const sides = [expected, actual].map(events => ({ events, from: 0, until: 0, names: new Map() }))
  const [one, other] = sides as [ChordSide, ChordSide]
  for (const [index, { at }] of expected.entries()) {
    if ((expected[index + 1]?.at ?? Number.POSITIVE_INFINITY) - at <= 2 * toleranceMs) continue
    const [wanted, heard] = [chordsUntil(one, at + toleranceMs), chordsUntil(other, at + toleranceMs)]
    const isSame = wanted.toSorted().join('\n') === heard.toSorted().join('\n')
    const necks = new Set(
      [one, other].flatMap(({ events, from, until }) => events.slice(from, until).map(neckOf)),
    )
    const differs = [...necks].find(neck => one.names.get(neck) !== other.names.get(neck))
    const unequal = inSameOrder(one, other)
      ? sliceOf(one).findIndex(({ chord }, place) => chord !== sliceOf(other)[place]?.chord)
      : -1
    if (isSame || (differs === undefined && unequal < 0)) continue
    const [begins, actualBegins] =
      unequal >= 0
        ? [one.from + unequal, other.from + unequal]
        : [lastChord(one, differs ?? 0), lastChord(other, differs ?? 0)]
    yield { expected: [begins], actual: [actualBegins], begins, actualBegins, fields: ['chord'] }
  }
}

type ChordEvent = MidiEvent & { readonly chord?: string }

interface ChordSide {
  readonly events: readonly ChordEvent[]
  from: number
  until: number
  /** Chord of each neck. */
  readonly names: Map<number, string>
}

/** Each track of a song has its own neck, and usually its own channel. A log has one neck. */
const neckOf = ({ portId, channel }: MidiEvent) => (portId === SONG_PORT ? channel : 0)

function chordsUntil(side: ChordSide, ms: number): string[] {
  const { events, names } = side
  side.from = side.until
  while ((events[side.until]?.at ?? Number.POSITIVE_INFINITY) <= ms) side.until += 1
  return events.slice(side.from, side.until).flatMap(event => {
    if (event.chord === undefined) return []
    names.set(neckOf(event), event.chord)
    return [event.chord]
  })
}

const sliceOf = ({ events, from, until }: ChordSide) => events.slice(from, until)

/** Whether the same notes come in the same order, and the same of them at the same time. */
function inSameOrder(one: ChordSide, other: ChordSide): boolean {
  const order = (side: ChordSide) =>
    sliceOf(side).map(({ at, raw }, index, all) => `${raw.join(' ')} ${at === all[index - 1]?.at}`)
  return order(one).join('\n') === order(other).join('\n')
}

function lastChord({ events, from, until }: ChordSide, neck: number): number {
  const isLast = (event: ChordEvent, index: number) =>
    index >= from && index < until && event.chord !== undefined && neckOf(event) === neck
  const found = events.findLastIndex(isLast)
  return found < 0 ? until - 1 : found
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}
