/** MIDI guitars: each string plays on a channel of its own, on consecutive channels. */
import { MAX_FRET } from './position.js'

/** Strings of a guitar with unknown tuning. */
export const USUAL_STRINGS = 6

const LAST_CHANNEL = 16

export interface GuitarLayout {
  /** 1–16: where the row begins, with string 1 (the highest), or with the lowest where it is reversed. */
  readonly firstChannel: number
  readonly strings: number
  readonly reversed: boolean
}

/**
 * The channel on which the row ends, at most 16: strings that find no channel are silent.
 *
 * @example lastChannelOf({ firstChannel: 1, strings: 6, reversed: false }) // 6
 */
export function lastChannelOf({ firstChannel, strings }: GuitarLayout): number {
  return Math.min(LAST_CHANNEL, firstChannel + strings - 1)
}

/** The last channel on which a guitar of so many strings can begin. */
export function highestFirstChannel(strings: number): number {
  return LAST_CHANNEL + 1 - strings
}

/**
 * The string that plays on a channel (1–16), 1 is the highest; `undefined` for channels outside of the row.
 *
 * @example stringOfChannel({ firstChannel: 11, strings: 6, reversed: false }, 11) // 1
 * @example stringOfChannel({ firstChannel: 11, strings: 6, reversed: true }, 11) // 6
 */
export function stringOfChannel(layout: GuitarLayout, channel: number): number | undefined {
  const place = channel - layout.firstChannel
  if (place < 0 || place >= layout.strings || channel > LAST_CHANNEL) return undefined
  return layout.reversed ? layout.strings - place : place + 1
}

/**
 * Fret at which a string sounds a pitch: pitch − open string − capo, counted from the capo. `undefined` where
 * there is no such string or the fret is outside of the neck: then the tuning does not match.
 *
 * @example fretOf(67, 1, { strings: standard, capo: 0 }) // 3
 */
export function fretOf(
  pitch: number,
  string: number,
  { strings, capo }: { readonly strings: readonly number[]; readonly capo: number },
): number | undefined {
  const open = strings[string - 1]
  if (open === undefined) return undefined
  const fret = pitch - open - capo
  return fret >= 0 && fret <= MAX_FRET - capo ? fret : undefined
}
