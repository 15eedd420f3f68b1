/** Makes the pieces learned from as hard as those that are to be solved. */
import { type Lesson, lowestFretShare } from './pieces.js'

/** Each halves the possible exponents. */
const HALVINGS = 60
const STEEPEST = 50

/**
 * @param ruleHas macro share, 0–1, that the rule of the lowest fret has of what is to be solved @returns
 * weights of mean 1
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
