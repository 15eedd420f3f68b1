/** What a source has to say with each message. What is wrong there would end up in the log and on the neck. */
import { MidiRangeError, MidiTypeError } from '../../../core/music/midi/midi-limits.js'
import type { ReceiveOptions } from '../tokens.js'

/** As many strings as an exported log may name. */
const MOST_STRINGS = 16

/** @throws MidiTypeError, MidiRangeError */
export function checkReceiveOptions(options: ReceiveOptions): void {
  const { portId, at, string } = options
  if (typeof portId !== 'string' || portId === '') {
    throw new MidiTypeError(
      'midi_port',
      `The port must be named by a text, not ${String(portId) || 'nothing'}.`,
    )
  }
  if (at !== undefined && !Number.isFinite(at)) throwForTime(at)
  if (string !== undefined && !isString(string)) throwForString(string)
}

function isString(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST_STRINGS
}

function throwForTime(at: unknown): never {
  const code = 'midi_time'
  if (typeof at !== 'number' || Number.isNaN(at)) {
    throw new MidiTypeError(code, `The time must be a number of milliseconds, not ${String(at)}.`)
  }
  throw new MidiRangeError(code, `The time must be finite; ${at} is not.`)
}

function throwForString(string: unknown): never {
  const code = 'midi_string'
  if (typeof string !== 'number' || !Number.isInteger(string)) {
    throw new MidiTypeError(
      code,
      `The string must be a whole number of 1 to ${MOST_STRINGS}, not ${String(string)}.`,
    )
  }
  throw new MidiRangeError(code, `The string must lie within 1 to ${MOST_STRINGS}; ${string} does not.`)
}
