import { MAX_FRET } from './position.js'

export const USUAL_STRINGS = 6

const LAST_CHANNEL = 16

export interface GuitarLayout {
  /** Channel 1–16 of string 1 (the highest), or of the lowest string if `reversed`. */
  readonly firstChannel: number
  readonly strings: number
  readonly reversed: boolean
}

export function lastChannelOf({ firstChannel, strings }: GuitarLayout): number {
  return Math.min(LAST_CHANNEL, firstChannel + strings - 1)
}

export function highestFirstChannel(strings: number): number {
  return LAST_CHANNEL + 1 - strings
}

/** @example stringOfChannel({ firstChannel: 11, strings: 6, reversed: true }, 11) // 6 */
export function stringOfChannel(layout: GuitarLayout, channel: number): number | undefined {
  const place = channel - layout.firstChannel
  if (place < 0 || place >= layout.strings || channel > LAST_CHANNEL) return undefined
  return layout.reversed ? layout.strings - place : place + 1
}

/** @example fretOf(67, 1, { strings: standard, capo: 0 }) // 3 */
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
