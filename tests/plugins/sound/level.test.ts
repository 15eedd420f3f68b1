import { describe, expect, it } from 'vitest'
import { decibelsOf, gainOf } from '../../../src/plugins/sound/level.js'

describe('loudness', () => {
  it('is the square of the control: half way is −12 dB', () => {
    expect(gainOf(0.5)).toBe(0.25)
    expect(decibelsOf(0.5)).toBeCloseTo(-12.04, 2)
    expect(decibelsOf(0.1)).toBeCloseTo(-40)
    expect(decibelsOf(1)).toBe(0)
    expect(decibelsOf(0)).toBe(Number.NEGATIVE_INFINITY)
    expect([gainOf(-1), gainOf(2)]).toEqual([0, 1])
  })
})
