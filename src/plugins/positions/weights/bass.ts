/** Bass: the lowest-fret rule, which is hard to beat there, adjusted only by pins and hand positions. */
import type { Liking } from '../search/lattice.js'
import { RANKS, TABLE_AT, TABLE_SIZES, WEIGHTS } from './tables.js'

/** With pins: strong enough for pieces that follow the rule, weak enough for those that don't. */
export function bassLiking(hasPins: boolean): Liking {
  return { excess: hasPins ? -0.4 : -3, hand: 0, open: 0 }
}

/** Of equally low grips the rule takes the first. */
const AFTER_THE_FIRST = -0.5

/** Feature of the grip that was pinned in the same surroundings: after, and between, the same chords. */
const SAME_GRIP = [2, 3, 6, 7].map(at => TABLE_AT.pinAgain + at)
/** Other evidence for it is missing here. On guitars solved as basses it gains a point. */
const FAITHFUL = 3

/** Only how pins are followed is learned: there was no bass tablature for training. */
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
