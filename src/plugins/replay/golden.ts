/** Compares a replay with its golden log: the first difference, with the events around it. */
import type { MidiEvent } from '../../core/music/midi/midi-event.js'
import { formatEvent } from './print/format.js'

/** What a comparison can leave out: fields of an event, or events of a kind as a whole. */
const IGNORABLE = [
  'key',
  'time',
  'port',
  'channel',
  'velocity',
  'string',
  'name',
  'notes',
  'controllers',
  'bends',
  'others',
] as const
export type Ignorable = (typeof IGNORABLE)[number]

export interface GoldenOptions {
  /** An event may come so much earlier or later; equal ones within it may change places. 0 unless given. */
  readonly toleranceMs?: number
  readonly ignore?: readonly Ignorable[]
}

export interface GoldenDifference {
  /** Which event of the golden log it concerns, from 1; one more than it has where something was added. */
  readonly number: number
  readonly expected?: MidiEvent
  readonly actual?: MidiEvent
  /** Fields that differ, if one event is compared with another. */
  readonly fields: readonly string[]
  /** For people: the difference and the events around it, as lines. */
  readonly lines: readonly string[]
}

/** Fields in which the same fact shows. */
const FIELDS: Partial<Record<Ignorable, readonly string[]>> = {
  key: ['key'],
  time: ['time', 'at'],
  port: ['portId', 'note'],
  channel: ['channel', 'note', 'raw'],
  velocity: ['attack', 'release', 'raw'],
  string: ['string'],
  name: ['name', 'octave'],
}

const KINDS: Readonly<Record<MidiEvent['kind'], Ignorable>> = {
  note: 'notes',
  controller: 'controllers',
  bend: 'bends',
  other: 'others',
}

/** Events shown before and behind the difference. */
const AROUND = 3

/** @returns undefined where both say the same */
export function compareLogs(
  expected: readonly MidiEvent[],
  actual: readonly MidiEvent[],
  { toleranceMs = 0, ignore = [] }: GoldenOptions = {},
): GoldenDifference | undefined {
  const left = new Set(ignore.flatMap(word => FIELDS[word] ?? []))
  // Within a tolerance equal events may have changed places, and their numbers with them.
  if (toleranceMs > 0) for (const field of ['key', 'time', 'at']) left.add(field)
  const isLeftOut = ({ kind }: MidiEvent) => ignore.includes(KINDS[kind])
  const wanted = expected.filter(event => !isLeftOut(event))
  const heard = actual.filter(event => !isLeftOut(event))
  const inTime = (a: MidiEvent, b: MidiEvent) =>
    toleranceMs === 0 || ignore.includes('time') || Math.abs(a.at - b.at) <= toleranceMs

  const used = new Set<number>()
  let next = 0
  /** The next one alone where the order counts; with a tolerance any within it. */
  const findFor = (event: MidiEvent): number | undefined => {
    for (let index = next; index < heard.length; index += 1) {
      const candidate = heard[index]
      if (!candidate || (index > next && candidate.at > event.at + toleranceMs)) return undefined
      const fits = inTime(event, candidate) && differing(event, candidate, left).length === 0
      if (!used.has(index) && fits) return index
      if (toleranceMs === 0) return undefined
    }
    return undefined
  }
  for (const [index, event] of wanted.entries()) {
    while (used.has(next)) next += 1
    const found = findFor(event)
    if (found === undefined) return difference(wanted, heard, index, heard[next], left, toleranceMs)
    used.add(found)
  }
  while (used.has(next)) next += 1
  return next < heard.length
    ? difference(wanted, heard, wanted.length, heard[next], left, toleranceMs)
    : undefined
}

function differing(a: MidiEvent, b: MidiEvent, left: ReadonlySet<string>): string[] {
  const other = new Map<string, unknown>(Object.entries(b))
  const names = new Set([...Object.keys(a), ...other.keys()])
  const own = new Map<string, unknown>(Object.entries(a))
  return [...names].filter(name => !left.has(name) && !isSame(own.get(name), other.get(name)))
}

function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b
  return a.length === b.length && a.every((item, index) => item === b[index])
}

function difference(
  wanted: readonly MidiEvent[],
  heard: readonly MidiEvent[],
  index: number,
  actual: MidiEvent | undefined,
  left: ReadonlySet<string>,
  toleranceMs: number,
): GoldenDifference {
  const expected = wanted[index]
  const fields = expected && actual ? differing(expected, actual, left) : []
  const late = expected && actual && toleranceMs > 0 ? actual.at - expected.at : 0
  const numbered = (sign: string, place: number, event: MidiEvent) =>
    `${sign} ${String(place + 1).padStart(5)}  ${formatEvent(event, 'text')}`
  const around = (from: number, to: number) =>
    wanted.slice(Math.max(0, from), to).map((event, at) => numbered(' ', Math.max(0, from) + at, event))
  const place = actual === undefined ? heard.length : heard.indexOf(actual)
  return {
    number: index + 1,
    ...(expected && { expected }),
    ...(actual && { actual }),
    fields,
    lines: [
      ...around(index - AROUND, index),
      expected ? numbered('-', index, expected) : `-        (the golden log ends here)`,
      actual ? numbered('+', place, actual) : `+        (nothing more was heard)`,
      ...fields.map(
        field => `         ${field}: ${shown(expected, field)} was expected, not ${shown(actual, field)}`,
      ),
      ...(Math.abs(late) > toleranceMs
        ? [`         ${Math.abs(late)} ms too ${late > 0 ? 'late' : 'early'}, ${toleranceMs} ms are allowed`]
        : []),
      ...around(index + 1, index + 1 + AROUND),
    ],
  }
}

function shown(event: MidiEvent | undefined, field: string): string {
  return JSON.stringify(new Map<string, unknown>(Object.entries(event ?? {})).get(field)) ?? 'nothing'
}
