import type { ReadingGrid } from '../../tokens.js'

/** Divisions of a quarter note, the usual first. */
export const GRIDS: Readonly<Record<ReadingGrid, readonly [number, ...number[]]>> = {
  '1/8': [2],
  '1/16': [4],
  '1/32': [8],
  '1/8T': [3],
  '1/16T': [6],
  auto: [4, 3, 6, 8],
}

/** Quarter notes by which a less usual division must fit better. */
const COST = 0.01

/** The division of each quarter that has notes, by index. @param onsets quarter notes, ascending */
export function divisionsOf(onsets: readonly number[], grid: ReadingGrid): ReadonlyMap<number, number> {
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
