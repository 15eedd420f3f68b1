import { describe, expect, it } from 'vitest'
import { frequencyOf } from '../../../src/music/audio/pitch-finder.js'
import { TunerListener } from '../../../src/music/audio/tuner-listener.js'
import { PLUCK_S, pluck } from './plucked-string.js'

const RATE = 48_000

/** Readings by seconds since the pluck, from pushes of this many samples. */
function listen(samples: Float32Array, { rate = RATE, size = 480 } = {}) {
  const listener = new TunerListener(rate)
  const readings: { readonly at: number; readonly hz: number }[] = []
  for (let from = 0; from < samples.length; from += size) {
    const reading = listener.push(samples.subarray(from, from + size))
    if (reading) readings.push({ at: (from + size) / rate - PLUCK_S, hz: reading.hz })
  }
  return readings
}

const centsFrom = (hz: number, frequency: number) => 1200 * Math.log2(hz / frequency)

describe('tuner listener', () => {
  it.each([
    { name: 'low B of a bass', pitch: 23 },
    { name: 'low B of a bass with a weak lowest partial', pitch: 23, lowest: 0.3 },
    { name: 'E of a bass with a stiff string', pitch: 28, stiffness: 4e-4, lowest: 0.1 },
    { name: 'low E of a guitar', pitch: 40 },
    { name: 'low E with a weak lowest partial', pitch: 40, lowest: 0.03 },
    { name: 'B of a guitar', pitch: 59 },
    { name: 'high E of a guitar', pitch: 64 },
    { name: 'A of a ukulele', pitch: 69 },
    { name: 'high E of a mandolin', pitch: 76 },
    { name: 'highest supported note', pitch: 90 },
  ])('measures $name within 2 cents, 150 ms after the pluck and steadily', ({ pitch, ...sound }) => {
    for (const cents of [-12, 0, 31]) {
      const frequency = frequencyOf(pitch + cents / 100)
      const readings = listen(pluck(frequency, sound))
      expect(readings[0]?.at).toBeLessThanOrEqual(0.15)
      for (const { hz } of readings) expect(Math.abs(centsFrom(hz, frequency))).toBeLessThan(2)
      const steady = readings.filter(({ at }) => at > 0.2)
      expect(steady.length).toBeGreaterThan(20)
      for (const [index, { hz }] of steady.slice(1).entries())
        expect(Math.abs(centsFrom(hz, steady[index]?.hz ?? 0))).toBeLessThan(1)
    }
  })

  it.each([8000, 44_100, 96_000])('measures at a sample rate of %i Hz', rate => {
    const readings = listen(pluck(110, { rate }), { rate, size: Math.round(rate / 100) })
    expect(centsFrom(readings.at(-1)?.hz ?? 0, 110)).toBeCloseTo(0, 0)
  })

  it('measures the same with buffers of any length', () => {
    const samples = pluck(196)
    const frequencies = (size: number) => listen(samples, { size }).map(({ hz }) => hz)
    expect(frequencies(128)).toEqual(frequencies(480))
    expect(frequencies(2048).at(-1)).toBeCloseTo(frequencies(480).at(-1) ?? 0, 2)
  })

  it('measures a natural harmonic at the octave', () => {
    const readings = listen(pluck(110, { odd: 0.01 }))
    for (const { hz } of readings) expect(Math.abs(centsFrom(hz, 220))).toBeLessThan(3)
  })

  it('starts afresh with the next pluck', () => {
    const samples = new Float32Array(2.4 * RATE)
    samples.set(pluck(110))
    for (const [index, sample] of pluck(147).entries()) samples[1.2 * RATE + index] = sample
    const readings = listen(samples)
    const after = readings.filter(({ at }) => at > 1.2)
    expect(after[0]?.at).toBeLessThan(1.2 + 0.15)
    for (const { hz } of after) expect(Math.abs(centsFrom(hz, 147))).toBeLessThan(2)
  })

  it('reads nothing in silence, hum and noise', () => {
    const of = (sound: (index: number) => number) => Float32Array.from({ length: RATE }, (_, at) => sound(at))
    expect(listen(new Float32Array(RATE))).toEqual([])
    expect(listen(pluck(110).subarray(0, PLUCK_S * RATE))).toEqual([])
    expect(listen(of(at => 0.05 * Math.sin(at ** 2 * 12.9898)))).toEqual([])
  })
})
