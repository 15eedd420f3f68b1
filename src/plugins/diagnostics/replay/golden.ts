import { shallow } from 'zustand/shallow'
import type { MidiEvent, NoteEvent } from '../../../music/midi/midi-event.js'
import { formatEvent } from '../print/format.js'
import { chordStretches, type Stretch, stretchesInOrder, stretchesWithin } from './stretches.js'

const IGNORABLE = [
  'key',
  'time',
  'port',
  'channel',
  'velocity',
  'string',
  'name',
  'neck',
  'notes',
  'controllers',
  'bends',
  'others',
] as const
export type Ignorable = (typeof IGNORABLE)[number]

export interface GoldenOptions {
  /** Event order is ignored within this time, ms. Default: 0. Has no effect if times are not compared. */
  readonly toleranceMs?: number
  readonly ignore?: readonly Ignorable[]
}

export interface GoldenStretch {
  /** Event number in the golden log, from 1 (the NDJSON line); one past the end if the log has ended. */
  readonly number: number
  readonly time: string
  readonly lines: readonly string[]
}

export interface GoldenDifference extends GoldenStretch {
  readonly expected?: MidiEvent
  readonly actual?: MidiEvent
  readonly fields: readonly string[]
  /** Further differences, at most 19. */
  readonly later: readonly GoldenStretch[]
  readonly more: number
  /** Notes that sound at the time of the difference, by onset. */
  readonly sounding: { readonly expected: readonly NoteEvent[]; readonly actual: readonly NoteEvent[] }
}

const FIELDS: Partial<Record<Ignorable, readonly string[]>> = {
  key: ['key'],
  time: ['time', 'at'],
  port: ['portId', 'note'],
  channel: ['channel', 'note', 'raw'],
  velocity: ['attack', 'release', 'raw'],
  string: ['string', 'neck'],
  name: ['name', 'octave'],
  neck: ['neck', 'chord'],
}

const KINDS: Readonly<Record<MidiEvent['kind'], Ignorable>> = {
  note: 'notes',
  controller: 'controllers',
  bend: 'bends',
  other: 'others',
}

const AROUND = 3
const LONGEST = 5
const MOST_STRETCHES = 20
/** Minimum run of equal events without times. A shorter run may be a coincidence. */
const RUN_WITHOUT_TIMES = 3

export function compareLogs(
  expected: readonly MidiEvent[],
  actual: readonly MidiEvent[],
  { toleranceMs = 0, ignore = [] }: GoldenOptions = {},
): GoldenDifference | undefined {
  const tolerance = ignore.includes('time') ? 0 : toleranceMs
  const left = new Set(ignore.flatMap(word => FIELDS[word] ?? []))
  // Reordering changes the keys and times of events.
  if (tolerance > 0) for (const field of ['key', 'time', 'at']) left.add(field)
  // Logs from earlier versions contain neither their version, nor the neck, nor the songs' strings.
  const isEarlier = !expected.some(event => 'golden' in event)
  const lacks = (field: string) => isEarlier && !expected.some(event => field in event)
  for (const field of ['golden', 'track']) left.add(field)
  if (lacks('chord') || expected.some(event => 'chord' in event && event.chord === null)) left.add('chord')
  if (lacks('neck')) for (const field of ['neck', 'string']) if (lacks(field)) left.add(field)
  const isLeftOut = ({ kind }: MidiEvent) => ignore.includes(KINDS[kind])
  const logs: Logs = {
    wanted: expected.filter(event => !isLeftOut(event)),
    heard: actual.filter(event => !isLeftOut(event)),
    numbers: [...expected.entries()].flatMap(([index, event]) => (isLeftOut(event) ? [] : [index + 1])),
    end: expected.length + 1,
    ...{ left, tolerance },
  }
  const hasChords = tolerance > 0 && !left.has('chord')
  // Reordering changes which event names the chord, so chords are compared separately.
  if (hasChords) left.add('chord')
  const leftLater = new Set([...left, 'key'])
  const agreement = {
    differing: (a: MidiEvent, b: MidiEvent) => differing(a, b, left),
    signature: signatureWithout(leftLater),
  }
  const { wanted, heard } = logs
  const stretches =
    tolerance > 0
      ? stretchesWithin(wanted, heard, agreement, tolerance)
      : stretchesInOrder(wanted, heard, agreement, ignore.includes('time') ? RUN_WITHOUT_TIMES : 1)

  const found = [...stretches]
  if (found.length === 0 && hasChords) found.push(...chordStretches(wanted, heard, agreement, tolerance))

  let first: Stretch | undefined
  const later: GoldenStretch[] = []
  let more = 0
  for (const stretch of found) {
    if (!first) first = stretch
    else if (later.length + 1 < MOST_STRETCHES)
      later.push(described(stretch, { ...logs, left: leftLater }, 0))
    else more += 1
  }
  return first && { ...firstDifference(first, logs), later, more }
}

