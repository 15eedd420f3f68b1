import { getOrMake } from '../../core/platform/store.js'
import { type NamedNote, noteName } from '../guitar/note-name.js'
import type { MidiMessage } from './midi-message.js'
export const MALFORMED = 'malformed'

interface MidiEventBase {
  /** Unique within one `MidiInput`. */
  readonly key: number
  /** Local time, HH:mm:ss:SSS. */
  readonly time: string
  /** Monotonic time, ms. */
  readonly at: number
  readonly portId: string
  readonly channel: number
  readonly raw: readonly number[]
}

export interface NoteEvent extends MidiEventBase {
  readonly kind: 'note'
  readonly on: boolean
  /** Note name with the octave offset applied, such as `C#4`; the octave is never below 0. */
  readonly name: string
  /** Note key: `<portId>:<channel>:<number>`. */
  readonly note: string
  readonly octave: number
  /** Note number 0–127, as played. */
  readonly number: number
  /** Note-on velocity, 0–1; 0 on a note-off. */
  readonly attack: number
  /** Note-off velocity, 0–1; 0 on a note-on. */
  readonly release: number
  /** String number (1 is the highest), if the source provides it. */
  readonly string?: number
}

export interface ControlChangeEvent extends MidiEventBase {
  readonly kind: 'controller'
  readonly on: null
  readonly controller: number
  readonly value: number
  /** Controller name in the form `CC-<controller>`. */
  readonly note: string
  readonly number: number
}

export interface PitchBendEvent extends MidiEventBase {
  readonly kind: 'bend'
  readonly on: null
  /** 14-bit value, 0–16383; the center is 8192. */
  readonly value: number
  readonly note: 'PB'
  readonly number: number
}

/** Program change, aftertouch, system message and others, which are only logged. */
export interface OtherMidiEvent extends MidiEventBase {
  readonly kind: 'other'
  readonly on: null
  /** Message type: `programchange`, `channelaftertouch`, `sysex` … */
  readonly message: string
  readonly note: string
  readonly number: number
}

export type MidiEvent = NoteEvent | ControlChangeEvent | PitchBendEvent | OtherMidiEvent

/** Validates events without a schema, which would be many times slower for a log of 200,000 events. */

type Fields = Readonly<Record<string, unknown>>
type Check = (value: unknown) => boolean

const whole = (min: number, max: number): Check => {
  return value => typeof value === 'number' && value >= min && value <= max && Number.isInteger(value)
}
const finite: Check = value => Number.isFinite(value)
const text: Check = value => typeof value === 'string'
const portion: Check = value => typeof value === 'number' && value >= 0 && value <= 1
const nothing: Check = value => value === null
const byte = whole(0, 255)
const value7 = whole(0, 127)
const value14 = whole(0, 16383)

const TIME = /^\d{2}:\d{2}:\d{2}:\d{3}$/

function isRaw(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  for (const item of value) if (!byte(item)) return false
  return true
}

const isTime: Check = value => typeof value === 'string' && TIME.test(value)
const COMMON = Object.entries({ key: finite, time: isTime, at: finite, portId: text, raw: isRaw })

const channel = whole(1, 16)
const KINDS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  note: {
    ...{ channel, on: value => typeof value === 'boolean', name: text, note: text, octave: finite },
    ...{ number: value7, attack: portion, release: portion },
    string: value => value === undefined || channel(value),
  },
  controller: { channel, on: nothing, controller: value7, value: value7, note: text, number: value7 },
  bend: { channel, on: nothing, value: value14, note: text, number: value14 },
  other: { channel: whole(0, 16), on: nothing, message: text, note: text, number: finite },
}
const BY_KIND = new Map(Object.entries(KINDS).map(([kind, checks]) => [kind, Object.entries(checks)]))

export function badFieldOfMidiEvent(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return ''
  const fields = value as Fields
  const { kind } = fields
  const own = typeof kind === 'string' ? BY_KIND.get(kind) : undefined
  if (!own) return 'kind'
  for (const [name, isGood] of COMMON) if (!isGood(fields[name])) return name
  for (const [name, isGood] of own) if (!isGood(fields[name])) return name
  return undefined
}

export function isMidiEvent(value: unknown): value is MidiEvent {
  return badFieldOfMidiEvent(value) === undefined
}

const quoted = new Map<string, string>()

function quote(text: string): string {
  const known = quoted.get(text)
  if (known !== undefined) return known
  const json = JSON.stringify(text)
  if (quoted.size < 1000) quoted.set(text, json)
  return json
}

export function midiEventJson(event: MidiEvent): string {
  const { key, time, at, portId, channel, kind } = event
  const head = `{"key":${key},"time":"${time}","at":${at},"portId":${quote(portId)},"channel":${channel},"kind":"${kind}"`
  const tail = `,"raw":[${event.raw.join(',')}]}`
  switch (event.kind) {
    case 'note': {
      const { on, name, note, octave, number, attack, release, string } = event
      const onString = string === undefined ? '' : `,"string":${string}`
      const strength = `"attack":${attack},"release":${release}${onString}`
      const pitch = `"name":${quote(name)},"note":${quote(note)},"octave":${octave},"number":${number}`
      return `${head},"on":${on},${pitch},${strength}${tail}`
    }
    case 'controller':
      return `${head},"on":null,"controller":${event.controller},"value":${event.value},"note":${quote(event.note)},"number":${event.number}${tail}`
    case 'bend':
      return `${head},"on":null,"value":${event.value},"note":${quote(event.note)},"number":${event.number}${tail}`
    case 'other':
      return `${head},"on":null,"message":${quote(event.message)},"note":${quote(event.note)},"number":${event.number}${tail}`
  }
}

