/** Ways to learn: what ships, and the one that it is measured against. */
import type { TABLE_AT } from '../../src/plugins/positions/weights/tables.js'
import type { Learning } from './learn.js'
import type { Varying } from './variations.js'

export type Kind = 'whole' | 'live' | 'pinned'

/** How one kind of weights is learned. */
export interface Manner extends Pick<Learning, 'lookahead' | 'pinned' | 'differ' | 'asHeard'> {
  /** Whether pieces count alike, and not by how hard those are that are to be solved. */
  readonly alike: boolean
}

export interface Recipe {
  /** Models that are averaged. */
  readonly models: number
  /** How each piece is varied whenever it is learned from. */
  readonly varying: Varying
  readonly whole: Manner
  readonly live: Manner
  /** Missing: pins stay, and nothing is learned from them. */
  readonly pinned?: Manner
  /** Tables that stay empty: what is not looked at. */
  readonly without: readonly (keyof typeof TABLE_AT)[]
}

/**
 * One draw differs from the next by up to half a point; the mean of several by little. With pins players need not differ,
 * and pieces count alike: how hard a piece is, and what its player likes, the pins say. Models that learn from passages too
 * know other styles and what is up the neck, and take easy pieces up there as well; the mean with the others keeps most
 * of what either knows.
 */
export const SHIPPED: Recipe = {
  models: 8,
  varying: { leftOut: 0.3, backwards: 0.5, retuned: 0.2, broken: 0.3 },
  whole: { lookahead: true, pinned: false, differ: 0.5, asHeard: 0, alike: false },
  live: { lookahead: false, pinned: false, differ: 0.5, asHeard: 0.25, alike: false },
  pinned: { lookahead: true, pinned: true, differ: 0, asHeard: 0, alike: true },
  without: [],
}

const PLAINLY: Manner = { lookahead: true, pinned: false, differ: 0, asHeard: 0, alike: true }

/**
 * The trial of the field notes, as far as they tell of it: five models, learned from the pieces as they are, that look at
 * the hand, the grip, how high the hand must go, intervals and repetition, and not at the piece as a whole. What it
 * gained on pieces that are kept back is known; learned again on these, it shows how much easier the others are.
 */
export const TRIAL: Recipe = {
  models: 5,
  varying: { leftOut: 0, backwards: 0, retuned: 0, broken: 0 },
  whole: PLAINLY,
  live: { ...PLAINLY, lookahead: false },
  without: [
    ...(['pieceHigh', 'pieceMean', 'pieceChords', 'pieceOpen', 'pieceExcess'] as const),
    ...(['needLong', 'roomNear', 'roomBehind', 'moving', 'ringing', 'ringingReach'] as const),
    ...(['window', 'windowFingers', 'slowWindow', 'slowFingers', 'reuse', 'broken', 'brokenChord'] as const),
  ],
}
