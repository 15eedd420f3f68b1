import { describe, expect, it } from 'vitest'
import { createRandom } from '../../bench/support/random.js'
import { slopesAsHeard } from '../../scripts/positions/as-heard.js'
import { lessonOf } from '../../scripts/positions/pieces.js'
import type { Column, State } from '../../src/plugins/positions/search/lattice.js'

const { onsets } = lessonOf('any', {
  tuning: [64, 59],
  capo: 0,
  notes: [{ onset: 0, duration: 1, pitch: 64, string: 1, fret: 0 }],
})
const [onset] = onsets
if (!onset) throw new Error('a lesson of one note has an onset')

/** Grips of three states: two hands hold the second one. */
const GRIPS = [0, 1, 1]

/** Columns whose steps, from each state to each, have these weights. */
function columnsOf(weights: readonly (readonly number[])[]): Column[] {
  const columns: Column[] = []
  let before: readonly State[] = [{ grip: -1, hand: 0, mass: 1 }]
  for (const ofSteps of weights) {
    const from = ofSteps.map((_, e) => Math.floor(e / GRIPS.length))
    const to = ofSteps.map((_, e) => e % GRIPS.length)
    const flow = ofSteps.map((weight, e) => (before[from[e] ?? 0]?.mass ?? 0) * Math.exp(weight))
    const total = flow.reduce((sum, amount) => sum + amount, 0)
    const states = GRIPS.map((grip, hand) => {
      const mass = flow.reduce((sum, amount, e) => sum + (to[e] === hand ? amount : 0), 0) / total
      return { grip, hand, mass }
    })
    columns.push({
      onset: onset as NonNullable<typeof onset>,
      states,
      edges: to.length,
      from,
      to,
      flow,
      total,
      scale: 0,
    })
    before = states
  }
  return columns
}

const logProbability = (columns: readonly Column[], human: readonly number[]) =>
  columns.reduce((sum, { states }, t) => {
    const known = states.filter(({ grip }) => grip === human[t]).reduce((all, { mass }) => all + mass, 0)
    return sum + Math.log(known)
  }, 0)

describe('what would make grips likelier as they are heard', () => {
  const random = createRandom(3)
  const weights = [3, 9, 9, 9].map(count => Array.from({ length: count }, () => random.below(200) / 100 - 1))
  const human = [1, 0, 1, 1]

  it('is the slope of their log probabilities, each by what was heard up to there', () => {
    const slopes = slopesAsHeard(columnsOf(weights), human)
    const little = 1e-5
    const moved = (t: number, e: number, by: number) =>
      columnsOf(weights.map((row, at) => row.map((weight, k) => weight + (at === t && k === e ? by : 0))))
    for (const [t, row] of weights.entries())
      for (const e of row.keys()) {
        const measured =
          (logProbability(moved(t, e, little), human) - logProbability(moved(t, e, -little), human)) /
          (2 * little)
        expect(slopes[t]?.[e]).toBeCloseTo(measured, 6)
      }
  })
})
