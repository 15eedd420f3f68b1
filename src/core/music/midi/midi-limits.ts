/** The values that MIDI messages can carry (specification, section 5), and the errors for other ones. */

interface MidiRange {
  readonly min: number
  readonly max: number
  /** Fractions are allowed. */
  readonly fraction?: boolean
  /** What to say instead of the bounds: `a time at most a day ahead`. */
  readonly text?: string
  readonly code: string
}

const MIDI_LIMITS = {
  note: { min: 0, max: 127, code: 'midi_note' },
  velocity: { min: 0, max: 1, fraction: true, code: 'midi_velocity' },
  channel: { min: 1, max: 16, code: 'midi_channel' },
  controller: { min: 0, max: 127, code: 'midi_controller' },
  value: { min: 0, max: 127, code: 'midi_value' },
  program: { min: 0, max: 127, code: 'midi_program' },
  bend: { min: 0, max: 16383, code: 'midi_bend' },
} as const satisfies Record<string, MidiRange>

type MidiQuantity = keyof typeof MIDI_LIMITS

/** A value of the wrong type: a text, NaN, a fraction instead of a whole number. */
export class MidiTypeError extends TypeError {
  override readonly name = 'MidiTypeError'
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

/** A number outside the range that MIDI gives it. */
export class MidiRangeError extends RangeError {
  override readonly name = 'MidiRangeError'
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

/**
 * Returns `value` if MIDI can carry it as that quantity (channels 1–16, velocities 0–1, notes and values
 * 0–127, bends 0–16383).
 *
 * @throws MidiTypeError for another type, NaN, or a fraction; MidiRangeError for a number out of range.
 */
export function checkMidi(quantity: MidiQuantity, value: unknown): number {
  const range: MidiRange = MIDI_LIMITS[quantity]
  return checkRange(quantity, value, range)
}

/** `checkMidi` for any quantity. @param what it is called in the error */
export function checkRange(what: string, value: unknown, range: MidiRange): number {
  const {
    min,
    max,
    fraction,
    code,
    text = `a ${fraction ? 'number' : 'whole number'} of ${min} to ${max}`,
  } = range
  const isNumber = typeof value === 'number' && !Number.isNaN(value)
  if (isNumber && (value < min || value > max)) {
    throw new MidiRangeError(code, `The ${what} must be ${text}; ${value} is not.`)
  }
  if (isNumber && (fraction || Number.isInteger(value))) return value
  throw new MidiTypeError(code, `The ${what} must be ${text}, not ${String(value)}.`)
}
