import { checkMidi } from './midi-limits.js'

export type MidiMessage =
  | { readonly type: 'note-on'; readonly channel: number; readonly note: number; readonly velocity: number }
  | { readonly type: 'note-off'; readonly channel: number; readonly note: number; readonly velocity: number }
  | {
      readonly type: 'controller'
      readonly channel: number
      readonly controller: number
      readonly value: number
    }
  | { readonly type: 'bend'; readonly channel: number; readonly value: number }
  | {
      readonly type: 'other'
      readonly channel?: number
      readonly message: string
      readonly value: number
    }

const DATA_BYTES: Readonly<Record<number, number>> = { 8: 2, 9: 2, 10: 2, 11: 2, 12: 1, 13: 1, 14: 2 }

const SYSEX = 0xf0
const SYSEX_END = 0xf7

const SYSTEM_MESSAGES: Readonly<Record<number, { message: string; dataBytes: number }>> = {
  240: { message: 'sysex', dataBytes: 0 },
  241: { message: 'timecode', dataBytes: 1 },
  242: { message: 'songposition', dataBytes: 2 },
  243: { message: 'songselect', dataBytes: 1 },
  246: { message: 'tunerequest', dataBytes: 0 },
  247: { message: 'sysexend', dataBytes: 0 },
  248: { message: 'clock', dataBytes: 0 },
  250: { message: 'start', dataBytes: 0 },
  251: { message: 'continue', dataBytes: 0 },
  252: { message: 'stop', dataBytes: 0 },
  254: { message: 'activesensing', dataBytes: 0 },
  255: { message: 'reset', dataBytes: 0 },
}

/**
 * Parses one complete message, starting with the status byte (no running status). Channels are 1–16,
 * velocities 0–1. A note-on with velocity 0 is parsed as a note-off. SysEx may arrive in chunks.
 * @example parseMidiMessage([0x90, 60, 100])?.type // 'note-on'
 */
export function parseMidiMessage(bytes: ArrayLike<number>): MidiMessage | undefined {
  const status = bytes[0]
  if (status === undefined || !(status >= 128 && status <= 255)) return undefined
  if (status >= 240) return parseSystem(status, bytes)
  const kind = status >> 4
  const first = bytes[1] ?? -1
  const dataBytes = DATA_BYTES[kind]
  if (bytes.length !== 1 + (dataBytes ?? 0)) return undefined
  const second = dataBytes === 2 ? (bytes[2] ?? -1) : 0
  if (!isDataByte(first) || !isDataByte(second)) return undefined
  const channel = (status & 15) + 1
  switch (kind) {
    case 8:
      return { type: 'note-off', channel, note: first, velocity: second / 127 }
    case 9:
      return second === 0
        ? { type: 'note-off', channel, note: first, velocity: 0 }
        : { type: 'note-on', channel, note: first, velocity: second / 127 }
    case 10:
      return { type: 'other', channel, message: 'keyaftertouch', value: first }
    case 11:
      return { type: 'controller', channel, controller: first, value: second }
    case 12:
      return { type: 'other', channel, message: 'programchange', value: first }
    case 13:
      return { type: 'other', channel, message: 'channelaftertouch', value: first }
    default:
      return { type: 'bend', channel, value: (second << 7) | first }
  }
}

function parseSystem(status: number, bytes: ArrayLike<number>): MidiMessage | undefined {
  const known = SYSTEM_MESSAGES[status]
  const value = bytes[1] ?? 0
  if (!known) return { type: 'other', message: 'unknown', value: isDataByte(value) ? value : 0 }
  if (status !== SYSEX && bytes.length !== 1 + known.dataBytes) return undefined
  const end = bytes.length - (status === SYSEX && bytes[bytes.length - 1] === SYSEX_END ? 1 : 0)
  if (!areDataBytes(bytes, end)) return undefined
  return { type: 'other', message: known.message, value: isDataByte(value) ? value : 0 }
}

function isDataByte(value: number): boolean {
  return value >= 0 && value <= 127 && Number.isInteger(value)
}

/**
 * Returns whether the bytes are one complete MIDI 1.0 message, as `MIDIOutput.send` requires.
 * @example isSendable([0x90, 60]) // false
 */
export function isSendable(bytes: ArrayLike<number>): boolean {
  const status = bytes[0] ?? 0
  const last = bytes.length - 1
  if (status === SYSEX) return last > 0 && bytes[last] === SYSEX_END && areDataBytes(bytes, last)
  const dataBytes = status < SYSEX ? DATA_BYTES[status >> 4] : SYSTEM_MESSAGES[status]?.dataBytes
  return dataBytes === last && status !== SYSEX_END && areDataBytes(bytes, bytes.length)
}

function areDataBytes(bytes: ArrayLike<number>, end: number): boolean {
  for (let index = 1; index < end; index += 1) if (!isDataByte(bytes[index] ?? -1)) return false
  return true
}

/** @example isNoteOn([0x90, 60, 0]) // false */
export function isNoteOn(bytes: ArrayLike<number>): boolean {
  return (bytes[0] ?? 0) >> 4 === 0x9 && (bytes[2] ?? 0) > 0
}

export function isNoteOff(bytes: ArrayLike<number>): boolean {
  const kind = (bytes[0] ?? 0) >> 4
  return kind === 0x8 || (kind === 0x9 && (bytes[2] ?? 0) === 0)
}

/**
 * Returns the bytes of a note-on. A velocity (0–1) above 0 is never rounded to 0, which would mean note-off.
 * @throws MidiTypeError, MidiRangeError
 * @example noteOn(1, 60, 0.8) // middle C on channel 1
 */
export function noteOn(channel: number, note: number, velocity: number): number[] {
  const strength = checkMidi('velocity', velocity)
  return [
    0x8f + checkMidi('channel', channel),
    checkMidi('note', note),
    strength > 0 ? Math.max(1, Math.round(strength * 127)) : 0,
  ]
}

/**
 * Returns the bytes of a note-off. The velocity (0–1) defaults to 64/127.
 * @throws MidiTypeError, MidiRangeError
 */
export function noteOff(channel: number, note: number, velocity = 64 / 127): number[] {
  const strength = Math.round(checkMidi('velocity', velocity) * 127)
  return [0x7f + checkMidi('channel', channel), checkMidi('note', note), strength]
}

/**
 * Returns the bytes of a control change.
 * @throws MidiTypeError, MidiRangeError
 * @example controlChange(1, 64, 127) // sustain pedal down on channel 1
 */
export function controlChange(channel: number, controller: number, value: number): number[] {
  return [
    0xaf + checkMidi('channel', channel),
    checkMidi('controller', controller),
    checkMidi('value', value),
  ]
}

export function pitchBend(channel: number, value: number): number[] {
  const bend = checkMidi('bend', value)
  return [0xdf + checkMidi('channel', channel), bend & 127, bend >> 7]
}

export function programChange(channel: number, program: number): number[] {
  return [0xbf + checkMidi('channel', channel), checkMidi('program', program)]
}

/** Maps −1…1 to a 14-bit value: 0 becomes 8192, and 1 becomes 16383. */
export function bendToRaw(bend: number): number {
  return Math.min(16383, Math.max(0, Math.round(bend * 8192) + 8192))
}
