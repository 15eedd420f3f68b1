/** Finds nearby chords with the same intervals, such as sequences of power chords or octaves. */
import type { Onset } from './onsets.js'

/** Maximum distance in beats (one bar); single notes may occur in between. */
export const CLOSE_BEATS = 4

const WIDEST = 17 // semitones; wider intervals share a class
const POWER_CHORD = 18
const OTHER_THREE = 19
const MORE = 20
export const KINDS = 21

/** @param alike number of nearby chords, out of two, that have the same intervals (0–2) */
export const movingOf = (kind: number, alike: number) => alike * KINDS + kind

export function kindOf(pitches: readonly number[]): number {
  const [top = 0, middle = 0, bottom = 0] = pitches
  if (pitches.length === 2) return Math.min(WIDEST, top - middle)
  if (pitches.length > 3) return MORE
  return top - middle === 5 && middle - bottom === 7 ? POWER_CHORD : OTHER_THREE
}

/**
 * @param index index of `here`, or the index where it would be inserted
 * @returns result of `movingOf`, or -1 for single notes
 */
export function movingAt(here: Onset, onsets: readonly Onset[], index: number, lookahead: boolean): number {
  if (here.grips.size < 2) return -1
  const before = besideAt(here, onsets, index, -1)
  const other = lookahead ? besideAt(here, onsets, index, 1) : besideAt(here, onsets, before, -1)
  const alike = (isMoved(here, onsets[before]) ? 1 : 0) + (isMoved(here, onsets[other]) ? 1 : 0)
  return movingOf(kindOf(here.grips.pitches), alike)
}

function besideAt(here: Onset, onsets: readonly Onset[], from: number, step: 1 | -1): number {
  for (let at = from + step; ; at += step) {
    const other = onsets[at]
    if (!other || Math.abs(other.at - here.at) > CLOSE_BEATS) return -1
    if (other.grips.size > 1 && !isSame(here, other)) return at
  }
}

function isSame(here: Onset, other: Onset): boolean {
  return isMoved(here, other) && here.grips.pitches[0] === other.grips.pitches[0]
}

function isMoved({ grips }: Onset, other: Onset | undefined): boolean {
  if (other?.grips.size !== grips.size) return false
  const { pitches } = other.grips
  const apart = (grips.pitches[0] ?? 0) - (pitches[0] ?? 0)
  for (let i = 1; i < grips.size; i += 1)
    if ((grips.pitches[i] ?? 0) - (pitches[i] ?? 0) !== apart) return false
  return true
}
