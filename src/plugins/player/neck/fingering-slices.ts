/** Which notes are solved together, where a piece is solved in slices. */

import { TOGETHER } from '../../../core/music/song/tempo-map.js'
import { firstNotBelow } from '../../../core/platform/ordered.js'

/**
 * Notes around a slice are solved with it, so that the seam is smooth: onsets further away change nothing. Except
 * pins, which show what the player prefers wherever they are.
 */
const AROUND = 48
/** Notes taken on each side of a pinned note, and how many in all, the nearest first. */
const AROUND_PIN = 4
const MOST_TAUGHT = 400

/** Where a slice ends that begins with a note: after so many, and after the last of a chord, which one hand holds. */
export function endOfSlice(notes: readonly { readonly onset: number }[], from: number, size: number): number {
  let end = Math.min(notes.length, from + size)
  const last = notes[end - 1]?.onset ?? 0
  while (end < notes.length && (notes[end]?.onset ?? 0) - last < TOGETHER) end += 1
  return end
}

/**
 * @param from index of the first note of the slice
 * @param pinned indices of the pinned notes, ascending
 * @returns indices, ascending and without a gap from the first to the last of the slice
 */
export function notesToSolve(
  notes: readonly { readonly onset: number }[],
  from: number,
  size: number,
  pinned: readonly number[],
): readonly number[] {
  const first = Math.max(0, from - AROUND)
  const end = Math.min(notes.length, from + size + AROUND)
  const before = taught(
    notes,
    pinned.slice(0, firstNotBelow(pinned, first)).reverse(),
    index => index < first,
  )
  const after = taught(notes, pinned.slice(firstNotBelow(pinned, end)), index => index >= end)
  const within = Array.from({ length: end - first }, (_, index) => first + index)
  return [...before, ...within, ...after]
}

/**
 * Whole onsets with a pin and the notes around them: half a chord would mislead the solver.
 *
 * @param pinned the nearest first
 */
function taught(
  notes: readonly { readonly onset: number }[],
  pinned: readonly number[],
  isOutside: (index: number) => boolean,
): readonly number[] {
  const taken = new Set<number>()
  const onsetOf = (index: number) => notes[index]?.onset
  for (const index of pinned) {
    if (taken.size >= MOST_TAUGHT) break
    let low = index - AROUND_PIN
    let high = index + AROUND_PIN
    while (onsetOf(low - 1) !== undefined && onsetOf(low - 1) === onsetOf(low)) low -= 1
    while (onsetOf(high + 1) !== undefined && onsetOf(high + 1) === onsetOf(high)) high += 1
    for (let each = low; each <= high; each += 1) {
      if (isOutside(each) && onsetOf(each) !== undefined) taken.add(each)
    }
  }
  return [...taken].sort((a, b) => a - b)
}
