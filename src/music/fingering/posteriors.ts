import type { FingeredNote } from './fingering.js'
import { type GripSet, MOST_STRINGS, type Neck, positionsOn } from './grips.js'
import type { Column } from './lattice.js'

export function edgePosteriors(columns: readonly Column[]): Float64Array[] {
  const posteriors: Float64Array[] = []
  let after = new Float64Array(columns[columns.length - 1]?.states.length ?? 0).fill(1)
  for (let t = columns.length - 1; t >= 0; t -= 1) {
    const column = columns[t]
    if (!column) break
    const before = columns[t - 1]?.states
    const back = new Float64Array(before?.length ?? 1)
    const posterior = new Float64Array(column.edges)
    for (let e = 0; e < column.edges; e += 1) {
      const a = column.from[e] ?? 0
      const share = ((column.flow[e] ?? 0) * (after[column.to[e] ?? 0] ?? 0)) / column.total
      posterior[e] = share
      const mass = before ? (before[a]?.mass ?? 0) : 1
      if (mass > 0) back[a] = (back[a] ?? 0) + share / mass
    }
    posteriors[t] = posterior
    after = back
  }
  return posteriors
}

export function gripShares(column: Column, posterior?: Float64Array): Float64Array {
  const shares = new Float64Array(column.onset.grips.count)
  if (posterior) {
    for (let e = 0; e < column.edges; e += 1) {
      const grip = column.states[column.to[e] ?? 0]?.grip ?? 0
      shares[grip] = (shares[grip] ?? 0) + (posterior[e] ?? 0)
    }
  } else for (const { grip, mass } of column.states) shares[grip] = (shares[grip] ?? 0) + mass
  return shares
}

const noteShares = new Float64Array(MOST_STRINGS * MOST_STRINGS)

/** Returns the grip with the highest expected number of correct notes. */
export function bestGrip(set: GripSet, shares: Float64Array): number {
  const notes = noteShares.fill(0, 0, set.size * MOST_STRINGS)
  for (let g = 0; g < set.count; g += 1) {
    const share = shares[g] ?? 0
    if (share === 0) continue
    for (let i = 0; i < set.size; i += 1) {
      const place = i * MOST_STRINGS + (set.string[g * set.size + i] ?? 0)
      notes[place] = (notes[place] ?? 0) + share
    }
  }
  let best = 0
  let most = -1
  for (let g = 0; g < set.count; g += 1) {
    if ((shares[g] ?? 0) === 0) continue
    let right = 0
    for (let i = 0; i < set.size; i += 1)
      right += notes[i * MOST_STRINGS + (set.string[g * set.size + i] ?? 0)] ?? 0
    if (right > most) {
      most = right
      best = g
    }
  }
  return best
}

const MOST_ALTERNATIVES = 6

const byString = new Float64Array(MOST_STRINGS)

/**
 * @param best index of the chosen grip
 * @param i note index, from high to low
 * @param octaves octaves by which the note was moved
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
