import { describe, expect, it } from 'vitest'
import { lessonOf, lowestFretShare } from '../../scripts/positions/pieces.js'
import { weighed } from '../../scripts/positions/weighing.js'

const TUNING = [64, 59]
/** E5 on the second string, which the rule of the lowest fret never has right, and open strings, which it has. */
const piece = (id: string, right: number, wrong: number) =>
  lessonOf(id, {
    tuning: TUNING,
    capo: 0,
    notes: Array.from({ length: right + wrong }, (_, at) => ({
      onset: at,
      duration: 1,
      ...(at < right ? { pitch: 64, string: 1, fret: 0 } : { pitch: 76, string: 2, fret: 17 }),
    })),
  })
const EASY = piece('easy', 9, 1)
const MIDDLE = piece('middle', 7, 3)
const HARD = piece('hard', 2, 8)
const LESSONS = [EASY, MIDDLE, HARD]
const ruleHas = (weights: ReadonlyMap<(typeof LESSONS)[number], number>) =>
  LESSONS.reduce((sum, lesson) => sum + (weights.get(lesson) ?? 0) * lowestFretShare(lesson), 0) /
  LESSONS.length

describe('how much pieces count in learning', () => {
  it('is such that the rule of the lowest fret has as much of them as of what is to be solved', () => {
    const weights = weighed(LESSONS, 0.45)
    expect(ruleHas(weights)).toBeCloseTo(0.45, 6)
    expect(weights.get(HARD)).toBeGreaterThan(weights.get(MIDDLE) ?? 0)
    expect(weights.get(MIDDLE)).toBeGreaterThan(weights.get(EASY) ?? 0)
    expect([...weights.values()].reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(3, 6)
  })
})
