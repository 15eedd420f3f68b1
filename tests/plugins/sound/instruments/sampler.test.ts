// Which sample is used for a note: the nearest within 96 semitones, or a clear error.
import { describe, expect, it } from 'vitest'
import { nearestSample } from '../../../../src/plugins/sound/instruments/string-samples.js'

const setOf = (...keys: number[]) => {
  const samples = new Map(keys.map(key => [key, `sample ${key}`]))
  return { nearest: (note: number) => nearestSample(samples, note) }
}

const codeOf = (run: () => unknown) => {
  try {
    run()
    return undefined
  } catch (error) {
    return (error as { code?: string }).code
  }
}

describe('a set of samples', () => {
  it('plays the nearest one faster or slower', () => {
    const set = setOf(40, 52)
    expect(set.nearest(43)).toEqual({ sample: 'sample 40', rate: 2 ** (3 / 12) })
    expect(set.nearest(50)).toEqual({ sample: 'sample 52', rate: 2 ** (-2 / 12) })
  })

  it('uses the higher of two equally near ones', () => {
    expect(setOf(40, 44).nearest(42).sample).toBe('sample 44')
  })

  it('looks 96 semitones up and down', () => {
    expect(setOf(96).nearest(0)).toEqual({ sample: 'sample 96', rate: 2 ** -8 })
    expect(setOf(0).nearest(96)).toEqual({ sample: 'sample 0', rate: 2 ** 8 })
  })

  it('reports if there is none within 96 semitones', () => {
    const set = setOf(0)
    expect(codeOf(() => set.nearest(97))).toBe('sampler_no_sample')
    expect(() => set.nearest(97)).toThrow('no sample within 96 semitones of note 97')
  })
})
