import { describe, expect, it } from 'vitest'
import { CEILING, PeakLimiter } from '../../../src/music/audio/peak-limiter.js'
import { loudness, peak } from '../../support/hear.js'

const SAMPLE_RATE = 44_100

describe('peak limiter', () => {
  const sine = (amplitudeOf: (index: number) => number) =>
    Float32Array.from({ length: SAMPLE_RATE }, (_, index) => {
      return amplitudeOf(index) * Math.sin((2 * Math.PI * 440 * index) / SAMPLE_RATE)
    })
  const limited = (samples: Float32Array) => {
    const limiter = new PeakLimiter(SAMPLE_RATE)
    const [left, right] = [samples.slice(), samples.slice()]
    for (let from = 0; from < left.length; from += 128) {
      limiter.process(left.subarray(from, from + 128), right.subarray(from, from + 128))
    }
    return left
  }

  it('sound below −1 dBFS is only delayed by 1.5 ms', () => {
    const samples = sine(() => CEILING * 0.999)
    const delay = Math.round(0.0015 * SAMPLE_RATE)
    expect(limited(samples).subarray(delay)).toEqual(samples.subarray(0, samples.length - delay))
  })

  it.each([1, 2, 8])('a burst of %f times full scale never exceeds −1 dBFS, and the level recovers', gain => {
    const burst = (index: number) => (index > 10_000 && index < 11_000 ? gain : 0.5)
    const samples = limited(sine(burst))
    expect(peak(samples, SAMPLE_RATE)).toBeLessThanOrEqual(CEILING + 1e-6)
    expect(loudness(samples, SAMPLE_RATE, 0.9, 1) / (0.5 / Math.SQRT2)).toBeGreaterThan(0.97)
  })
})
