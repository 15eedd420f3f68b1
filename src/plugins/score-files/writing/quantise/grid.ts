/** The grids that played notes are read on: how a quarter note is divided. */

import type { ReadingGrid } from '../../tokens.js'

/** By their names: notes to a quarter, straight and as triplets. */
export const GRIDS: Readonly<Record<ReadingGrid, readonly [number, ...number[]]>> = {
  '1/8': [2],
  '1/16': [4],
  '1/32': [8],
  '1/8T': [3],
  '1/16T': [6],
  /** Each quarter by what fits it better, the most usual first. */
  auto: [4, 3, 6, 8],
}

export type Grid = ReadingGrid

/** Of two divisions that fit about as well, the more usual one is read: what each further one costs, in quarters. */
const COST = 0.01

/**
 * The division of each quarter note.
 *
 * @param onsets in quarter notes, ascending
 * @returns by index of the quarter; those without notes have the first of the grid
 */
export function divisionsOf(onsets: readonly number[], grid: Grid): ReadonlyMap<number, number> {
  const byQuarter = new Map<number, number[]>()
  for (const onset of onsets) {
    const quarter = Math.floor(onset)
    byQuarter.set(quarter, [...(byQuarter.get(quarter) ?? []), onset - quarter])
  }
  const divisions = new Map<number, number>()
  for (const [quarter, places] of byQuarter) {
    let best: number = GRIDS[grid][0]
    let least = Number.POSITIVE_INFINITY
    for (const [rank, division] of GRIDS[grid].entries()) {
      const errors = places.map(place => Math.abs(place - Math.round(place * division) / division))
      const cost = Math.max(...errors) + rank * COST
      if (cost < least) {
        least = cost
        best = division
      }
    }
    divisions.set(quarter, best)
  }
  return divisions
}
