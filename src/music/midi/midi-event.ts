export const MALFORMED = 'malformed'

interface MidiEventBase {
  /** Event key, unique within one `MidiInput`. */
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

/** Other messages (program changes, aftertouch, system messages), which are logged but not interpreted. */
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
