// The string that is computed: in tune, dying away, and nothing that a loudspeaker would not like.
import { describe, expect, it } from 'vitest'
import { renderPluck } from '../../../../src/plugins/sound/instruments/plucked-string.js'
import { renderStringSamples } from '../../../../src/plugins/sound/instruments/string-samples.js'
import { cents, loudness, peak, pitchNear } from '../../../support/hear.js'

const hzOf = (note: number) => 440 * 2 ** ((note - 69) / 12)
const LOW_B_OF_A_BASS = 23
const GUITAR_24TH_FRET = 88
const NOTES = [LOW_B_OF_A_BASS, 34, 45, 55, 64, 76, GUITAR_24TH_FRET]

describe('a plucked string', () => {
  it.each(NOTES.map((note, index) => [note, index % 2 === 0 ? 44_100 : 48_000] as const))(
    'of note %i at %i Hz is in tune within 3 cents, at its beginning and while it dies away',
    (note, sampleRate) => {
      const frequency = hzOf(note)
      const samples = renderPluck({ frequency, sampleRate, seconds: 2 })
      const lasts = Math.max(0.2, 40 / frequency)
      expect(
        Math.abs(cents(pitchNear(samples, sampleRate, frequency, 0.05, 0.05 + lasts), frequency)),
      ).toBeLessThan(3)
      expect(
        Math.abs(cents(pitchNear(samples, sampleRate, frequency, 0.6, 0.6 + lasts), frequency)),
      ).toBeLessThan(3)
    },
  )

  it.each(NOTES)('of note %i dies away, ends in silence, never clips, and has no constant part', note => {
    const sampleRate = 44_100
    const samples = renderPluck({ frequency: hzOf(note), sampleRate, seconds: 3 })
    expect(samples.every(Number.isFinite)).toBe(true)
    expect(peak(samples, sampleRate)).toBeLessThanOrEqual(0.9001)
    expect(peak(samples, sampleRate)).toBeGreaterThan(0.5)
    expect(Math.abs(samples.reduce((sum, sample) => sum + sample, 0) / samples.length)).toBeLessThan(0.001)
    const beginning = loudness(samples, sampleRate, 0.02, 0.22)
    expect(loudness(samples, sampleRate, 1, 1.2)).toBeLessThan(beginning * 0.8)
    expect(loudness(samples, sampleRate, 2.6, 2.8)).toBeLessThan(beginning * 0.4)
    expect(Math.abs(samples.at(-1) ?? 1)).toBe(0)
    expect(Math.abs(samples[0] ?? 1)).toBe(0)
  })
})

describe('the notes of the string', () => {
  it('are there at once in the middle, and then one by one over guitar and bass, never 3 semitones away', () => {
    const waiting: (() => void)[] = []
    const rendered: number[] = []
    const set = renderStringSamples({
      sampleRate: 8_000,
      toBuffer: samples => rendered.push(samples.length),
      later: run => waiting.push(run),
    })
    expect(rendered).toHaveLength(1)
    expect(set.nearest(LOW_B_OF_A_BASS).rate).toBeLessThan(0.2)
    for (let run = waiting.shift(); run; run = waiting.shift()) run()
    const apart = Array.from({ length: GUITAR_24TH_FRET - LOW_B_OF_A_BASS + 1 }, (_, index) =>
      Math.abs(12 * Math.log2(set.nearest(LOW_B_OF_A_BASS + index).rate)),
    )
    expect(Math.max(...apart)).toBeLessThan(2.001)
  })
})
