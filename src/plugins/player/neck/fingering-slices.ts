import { TOGETHER } from '../../../core/music/song/tempo-map.js'
import { firstNotBelow } from '../../../core/platform/ordered.js'

/** Notes solved on either side of a slice for a smooth seam. Pins teach from farther away. */
const AROUND = 48
/** Notes to each side of a pinned note, and their maximum, nearest first. */
const AROUND_PIN = 4
const MOST_TAUGHT = 400

export function endOfSlice(notes: readonly { readonly onset: number }[], from: number, size: number): number {
  let end = Math.min(notes.length, from + size)
  const last = notes[end - 1]?.onset ?? 0
  while (end < notes.length && (notes[end]?.onset ?? 0) - last < TOGETHER) end += 1
  return end
}

/**
 * Indices of the notes to solve for a slice, ascending and without a gap within it.
 *
 * @param pinned ascending
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

/** Whole onsets around pins, nearest first: half a chord would mislead the solver. */
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
