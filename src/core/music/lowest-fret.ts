/** Where notes sounding together lie on the neck: the grip with the lowest frets, until a better rule is there. */

import { type NeckReach, type Place, placesOf, type StrungNeck } from './place.js'

interface Grip {
  readonly places: readonly (Place | undefined)[]
  readonly placed: number
  readonly frets: number
}

/**
 * Gives each pitch a place of its own, no two on one string. Of all grips it takes those with the most pitches
 * placed, of these the smallest sum of frets, and then the one whose first pitches lie on the lowest-numbered
 * strings. A pitch that finds no place is `undefined`: it is outside the neck, or every string is taken.
 *
 * `taken` are strings that sound already (bit 0 is string 1) and stay as they are.
 *
 * @example lowestFretPlaces([40, 47, 52], standard) // E2 B2 E3: strings 6, 5, 4 at frets 0, 2, 2
 */
export function lowestFretPlaces(
  pitches: readonly number[],
  tuning: StrungNeck,
  reach: NeckReach = {},
  taken = 0,
): (Place | undefined)[] {
  const choices = pitches.map(pitch => placesOf(pitch, tuning, reach))
  const known = new Map<number, Grip>()

  const best = (index: number, used: number): Grip => {
    const options = choices[index]
    if (!options) return { places: [], placed: 0, frets: 0 }
    const key = index * 0x10000 + used
    const before = known.get(key)
    if (before) return before
    let chosen: Grip | undefined
    for (const place of options) {
      const bit = 1 << (place.string - 1)
      if (used & bit) continue
      const rest = best(index + 1, used | bit)
      const grip = {
        places: [place, ...rest.places],
        placed: rest.placed + 1,
        frets: rest.frets + place.fret,
      }
      if (!chosen || isBetter(grip, chosen)) chosen = grip
    }
    const without = best(index + 1, used)
    const skipped = { places: [undefined, ...without.places], placed: without.placed, frets: without.frets }
    if (!chosen || isBetter(skipped, chosen)) chosen = skipped
    known.set(key, chosen)
    return chosen
  }

  return [...best(0, taken).places]
}

function isBetter(grip: Grip, than: Grip): boolean {
  return grip.placed > than.placed || (grip.placed === than.placed && grip.frets < than.frets)
}
