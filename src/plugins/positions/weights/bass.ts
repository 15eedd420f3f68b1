/** A bass: the lowest fret, which is hard to beat there, moved by pins and wishes only. */
import type { Liking } from '../search/lattice.js'
import { RANKS, TABLE_AT, TABLE_SIZES, WEIGHTS } from './tables.js'

const BY_THE_RULE: Liking = { excess: -3, hand: 0, open: 0 }
/** Beside pins: so much that a piece which follows the rule goes on to, so little that one which does not need not. */
const BY_THE_PINS: Liking = { excess: -0.4, hand: 0, open: 0 }

export function bassLiking(hasPins: boolean): Liking {
  return hasPins ? BY_THE_PINS : BY_THE_RULE
}

/** Of grips as low as one another the rule takes the first. */
const AFTER_THE_FIRST = -0.5

/** Of the observation that a grip is the one which was pinned in the same surroundings: after, and between, the same chords. */
const SAME_GRIP = [2, 3, 6, 7].map(at => TABLE_AT.pinAgain + at)
/** What else would speak for it is missing here. On guitars solved as basses it gains a point. */
const FAITHFUL = 3

/** Of what was learned only how pins are followed: no tablature of basses was there to learn from. */
export function bassWeights(pinned: Float32Array): Float32Array {
  const weights = new Float32Array(WEIGHTS)
  for (let rank = 0; rank < 2 * RANKS; rank += 1)
    if (rank % RANKS > 0) weights[TABLE_AT.rank + rank] = AFTER_THE_FIRST
  for (const [name, from] of Object.entries(TABLE_AT)) {
    if (name.startsWith('pin')) weights.set(pinned.subarray(from, from + (TABLE_SIZES[name] ?? 0)), from)
  }
  for (const again of SAME_GRIP) weights[again] = (weights[again] ?? 0) + FAITHFUL
  return weights
}
