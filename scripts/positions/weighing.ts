/** Weights the training pieces so that, on average, they are as hard as the target pieces. */
import { type Lesson, lowestFretShare } from './pieces.js'

/** Number of bisection steps for the exponent. */
const HALVINGS = 60
const STEEPEST = 50

/**
 * @param ruleHas accuracy of the lowest-fret rule for the target pieces, 0–1, averaged over pieces
 * @returns weights with mean 1
 */
export function weighed(lessons: readonly Lesson[], ruleHas: number): ReadonlyMap<Lesson, number> {
  const shares = lessons.map(lowestFretShare)
  const weightsAt = (steep: number) => {
    const weights = shares.map(share => Math.exp(-steep * share))
    const sum = weights.reduce((all, weight) => all + weight, 0)
    return weights.map(weight => weight / sum)
  }
  const hasAt = (steep: number) =>
    weightsAt(steep).reduce((sum, weight, at) => sum + weight * (shares[at] ?? 0), 0)
  let low = 0
  let high = hasAt(0) > ruleHas ? STEEPEST : 0
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2
    if (hasAt(middle) > ruleHas) low = middle
    else high = middle
  }
  const weights = weightsAt(low)
  return new Map(lessons.map((lesson, at) => [lesson, (weights[at] ?? 0) * lessons.length]))
}
