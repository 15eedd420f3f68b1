import { type Column, gripTastes, type Liking } from '../../src/music/fingering/lattice.js'

type Three = readonly [excess: number, hand: number, open: number]

/** Expected sums of the three preference features, and their covariance matrix by row. */
export interface Tastes {
  readonly mean: Three
  readonly covariance: readonly number[]
}

/** Standard deviations of player preferences. */
const PLAYERS_DIFFER: Three = [0.8, 0.25, 0.8]
/** Number of consecutive onsets that count as one observation. Consecutive onsets are similar. */
const ALIKE = 3
/** Factor by which the variance of sums exceeds that of independent onsets. */
const AT_ONCE = 4

/** @param passage columns with their edge probabilities */
export function tastesOf(
  passage: Iterable<{ readonly column: Column; readonly posterior: Float64Array }>,
): Tastes {
  const sum = [0, 0, 0]
  const covariance = new Array<number>(9).fill(0)
  for (const { column, posterior } of passage) {
    const { states, edges, to, onset } = column
    const share = new Float64Array(states.length)
    for (let e = 0; e < edges; e += 1) share[to[e] ?? 0] = (share[to[e] ?? 0] ?? 0) + (posterior[e] ?? 0)
    const once = [0, 0, 0]
    const twice = new Array<number>(9).fill(0)
    for (const [at, { grip, hand }] of states.entries()) {
      const { excess, open } = gripTastes(onset.grips, grip)
      const taste = [excess, hand, open]
      const own = share[at] ?? 0
      for (let k = 0; k < 3; k += 1) {
        once[k] = (once[k] ?? 0) + own * (taste[k] ?? 0)
        for (let l = 0; l < 3; l += 1)
          twice[k * 3 + l] = (twice[k * 3 + l] ?? 0) + own * (taste[k] ?? 0) * (taste[l] ?? 0)
      }
    }
    for (let k = 0; k < 3; k += 1) {
      sum[k] = (sum[k] ?? 0) + (once[k] ?? 0)
      for (let l = 0; l < 3; l += 1)
        covariance[k * 3 + l] =
          (covariance[k * 3 + l] ?? 0) + (twice[k * 3 + l] ?? 0) - (once[k] ?? 0) * (once[l] ?? 0)
    }
  }
  return { mean: [sum[0] ?? 0, sum[1] ?? 0, sum[2] ?? 0], covariance }
}

/** Updates preferences with one Newton step, regularized by the variance between players. */
export function likelierBy(
  liking: Liking,
  human: Pick<Tastes, 'mean'>,
  free: Tastes,
  differing: number,
): Liking {
  const pull = PLAYERS_DIFFER.map(differ => 1 / (differ * differing) ** 2)
  const slope = vector(liking).map(
    (value, k) => ((human.mean[k] ?? 0) - (free.mean[k] ?? 0)) / ALIKE - value * (pull[k] ?? 0),
  )
  const bend = free.covariance.map(
    (value, at) => (value * AT_ONCE) / ALIKE + (at % 4 === 0 ? (pull[at / 4] ?? 0) : 0),
  )
  const [excess = 0, hand = 0, open = 0] = solved(bend, slope).map((value, k) => {
    const most = (PLAYERS_DIFFER[k] ?? 1) * differing
    return Math.max(-most, Math.min(most, value))
  })
  return { excess, hand, open }
}

function vector({ excess, hand, open }: Liking): number[] {
  return [excess, hand, open]
}

/** Solves a linear system with Cramer's rule. The matrix is positive definite. */
function solved(matrix: readonly number[], right: readonly number[]): number[] {
  const determinant = determinantOf(matrix)
  return right.map(
    (_, k) =>
      determinantOf(matrix.map((value, at) => (at % 3 === k ? (right[Math.floor(at / 3)] ?? 0) : value))) /
      determinant,
  )
}

function determinantOf([
  a = 0,
  b = 0,
  c = 0,
  d = 0,
  e = 0,
  f = 0,
  g = 0,
  h = 0,
  i = 0,
]: readonly number[]): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
}

export function sumOf(liking: Liking, other: Liking, share = 1): Liking {
  return {
    excess: liking.excess + other.excess * share,
    hand: liking.hand + other.hand * share,
    open: liking.open + other.open * share,
  }
}
