/** Of one note: its place, how sure that is, and where else it lies. */
import { type GripSet, MOST_STRINGS, type Neck, positionsOn } from '../grips/grips.js'
import type { FingeredNote } from '../tokens.js'

/** Alternatives that are told of a note. */
const MOST_ALTERNATIVES = 6

const byString = new Float64Array(MOST_STRINGS)

/**
 * @param shares probability of each grip @param best the grip that was taken @param i the note, from high to low
 * @param octaves that it was moved by
 */
export function fingeredNote(
  grips: GripSet,
  shares: Float64Array,
  best: number,
  i: number,
  neck: Neck,
  octaves = 0,
): FingeredNote {
  byString.fill(0)
  for (let g = 0; g < grips.count; g += 1) {
    const string = grips.string[g * grips.size + i] ?? 0
    byString[string] = (byString[string] ?? 0) + (shares[g] ?? 0)
  }
  const pitch = grips.pitches[i] ?? 0
  const own = grips.string[best * grips.size + i] ?? 0
  const alternatives = []
  for (const { string, fret } of positionsOn(neck, pitch)) {
    if (string !== own)
      alternatives.push({ string: string + 1, fret, share: Math.min(1, byString[string] ?? 0) })
  }
  if (alternatives.length > 1) alternatives.sort((a, b) => b.share - a.share || a.fret - b.fret)
  if (alternatives.length > MOST_ALTERNATIVES) alternatives.length = MOST_ALTERNATIVES
  return {
    position: { string: own + 1, fret: grips.fret[best * grips.size + i] ?? 0 },
    confidence: Math.min(1, byString[own] ?? 0),
    alternatives,
    octaves,
  }
}