export interface Circumstances {
  readonly key: number
  readonly time: string
  readonly at: number
  readonly portId: string
  readonly string: number | undefined
  readonly octaveOffset?: number | undefined
  /** On a note-off: the matching note-on. */
  readonly begun?: NamedNote | undefined
}

/** Message types without a label are shown as they are. */
const LABELS: Readonly<Record<string, string>> = {
  programchange: 'PC',
  channelaftertouch: 'CP',
  keyaftertouch: 'KP',
}

const CONTROLLER_LABELS = Array.from({ length: 128 }, (_, controller) => `CC-${controller}`)

const emptyList = (): string[] => []

/** Caches parts of events to reduce garbage at ten thousand messages per second. */
export function createEventMaker(octaveOffset: number) {
  const namesAt = namesByOffset()
  let names = namesAt(octaveOffset)
  const noteIds = new Map<string, string[]>()

  const noteId = (portId: string, channel: number, number: number) => {
    const ids = getOrMake(noteIds, portId, emptyList)
    const index = channel * 128 + number
    const known = ids[index]
    if (known !== undefined) return known
    const id = `${portId}:${channel}:${number}`
    ids[index] = id
    return id
  }

  const noteEvent = (
    { type, channel, note: number, velocity }: Extract<MidiMessage, { note: number }>,
    { key, time, at, portId, string, octaveOffset: own, begun }: Circumstances,
    raw: readonly number[],
  ): MidiEvent => {
    const on = type === 'note-on'
    const id = noteId(portId, channel, number)
    const namesNow = own === undefined ? names : namesAt(own)
    const named = (on ? undefined : begun) ?? namesNow[number] ?? noteName(number)
    const { name, octave } = named
    const attack = on ? velocity : 0
    const release = on ? 0 : velocity
    const kind = 'note'
    const event = {
      key,
      time,
      at,
      portId,
      channel,
      kind,
      on,
      name,
      note: id,
      octave,
      number,
      attack,
      release,
      raw,
    } as const
    return string === undefined ? event : { ...event, string }
  }

  return {
    make(message: MidiMessage, bytes: ArrayLike<number>, circumstances: Circumstances): MidiEvent {
      const { key, time, at, portId } = circumstances
      const raw = copyOf(bytes)
      switch (message.type) {
        case 'note-on':
        case 'note-off':
          return noteEvent(message, circumstances, raw)
        case 'controller': {
          const { channel, controller, value } = message
          const note = CONTROLLER_LABELS[controller] ?? ''
          const kind = 'controller'
          return {
            key,
            time,
            at,
            portId,
            channel,
            kind,
            on: null,
            controller,
            value,
            note,
            number: value,
            raw,
          }
        }
        case 'bend': {
          const { channel, value } = message
          const [kind, note] = ['bend', 'PB'] as const
          return { key, time, at, portId, channel, kind, on: null, value, note, number: value, raw }
        }
        case 'other': {
          // System messages have no channel.
          const { channel = 0, message: word, value } = message
          const note = LABELS[word] ?? word
          const kind = 'other'
          return { key, time, at, portId, channel, kind, on: null, message: word, note, number: value, raw }
        }
      }
    },
    setOctaveOffset(octaves: number) {
      names = namesAt(octaves)
    },
  }
}

export type EventMaker = ReturnType<typeof createEventMaker>

export function malformedEvent(
  bytes: ArrayLike<number>,
  { key, time, at, portId }: Circumstances,
): OtherMidiEvent {
  // Only valid bytes can be exported.
  const raw = Array.from(bytes, byte => (byte >= 0 && byte <= 255 ? Math.trunc(byte) : 0))
  const words = { message: MALFORMED, note: MALFORMED } as const
  return { key, time, at, portId, channel: 0, kind: 'other', on: null, ...words, number: 0, raw }
}

function namesByOffset(): (octaveOffset: number) => readonly NamedNote[] {
  const known = new Map<number, readonly NamedNote[]>()
  return octaveOffset =>
    getOrMake(known, octaveOffset, () =>
      Array.from({ length: 128 }, (_, number) => noteName(number, { octaveOffset })),
    )
}

/** Faster than `Array.from` for the usual two or three bytes. */
function copyOf(bytes: ArrayLike<number>): number[] {
  const first = bytes[0] ?? 0
  if (bytes.length === 3) return [first, bytes[1] ?? 0, bytes[2] ?? 0]
  if (bytes.length === 2) return [first, bytes[1] ?? 0]
  return Array.from(bytes)
}

const DAY_MS = 86_400_000

const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))

function two(number: number): string {
  return TWO_DIGITS[number] ?? '00'
}

/** @example timeOfDay(61_005.9) // '00:01:01:005' */
export function timeOfDay(ms: number): string {
  const whole = ms > 0 && Number.isFinite(ms) ? Math.floor(ms) % DAY_MS : 0
  const seconds = Math.floor(whole / 1000)
  const minutes = Math.floor(seconds / 60)
  const millis = String(whole % 1000).padStart(3, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}:${millis}`
}

/** @example timeOfDayMs('00:01:01:005') // 61005 */
export function timeOfDayMs(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0, millis = 0] = time.split(':').map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + millis
}
