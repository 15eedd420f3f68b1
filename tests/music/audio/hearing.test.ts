import { describe, expect, it } from 'vitest'
import { GuitarListener } from '../../../src/music/audio/guitar-listener.js'
import { lastingNotes } from '../../../src/music/audio/heard.js'
import { frequencyOf, PitchFinder } from '../../../src/music/audio/pitch-finder.js'
import { Tuner } from '../../../src/music/audio/tuner.js'
import { played, plucks } from './plucks.js'

const RATE = 44_100

/** Partials of a stiff string whose lowest one has this frequency. */
function string(frequency: number, stiffness: number, rate = RATE): Float32Array {
  const base = frequency / Math.sqrt(1 + stiffness)
  return Float32Array.from({ length: rate / 2 }, (_, index) => {
    let sum = 0
    for (let partial = 1; partial <= 10; partial += 1) {
      const hz = partial * base * Math.sqrt(1 + stiffness * partial ** 2)
      const phase = (2 * Math.PI * hz * index) / rate + partial ** 2
      sum += (0.3 / partial) * Math.exp((-partial * index) / rate) * Math.sin(phase)
    }
    return sum
  })
}

describe('tuner', () => {
  const tuner = new Tuner(RATE)
  const strings = [23, 28, 40, 50, 64, 76].flatMap(pitch =>
    [0, 4e-4].map(stiffness => ({ pitch, stiffness })),
  )
  it.each(strings)(
    'measures note $pitch with stiffness $stiffness within 2 cents from 150 ms',
    ({ pitch, stiffness }) => {
      for (const cents of [-12, 0, 31]) {
        const frequency = frequencyOf(pitch + cents / 100)
        const measured = tuner.find(string(frequency, stiffness), 2000, 2000 + 0.15 * RATE)
        expect(1200 * Math.log2((measured?.hz ?? 0) / frequency)).toBeCloseTo(0, 0)
      }
    },
  )

  it.each([44_100, 48_000, 96_000])('measures at a sample rate of %i Hz', rate => {
    const measured = new Tuner(rate).find(string(110, 1e-4, rate), 0, 0.15 * rate)
    expect(measured?.hz).toBeCloseTo(110, 1)
  })

  it.each([41.2, 110, 220, 659.3])('measures a pure tone of %d Hz', frequency => {
    const tone = Float32Array.from({ length: RATE / 4 }, (_, index) =>
      Math.sin((2 * Math.PI * frequency * index) / RATE),
    )
    const measured = tuner.find(tone, 0, 0.15 * RATE)?.hz ?? 0
    expect(Math.abs(1200 * Math.log2(measured / frequency))).toBeLessThan(2)
  })

  it('ignores noise and silence', () => {
    const noise = Float32Array.from({ length: RATE }, (_, index) => Math.sin(index ** 2 * 12.9898) / 4)
    expect(tuner.find(noise, 0, 6600)).toBeUndefined()
    expect(tuner.find(new Float32Array(RATE), 0, 6600)).toBeUndefined()
  })
})

describe.each(['emily', 'shiny'] as const)('plucks recorded on the guitar %s', guitar => {
  it('plucks have the right pitch within 90 ms', async () => {
    const all = (await plucks(guitar, 5)).filter(({ pitch }) => pitch >= 40)
    const finder = new PitchFinder(RATE)
    const right = all.filter(
      ({ samples, pitch }) => Math.round(finder.find(samples, 220, 0.09 * RATE)?.pitch ?? 0) === pitch,
    )
    expect(right.length / all.length).toBeGreaterThanOrEqual(0.97)
  })

  it('plucks are detected as notes at the time they begin', async () => {
    const melody = (await plucks(guitar, 7)).filter(({ pitch }) => pitch >= 40).slice(0, 12)
    const times = melody.map((_, index) => 0.25 + 0.3 * index)
    const listener = new GuitarListener(RATE, { open: [64, 59, 55, 50, 45, 40], frets: 24 })
    const samples = played(melody, times, 0.5 + 0.3 * melody.length)
    const heard = []
    for (let from = 0; from < samples.length; from += 1000) {
      heard.push(...listener.push(samples.subarray(from, from + 1000)))
    }
    heard.push(...listener.end())
    const notes = lastingNotes(heard)
    expect(notes.map(({ pitch }) => pitch)).toEqual(melody.map(({ pitch }) => pitch))
    for (const [index, { onset }] of notes.entries())
      expect(Math.abs(onset - (times[index] ?? 0))).toBeLessThan(0.015)
  })
})
