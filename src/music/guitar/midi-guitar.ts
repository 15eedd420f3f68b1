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

/**
 * Recognizes a MIDI guitar, which sends each string on its own channel, one note at a time. Requires 8 notes,
 * 3 of them while another channel sounds, and two channels with at least two notes each. Starts over if two
 * notes on a channel overlap by more than 30 ms, or a note arrives outside the channel range.
 */

const NOTES = 8
const TOGETHER = 3
const NOTES_OF_A_CHANNEL = 2
const CHANNELS = 2
const LEGATO_MS = 30

const NONE = -1

export function createGuitarEar(firstChannel: number, lastChannel: number) {
  let first = firstChannel
  let last = lastChannel
  let recognised = false
  let began = 0
  let together = 0
  let channels = 0
  let sounding = 0
  let overlapping = 0
  const newest = new Int16Array(17).fill(NONE)
  const older = new Int16Array(17).fill(NONE)
  const metAt = new Float64Array(17)
  const played = new Uint32Array(17)

  const forget = () => {
    recognised = false
    began = 0
    together = 0
    channels = 0
    sounding = 0
    overlapping = 0
    newest.fill(NONE)
    older.fill(NONE)
    played.fill(0)
  }

  const quiet = (channel: number) => {
    if (newest[channel] !== NONE) sounding -= 1
    if (older[channel] !== NONE) overlapping -= 1
    newest[channel] = NONE
    older[channel] = NONE
  }

  const isPolyphonic = (at: number) => {
    if (overlapping === 0) return false
    for (let channel = first; channel <= last; channel += 1) {
      if (older[channel] !== NONE && at - (metAt[channel] ?? 0) > LEGATO_MS) return true
    }
    return false
  }

  const hold = (channel: number, note: number, at: number): boolean => {
    const before = newest[channel] ?? NONE
    if (before === note || older[channel] === note) return true
    if (before === NONE) sounding += 1
    else {
      if (older[channel] !== NONE) return false
      older[channel] = before
      metAt[channel] = at
      overlapping += 1
    }
    newest[channel] = note
    return true
  }

  return {
    get recognised() {
      return recognised
    },
    /** @param channel 1–16 @param at time, ms, monotonic */
    noteOn(channel: number, note: number, at: number) {
      const others = sounding - (newest[channel] === NONE ? 0 : 1)
      if (channel < first || channel > last || isPolyphonic(at) || !hold(channel, note, at)) {
        forget()
        return
      }
      began += 1
      if (others > 0) together += 1
      const notes = (played[channel] ?? 0) + 1
      played[channel] = notes
      if (notes === NOTES_OF_A_CHANNEL) channels += 1
      if (overlapping === 0 && began >= NOTES && together >= TOGETHER && channels >= CHANNELS)
        recognised = true
    },
    noteOff(channel: number, note: number, at: number) {
      if (isPolyphonic(at)) {
        forget()
        return
      }
      if (older[channel] === note) {
        older[channel] = NONE
        overlapping -= 1
      } else if (newest[channel] === note) {
        const left = older[channel] ?? NONE
        if (left === NONE) sounding -= 1
        else overlapping -= 1
        newest[channel] = left
        older[channel] = NONE
      }
    },
    silence(channel?: number) {
      if (channel !== undefined) quiet(channel)
      else for (let each = 1; each <= 16; each += 1) quiet(each)
    },
    setRow(firstOfRow: number, lastOfRow: number) {
      first = firstOfRow
      last = lastOfRow
      const outside = played.some((notes, channel) => notes > 0 && (channel < first || channel > last))
      if (outside) forget()
    },
    trust() {
      recognised = true
    },
    forget,
  }
}
