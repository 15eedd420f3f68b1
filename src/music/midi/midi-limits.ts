interface MidiRange {
  readonly min: number
  readonly max: number
  readonly fraction?: boolean
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

export class MidiTypeError extends TypeError {
  override readonly name = 'MidiTypeError'
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

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
 * @throws MidiTypeError if the value is not a number, or is a fraction where an integer is required
 * @throws MidiRangeError if it is out of range
 */
export function checkMidi(quantity: keyof typeof MIDI_LIMITS, value: unknown): number {
  return checkRange(quantity, value, MIDI_LIMITS[quantity])
}

export function checkRange(what: string, value: unknown, range: MidiRange): number {
  const { min, max, fraction, code } = range
  const { text = `a ${fraction ? 'number' : 'whole number'} of ${min} to ${max}` } = range
  const isNumber = typeof value === 'number' && !Number.isNaN(value)
  if (isNumber && (value < min || value > max)) {
    throw new MidiRangeError(code, `The ${what} must be ${text}, not ${value}.`)
  }
  if (isNumber && (fraction || Number.isInteger(value))) return value
  throw new MidiTypeError(code, `The ${what} must be ${text}, not ${String(value)}.`)
}
