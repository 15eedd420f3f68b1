import { PitchDetector } from 'pitchy'
import { describe, expect, it } from 'vitest'
import { under } from '../../../bench/ear/conditions.js'
import { type Guitar, type Rendered, render } from '../../../bench/ear/rendered-guitar.js'
import { plucks } from './plucks.js'

const guitar: Guitar = {
  name: 'direct',
  plucks: (await plucks('emily')).filter(({ pitch }) => pitch === 45 || pitch === 57),
}
const note = { at: 0.1, string: 4, pitch: 56, velocity: 0.6, length: 0.8 }

function energy({ samples, sampleRate }: Rendered, from: number, to: number): number {
  return samples
    .subarray(Math.round(from * sampleRate), Math.round(to * sampleRate))
    .reduce((sum, sample) => sum + sample ** 2, 0)
}

function cents({ samples, sampleRate }: Rendered, pitch: number): number {
  const from = Math.round(0.4 * sampleRate)
  const [frequency] = PitchDetector.forFloat32Array(8192).findPitch(
    samples.subarray(from, from + 8192),
    sampleRate,
  )
  return 1200 * Math.log2(frequency / 440) - 100 * (pitch - 69)
}

describe('rendered guitar', () => {
  it.each([44_100, 48_000])('plays the wanted pitch at %i Hz', sampleRate => {
    // The plucks themselves are out of tune by a few cents.
    const own = cents(render(guitar, [{ ...note, pitch: 57 }], { seed: 1 }), 57)
    expect(cents(render(guitar, [note], { seed: 1, sampleRate }), 56)).toBeCloseTo(own, 0)
  })

  it('sounds exactly from each onset to the end of the note', () => {
    const sound = render(guitar, [note], { seed: 1 })
    const [{ onset, end } = { onset: 0, end: 0 }] = sound.notes
    expect([onset, end]).toEqual([0.1, 0.9])
    expect(energy(sound, 0, onset)).toBe(0)
    expect(energy(sound, onset, onset + 0.003)).toBeGreaterThan(0)
    expect(energy(sound, end, end + 0.5)).toBe(0)
  })

  it('ends a note when its string is plucked again', () => {
    const { notes } = render(guitar, [note, { ...note, at: 0.5, pitch: 57 }], { seed: 1 })
    expect(notes.map(({ end }) => end)).toEqual([0.5, 1.3])
  })

  it('strums chords and repeats everything exactly with the same seed', () => {
    const chord = [note, { ...note, string: 5, pitch: 45 }, { ...note, string: 3, pitch: 58 }]
    const [first, second, other] = [7, 7, 9].map(seed => render(guitar, chord, { seed }))
    const onsets = first?.notes.map(({ onset }) => onset) ?? []
    const spread = Math.max(...onsets) - Math.min(...onsets)
    expect(spread >= 0.005 && spread <= 0.04).toBe(true)
    expect(second).toEqual(first)
    expect(other).not.toEqual(first)
  })

  it('adds noise at the wanted level', () => {
    const sound = render(guitar, [note], { seed: 1 })
    const noisy = under(sound, { noiseDb: 20 }, 1)
    const ratio = energy(noisy, 0.1, 0.9) / 0.8 / (energy(noisy, 0, 0.1) / 0.1) - 1
    expect(10 * Math.log10(ratio)).toBeCloseTo(20, 0)
    expect(under(sound, { room: true, microphone: true }, 1).samples.subarray(0, 4410)).toEqual(
      new Float32Array(4410),
    )
  })
})
