import { describe, expect, it } from 'vitest'
import { Loudness } from '../../../src/music/audio/loudness.js'

const SAMPLE_RATE = 48_000

const sine = (decibels: number, seconds: number) =>
  Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, index) => {
    return 10 ** (decibels / 20) * Math.sin((2 * Math.PI * 1000 * index) / SAMPLE_RATE)
  })

const loudnessOf = (...parts: readonly Float32Array[]) => {
  const loudness = new Loudness(SAMPLE_RATE)
  for (const part of parts) loudness.add(part, part)
  return loudness.value
}

/** Tests 1, 2 and 3 of EBU Tech 3341, table 1. */
describe('loudness', () => {
  it.each([-23, -33])(
    'a 1 kHz sine at %i dBFS on both channels measures the same number of LUFS',
    decibels => {
      expect(loudnessOf(sine(decibels, 20))).toBeCloseTo(decibels, 1)
    },
  )

  it('quiet parts are ignored', () => {
    expect(Math.abs(loudnessOf(sine(-36, 10), sine(-23, 60), sine(-36, 10)) + 23)).toBeLessThan(0.1)
  })

  it('silence has no loudness', () => {
    expect(loudnessOf(sine(-Number.POSITIVE_INFINITY, 1))).toBe(Number.NEGATIVE_INFINITY)
  })
})
