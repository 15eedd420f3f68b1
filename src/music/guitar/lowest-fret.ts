import { getOrMake } from '../../core/platform/store.js'
import { type NeckReach, type Position, positionsOf, type StrungNeck } from './position.js'

/** Larger than any sum of frets, so that a fingering with more notes always scores better. */
const PLACED = 0x10000

/**
 * Finds positions for a chord, one note per string. Places as many notes as possible, then minimizes the sum
 * of frets, then prefers the lowest-numbered strings.
 * @param taken bit mask of the strings that are already sounding (bit 0 is string 1)
 * @example lowestFretPositions([40, 47, 52], standard) // E2 B2 E3: strings 6, 5, 4 at frets 0, 2, 2
 */
export function lowestFretPositions(
  pitches: readonly number[],
  tuning: StrungNeck,
  reach: NeckReach = {},
  taken = 0,
): (Position | undefined)[] {
  const candidates = worthTrying(pitches, tuning, reach, taken)
  const grips = 2 ** tuning.strings.length
  const known = new Map<number, number>()

  const worth = (at: number, used: number): number => {
    const candidate = candidates[at]
    if (!candidate) return 0
    const key = at * grips + used
    const before = known.get(key)
    if (before !== undefined) return before
    let best = worth(at + 1, used)
    for (const position of candidate.options) best = Math.max(best, worthWith(position, at, used))
    known.set(key, best)
    return best
  }

  const worthWith = (position: Position, at: number, used: number): number => {
    const bit = bitOf(position)
    return used & bit ? -1 : PLACED - position.fret + worth(at + 1, used | bit)
  }

  const positions: (Position | undefined)[] = pitches.map(() => undefined)
  let used = 0
  for (const [at, { index, options }] of candidates.entries()) {
    const best = worth(at, used)
    const position = options.find(option => worthWith(option, at, used) === best)
    positions[index] = position
    if (position) used |= bitOf(position)
  }
  return positions
}

/**
 * Returns the candidate positions for each pitch. Each string needs only as many candidates as there are
 * strings. Every other string takes at most one pitch.
 */
function worthTrying(pitches: readonly number[], tuning: StrungNeck, reach: NeckReach, taken: number) {
  const strings = tuning.strings.length
  const byPitch = new Map<number, readonly Position[]>()
  const byString: { readonly index: number; readonly position: Position }[][] = tuning.strings.map(() => [])
  for (const [index, pitch] of pitches.entries()) {
    const positions = byPitch.get(pitch) ?? positionsOf(pitch, tuning, reach)
    byPitch.set(pitch, positions)
    for (const position of positions)
      if (!(taken & bitOf(position))) byString[position.string - 1]?.push({ index, position })
  }
  const found = new Map<number, { readonly index: number; readonly options: Position[] }>()
  for (const choices of byString) {
    const lowest = choices.sort((a, b) => a.position.fret - b.position.fret).slice(0, strings)
    for (const { index, position } of lowest) {
      getOrMake(found, index, () => ({ index, options: [] })).options.push(position)
    }
  }
  return [...found.values()].sort((a, b) => a.index - b.index)
}

export function bitOf(position: Position | undefined): number {
  return position ? 1 << (position.string - 1) : 0
}
