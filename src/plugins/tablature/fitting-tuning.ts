/** Another tuning of the same instrument that has the notes which the present one lacks. */
import { positionsOf } from '../../core/music/guitar/position.js'
import { TUNINGS, type Tuning, tuningById } from '../../core/music/guitar/tunings.js'
import type { NeckView } from '../fretboard/tokens.js'

/**
 * Of several the one whose lowest string is changed least, then the one that keeps the most shapes, then the one whose
 * strings are changed least altogether.
 *
 * @param pitches MIDI notes of the song
 * @returns `undefined` where all are in range already, none has them all, or the tuning is not a built-in one
 * @example fittingTuning([39, 51], { tuning: STANDARD_TUNING, capo: 0 })?.name // 'Half-step down'
 */
export function fittingTuning(
  pitches: Iterable<number>,
  { tuning: { id }, capo }: Pick<NeckView, 'tuning' | 'capo'>,
): Tuning | undefined {
  const present = typeof id === 'number' ? tuningById(id) : undefined
  if (!present) return undefined
  const wanted = [...new Set(pitches)]
  const hasAll = (tuning: Tuning) => wanted.every(pitch => positionsOf(pitch, tuning, { capo }).length > 0)
  if (hasAll(present)) return undefined
  const fitting = TUNINGS.filter(
    tuning =>
      tuning.instrument === present.instrument &&
      tuning.strings.length === present.strings.length &&
      hasAll(tuning),
  )
  return fitting
    .map(tuning => ({ tuning, cost: costOf(tuning, present) }))
    .toSorted((a, b) => a.cost - b.cost)[0]?.tuning
}

/** What counts most of all, what next; 1 for a semitone on any string. */
const COSTS = { lowest: 10_000, uneven: 500 } as const

function costOf(tuning: Tuning, present: Tuning): number {
  const by = present.strings.map((note, index) => (tuning.strings[index] ?? note) - note)
  const lowest = Math.min(...tuning.strings) - Math.min(...present.strings)
  const sum = by.reduce((all, each) => all + Math.abs(each), 0)
  // All but the lowest string: a dropped one leaves the shapes on the others as they are.
  const uneven = new Set(by.slice(0, -1)).size - 1
  return Math.abs(lowest) * COSTS.lowest + uneven * COSTS.uneven + sum
}
