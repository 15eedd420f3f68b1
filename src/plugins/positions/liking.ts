/** What a player likes, learned from where notes were pinned: how high, how far from the lowest frets, how open. */
import { type Column, gripTastes, type Liking } from './lattice.js'

/** Sums over a passage of what is expected of the three likings, and their variances. */
export interface Tastes {
  readonly mean: readonly [excess: number, hand: number, open: number]
  readonly variance: readonly [excess: number, hand: number, open: number]
}

/** How far players differ (standard deviation), in the same order. */
const PLAYERS_DIFFER = [0.8, 0.25, 0.8] as const
/** Onsets that follow one another are alike: so many tell as much as one. */
const ALIKE = 3

/** @param passage columns with the probability of each of their edges */
export function tastesOf(
  passage: Iterable<{ readonly column: Column; readonly posterior: Float64Array }>,
): Tastes {
  const mean: [number, number, number] = [0, 0, 0]
  const variance: [number, number, number] = [0, 0, 0]
  for (const { column, posterior } of passage) {
    const { states, edges, to, onset } = column
    const share = new Float64Array(states.length)
    for (let e = 0; e < edges; e += 1) share[to[e] ?? 0] = (share[to[e] ?? 0] ?? 0) + (posterior[e] ?? 0)
    const once: [number, number, number] = [0, 0, 0]
    const twice: [number, number, number] = [0, 0, 0]
    for (const [at, { grip, hand }] of states.entries()) {
      const { excess, open } = gripTastes(onset.grips, grip)
      for (const [k, value] of [excess, hand, open].entries()) {
        once[k] = (once[k] ?? 0) + (share[at] ?? 0) * value
        twice[k] = (twice[k] ?? 0) + (share[at] ?? 0) * value * value
      }
    }
    for (let k = 0; k < 3; k += 1) {
      mean[k] = (mean[k] ?? 0) + (once[k] ?? 0)
      variance[k] = (variance[k] ?? 0) + Math.max(0, (twice[k] ?? 0) - (once[k] ?? 0) ** 2)
    }
  }
  return { mean, variance }
}

/**
 * One step towards the liking that makes what was pinned likeliest (Newton, held back by how players differ).
 *
 * @param differing how much more or less they do
 */
export function nextLiking(
  liking: Liking,
  pinned: Pick<Tastes, 'mean'>,
  free: Tastes,
  differing = 1,
): Liking {
  const before = [liking.excess, liking.hand, liking.open]
  const [excess = 0, hand = 0, open = 0] = before.map((value, k) => {
    const differ = (PLAYERS_DIFFER[k] ?? 1) * differing
    const pull = 1 / differ ** 2
    const beyond = (pinned.mean[k] ?? 0) - (free.mean[k] ?? 0)
    const step = (beyond / ALIKE - value * pull) / ((free.variance[k] ?? 0) / ALIKE + pull)
    return value + Math.max(-differ, Math.min(differ, step)) * 0.8
  })
  return { excess, hand, open }
}
