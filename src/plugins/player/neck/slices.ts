// Solves a song in batches, with extra notes on either side for smooth transitions.
import { firstNotBelow } from '../../../core/platform/ordered.js'
import type { FingeringSolver, HandZone, SolveOptions } from '../../../music/fingering/fingering.js'
import type { ReachableNeck } from '../../../music/guitar/position.js'
import { CHORD_SPREAD } from '../../../music/song/song-time.js'
import type { ShownNote, SongZone } from '../tokens.js'

export interface PlacedNeck extends ReachableNeck {
  /** If true, the hand stays within the visible frets. Otherwise, the neck follows the hand. */
  readonly within: boolean
}

interface Slice {
  readonly notes: readonly ShownNote[]
  readonly pinned: ReadonlyMap<number, number>
  readonly zone: SongZone | undefined
  readonly from: number
  readonly end: number
  readonly neck: PlacedNeck
}

export function solveSlice(
  { solve }: Pick<FingeringSolver, 'solve'>,
  { notes, pinned: strings, zone, from, end: to, neck }: Slice,
) {
  const indices = notesToSolve(notes, from, to - from, [...strings.keys()])
  const pinned = indices.flatMap((index, note) => {
    const string = strings.get(index)
    return string === undefined ? [] : [{ note, string }]
  })
  const { tuning, capo, fretMin, fretMax, within } = neck
  const hand: HandZone[] = []
  if (within) hand.push({ low: fretMin, high: fretMax })
  if (zone) hand.push({ low: zone.from, high: zone.to })
  const options: SolveOptions = { tuning, capo, pinned, ...(hand.length > 0 && { hand }) }
  const { notes: found, problems } = solve(
    indices.flatMap(index => notes[index] ?? []),
    options,
  )
  const first = indices.indexOf(from)
  const end = first + to - from
  return {
    positions: found.slice(first, end).map(({ position }) => position),
    unheld: problems
      .filter(({ kind }) => kind === 'no_legal_grip')
      .flatMap(problem => problem.notes.filter(note => note >= first && note < end))
      .flatMap(note => indices[note] ?? []),
  }
}

/** Number of extra notes solved on either side of a batch for a smooth transition. */
const AROUND = 48
const NOTES_AROUND_PIN = 4
const MOST_TAUGHT = 400

export function endOfSlice(notes: readonly { readonly onset: number }[], from: number, size: number): number {
  let end = Math.min(notes.length, from + size)
  const last = notes[end - 1]?.onset ?? 0
  while (end < notes.length && (notes[end]?.onset ?? 0) - last < CHORD_SPREAD) end += 1
  return end
}

/**
 * Returns indices of the notes to solve for a batch, ascending.
 *
 * @param pinned note indices, ascending
 */
function notesToSolve(
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

/** Adds complete onsets around pins, nearest first. Incomplete chords would mislead the solver. */
function taught(
  notes: readonly { readonly onset: number }[],
  pinned: readonly number[],
  isOutside: (index: number) => boolean,
): readonly number[] {
  const taken = new Set<number>()
  const onsetOf = (index: number) => notes[index]?.onset
  for (const index of pinned) {
    if (taken.size >= MOST_TAUGHT) break
    let low = index - NOTES_AROUND_PIN
    let high = index + NOTES_AROUND_PIN
    while (onsetOf(low - 1) !== undefined && onsetOf(low - 1) === onsetOf(low)) low -= 1
    while (onsetOf(high + 1) !== undefined && onsetOf(high + 1) === onsetOf(high)) high += 1
    for (let each = low; each <= high; each += 1) {
      if (isOutside(each) && onsetOf(each) !== undefined) taken.add(each)
    }
  }
  return [...taken].sort((a, b) => a - b)
}
