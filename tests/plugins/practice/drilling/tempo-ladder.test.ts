import { describe, expect, it } from 'vitest'
import { climb, type Rung } from '../../../../src/plugins/practice/drilling/run-ladder.js'

const RULES = { from: 60, to: 70, step: 5, clean: 2, failed: 2, accuracy: 95 }
const CLEAN = 0.96
const FAILED = 0.9

const tempoAfter = (passes: readonly number[], tempo = 60) =>
  passes.reduce<Rung>((rung, accuracy) => climb(RULES, rung, accuracy), { tempo, clean: 0, failed: 0 }).tempo

describe('the tempo ladder', () => {
  it('goes up after so many clean passes in a row', () => {
    expect(tempoAfter([CLEAN])).toBe(60)
    expect(tempoAfter([CLEAN, CLEAN])).toBe(65)
    expect(tempoAfter([CLEAN, FAILED, CLEAN])).toBe(60)
  })

  it('goes down after so many failed ones in a row', () => {
    expect(tempoAfter([FAILED], 70)).toBe(70)
    expect(tempoAfter([FAILED, FAILED], 70)).toBe(65)
    expect(tempoAfter([FAILED, CLEAN, FAILED], 70)).toBe(70)
  })

  it('stays within its bounds', () => {
    expect(tempoAfter(Array(10).fill(CLEAN))).toBe(70)
    expect(tempoAfter(Array(10).fill(FAILED))).toBe(60)
    expect(tempoAfter([CLEAN], 140)).toBe(70)
  })
})