interface Logs {
  readonly wanted: readonly MidiEvent[]
  readonly heard: readonly MidiEvent[]
  /** Event numbers of the expected events in the golden log, from 1. */
  readonly numbers: readonly number[]
  readonly end: number
  readonly left: ReadonlySet<string>
  readonly tolerance: number
}

function signatureWithout(left: ReadonlySet<string>): (event: MidiEvent) => string {
  return event => {
    const fields = Object.entries(event).filter(([name]) => !left.has(name))
    return JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

function differing(a: MidiEvent, b: MidiEvent, left: ReadonlySet<string>): string[] {
  const other = new Map<string, unknown>(Object.entries(b))
  const names = new Set([...Object.keys(a), ...other.keys()])
  const own = new Map<string, unknown>(Object.entries(a))
  return [...names].filter(name => !left.has(name) && !shallow(own.get(name), other.get(name)))
}

function firstDifference(stretch: Stretch, logs: Logs): Omit<GoldenDifference, 'later' | 'more'> {
  const { wanted, heard, left, tolerance } = logs
  const [expected, actual] = [wanted[stretch.expected[0] ?? -1], heard[stretch.actual[0] ?? -1]]
  // If times are compared, late events don't count as sounding yet.
  const times = [expected?.at, actual?.at].filter(at => at !== undefined)
  const moment = left.has('at') && tolerance === 0 ? undefined : Math.min(...times) + tolerance
  return {
    ...described(stretch, logs, AROUND),
    ...(expected && { expected }),
    ...(actual && { actual }),
    fields: stretch.fields ?? (expected && actual ? differing(expected, actual, left) : []),
    sounding: {
      expected: soundingNotes(wanted, moment ?? wanted[stretch.begins]?.at),
      actual: soundingNotes(heard, moment ?? heard[stretch.actualBegins]?.at),
    },
  }
}

/** @param context number of events to show before and after */
function described(stretch: Stretch, logs: Logs, context: number): GoldenStretch {
  const { wanted, heard, numbers, end, left, tolerance } = logs
  const [from, afterwards] = [stretch.begins, stretch.expected.at(-1) ?? stretch.begins - 1]
  const [expected, actual] = [wanted[stretch.expected[0] ?? -1], heard[stretch.actual[0] ?? -1]]
  const isPaired = expected && actual && stretch.expected.length === stretch.actual.length
  const fields = stretch.fields ?? (isPaired ? differing(expected, actual, left) : [])
  const late = isPaired && !stretch.fields && tolerance > 0 ? actual.at - expected.at : 0
  const numbered = (sign: string, number: number, event: MidiEvent | undefined) =>
    event ? [`${sign} ${String(number).padStart(5)}  ${formatEvent(event, 'text')}`] : []
  const around = (begin: number, until: number) =>
    wanted
      .slice(Math.max(0, begin), until)
      .flatMap((event, at) => numbered(' ', numbers[Math.max(0, begin) + at] ?? 0, event))
  const side = (sign: string, all: readonly number[], line: (index: number) => string[], none: string) => [
    ...all.slice(0, LONGEST).flatMap(line),
    ...(all.length > LONGEST ? [`${sign}        … and ${all.length - LONGEST} more`] : []),
    ...(none === '' || all.length > 0 ? [] : [`${sign}        ${none}`]),
  ]
  const lost = (index: number) => numbered('-', numbers[index] ?? 0, wanted[index])
  const added = (index: number) => numbered('+', index + 1, heard[index])
  const isAtEnd = afterwards + 1 >= wanted.length
  return {
    number: numbers[stretch.expected[0] ?? from] ?? end,
    time: (expected ?? actual)?.time ?? '',
    lines: [
      ...around(from - context, from),
      ...side('-', stretch.expected, lost, from >= wanted.length ? '(the golden log ends here)' : ''),
      ...side('+', stretch.actual, added, isAtEnd ? '(nothing more was heard)' : ''),
      ...fields.map(
        field => `         ${field}: ${shown(expected, field)} was expected, not ${shown(actual, field)}`,
      ),
      ...(Math.abs(late) > tolerance
        ? [`         ${Math.abs(late)} ms too ${late > 0 ? 'late' : 'early'}, ${tolerance} ms are allowed`]
        : []),
      ...around(afterwards + 1, afterwards + 1 + context),
    ],
  }
}

function shown(event: MidiEvent | undefined, field: string): string {
  return JSON.stringify(new Map<string, unknown>(Object.entries(event ?? {})).get(field)) ?? 'nothing'
}

const DRUMS = 10

/** @param at time on the log's clock; default: the end */
function soundingNotes(events: readonly MidiEvent[], at = Number.POSITIVE_INFINITY): NoteEvent[] {
  const sounding = new Map<string, NoteEvent>()
  for (const event of events) {
    if (event.kind !== 'note' || event.channel === DRUMS || event.at > at) continue
    sounding.delete(event.note)
    if (event.on) sounding.set(event.note, event)
  }
  return [...sounding.values()]
}
