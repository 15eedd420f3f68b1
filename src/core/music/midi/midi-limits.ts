/** What a MIDI message may hold (specification, section 5), in one table, with the errors for what it may not. */

export interface MidiRange {
  readonly min: number
  readonly max: number
  /** Fractions are allowed: only the velocities of 0–1. */
  readonly fraction?: true
  readonly code: string
}

export const MIDI_LIMITS = {
  note: { min: 0, max: 127, code: 'midi_note' },
  velocity: { min: 0, max: 1, fraction: true, code: 'midi_velocity' },
  channel: { min: 1, max: 16, code: 'midi_channel' },
  controller: { min: 0, max: 127, code: 'midi_controller' },
  value: { min: 0, max: 127, code: 'midi_value' },
  program: { min: 0, max: 127, code: 'midi_program' },
  bend: { min: 0, max: 16383, code: 'midi_bend' },
} as const satisfies Record<string, MidiRange>

export type MidiQuantity = keyof typeof MIDI_LIMITS

/** A value that is not even a number of the right sort: text, NaN, a fraction where a whole number is needed. */
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
 * @throws MidiTypeError for what is no number, NaN, or a fraction; MidiRangeError for a number out of range.
 */
export function checkMidi(quantity: MidiQuantity, value: unknown): number {
  const { min, max, code, ...rest } = MIDI_LIMITS[quantity]
  const fraction = 'fraction' in rest
  if (typeof value !== 'number' || Number.isNaN(value)) {
    throw new MidiTypeError(
      code,
      `The ${quantity} must be a number of ${min} to ${max}, not ${String(value)}.`,
    )
  }
  if (value < min || value > max) {
    throw new MidiRangeError(code, `The ${quantity} must lie within ${min} to ${max}; ${value} does not.`)
  }
  if (!fraction && !Number.isInteger(value)) {
    throw new MidiTypeError(code, `The ${quantity} must be a whole number of ${min} to ${max}, not ${value}.`)
  }
  return value
}
