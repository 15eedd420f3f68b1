// General MIDI instruments. Their timbres must be distinguishable.

import { describe, expect, it } from 'vitest'
import { drumOf, renderDrumNoise } from '../../../../src/plugins/sound/instruments/drum-kit.js'
import { renderPluck } from '../../../../src/plugins/sound/instruments/plucked-string.js'
import PROGRAMS from '../../../../src/plugins/sound/instruments/programs.json' with { type: 'json' }
import {
  addSample,
  nearestSample,
  renderStringSamples,
  samplesOnDemand,
} from '../../../../src/plugins/sound/instruments/string-samples.js'
import { renderStruck } from '../../../../src/plugins/sound/instruments/struck-tone.js'
import { TIMBRES, type Timbre, timbreOf } from '../../../../src/plugins/sound/instruments/timbres.js'
import { cents, loudness, peak, pitchNear } from '../../../support/hear.js'

const SAMPLE_RATE = 22_050
const A3 = 220

/** Renders a note of a plucked or struck timbre. */
function rendered(timbre: Timbre, frequency = A3, seconds = 2) {
  const options = { frequency, sampleRate: SAMPLE_RATE, seconds }
  if (timbre.kind === 'tone') throw new Error('An oscillator is not rendered.')
  const { string, partials } = timbre
  return string ? renderPluck({ ...options, string }) : renderStruck({ ...options, partials: partials ?? [] })
}

/** Mean harmonic number weighted by level, a measure of brightness. */
function brightness(samples: ArrayLike<number>, from = 0.02, seconds = 0.1): number {
  let sum = 0
  let weighted = 0
  for (let harmonic = 1; harmonic <= 30; harmonic += 1) {
    let [real, imaginary] = [0, 0]
    for (let index = 0; index < seconds * SAMPLE_RATE; index += 1) {
      const sample = samples[Math.round(from * SAMPLE_RATE) + index] ?? 0
      const phase = (2 * Math.PI * harmonic * A3 * index) / SAMPLE_RATE
      real += sample * Math.cos(phase)
      imaginary += sample * Math.sin(phase)
    }
    const level = Math.hypot(real, imaginary)
    sum += level
    weighted += level * harmonic
  }
  return weighted / sum
}

/** Fraction of the loudness that remains after a second. */
const rings = (samples: ArrayLike<number>) =>
  loudness(samples, SAMPLE_RATE, 1, 1.1) / loudness(samples, SAMPLE_RATE, 0.02, 0.12)

it('each General MIDI program maps to one instrument, and only the synthesizer has no program', () => {
  const programs = Object.values(PROGRAMS).flat()
  expect(programs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 128 }, (_, index) => index))
  expect(Object.keys(PROGRAMS).toSorted()).toEqual(
    Object.keys(TIMBRES)
      .filter(name => name !== 'synthesizer')
      .toSorted(),
  )
})

it('the synthesizer has the specified waveform and envelope', () => {
  const envelope = { attack: 0.005, decay: 0.1, sustain: 0.3, release: 1 }
  expect(TIMBRES.synthesizer).toMatchObject({ wave: 'triangle', ...envelope })
})

describe('decaying instruments', () => {
  const ringing = Object.entries(TIMBRES).filter(([, { kind }]) => kind !== 'tone')

  it.each(ringing)('%s is in tune, decays and never clips', (name, timbre) => {
    const samples = rendered(timbre)
    expect(samples.every(sample => Math.abs(sample) <= 0.9001)).toBe(true)
    expect(loudness(samples, SAMPLE_RATE, 0, 0.05)).toBeGreaterThan(0.02)
    expect(rings(samples)).toBeLessThan(0.9)
    // Bars and bells have overtones that mislead pitch detection.
    if (timbre.kind === 'struck' && !name.includes('piano')) return
    expect(Math.abs(cents(pitchNear(samples, SAMPLE_RATE, A3, 0.02, 0.2), A3))).toBeLessThan(12)
  })

  it('brightness increases from bass and nylon strings to steel strings and harpsichord', () => {
    const of = ([33, 24, 25, 6] as const).map(program => brightness(rendered(timbreOf(program))))
    expect(of).toEqual(of.toSorted((a, b) => a - b))
    expect((of[2] ?? 0) / (of[0] ?? 1)).toBeGreaterThan(1.5)
  })

  it('a piano and a vibraphone ring longer than a marimba, a banjo and a muted guitar', () => {
    for (const program of [0, 11]) expect(rings(rendered(timbreOf(program)))).toBeGreaterThan(0.1)
    for (const program of [12, 105, 28]) expect(rings(rendered(timbreOf(program)))).toBeLessThan(0.05)
  })
})

it('each sample is rendered once, on demand, and is shifted by less than 2.6 semitones', () => {
  const notes: number[] = []
  const samples = samplesOnDemand(note => notes.push(note))
  for (let note = 0; note <= 127; note += 1)
    expect(Math.abs(12 * Math.log2(samples.nearest(note).rate))).toBeLessThan(2.6)
  for (let note = 0; note <= 127; note += 1) samples.nearest(note)
  expect(new Set(notes).size).toBe(notes.length)
})

const hzOf = (note: number) => 440 * 2 ** ((note - 69) / 12)
const LOW_B_OF_A_BASS = 23
const GUITAR_24TH_FRET = 88
const NOTES = [LOW_B_OF_A_BASS, 34, 45, 55, 64, 76, GUITAR_24TH_FRET]

describe('plucked string synthesis', () => {
  it.each(NOTES.map((note, index) => [note, index % 2 === 0 ? 44_100 : 48_000] as const))(
    'note %i at %i Hz stays in tune within 3 cents while it decays',
    (note, sampleRate) => {
      const frequency = hzOf(note)
      const samples = renderPluck({ frequency, sampleRate, seconds: 2 })
      const lasts = Math.max(0.2, 40 / frequency)
      for (const from of [0.05, 0.6]) {
        const off = cents(pitchNear(samples, sampleRate, frequency, from, from + lasts), frequency)
        expect(Math.abs(off)).toBeLessThan(3)
      }
    },
  )

  it.each(NOTES)('note %i decays to silence, never clips and has no DC offset', note => {
    const sampleRate = 44_100
    const samples = renderPluck({ frequency: hzOf(note), sampleRate, seconds: 3 })
    expect(samples.every(Number.isFinite)).toBe(true)
    expect(peak(samples, sampleRate)).toBeLessThanOrEqual(0.9001)
    expect(peak(samples, sampleRate)).toBeGreaterThan(0.5)
    expect(Math.abs(samples.reduce((sum, sample) => sum + sample, 0) / samples.length)).toBeLessThan(0.001)
    const beginning = loudness(samples, sampleRate, 0.02, 0.22)
    expect(loudness(samples, sampleRate, 1, 1.2)).toBeLessThan(beginning * 0.8)
    expect(loudness(samples, sampleRate, 2.6, 2.8)).toBeLessThan(beginning * 0.4)
    expect([Math.abs(samples.at(-1) ?? 1), Math.abs(samples[0] ?? 1)]).toEqual([0, 0])
  })
})

it('one string sample is rendered immediately, and the rest are added in the background', () => {
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

const setOf = (...keys: (string | number)[]) => {
  const samples = new Map<number, string>()
  for (const key of keys) addSample(samples, key, `sample ${key}`)
  return { nearest: (note: number) => nearestSample(samples, note) }
}

describe('sample sets', () => {
  it('sample keys can be note names or MIDI note numbers', () => {
    const set = setOf('A4', 60)
    expect(set.nearest(69)).toEqual({ sample: 'sample A4', rate: 1 })
    expect(set.nearest(60)).toEqual({ sample: 'sample 60', rate: 1 })
  })

  it.each(['H2', '', 'guitar', 128, -1, 60.5, Number.NaN])('the invalid sample key %s is rejected', key => {
    expect(() => setOf(key)).toThrow(expect.objectContaining({ code: 'sampler_key' }))
  })

  it.each([
    ['plays the nearest sample faster', [40, 52], 43, 'sample 40', 3],
    ['plays the nearest sample slower', [40, 52], 50, 'sample 52', -2],
    ['uses the higher of two equally near samples', [40, 44], 42, 'sample 44', -2],
    ['finds a sample 96 semitones above', [96], 0, 'sample 96', -96],
    ['finds a sample 96 semitones below', [0], 96, 'sample 0', 96],
  ])('a sample set %s', (_, keys, note, sample, semitones) => {
    expect(setOf(...keys).nearest(note)).toEqual({ sample, rate: 2 ** (semitones / 12) })
  })

  it('a note more than 96 semitones from any sample is an error', () => {
    const message = expect.stringContaining('no sample within 96 semitones of note 97')
    expect(() => setOf(0).nearest(97)).toThrow(
      expect.objectContaining({ code: 'sampler_no_sample', message }),
    )
  })
})

const KEYS = Array.from({ length: 128 }, (_, key) => key)
/** Keys of the General MIDI percussion map. */
const OWN = KEYS.filter(key => key >= 35 && key <= 81)
const groupOf = (key: number) => drumOf(key).group

it('every drum is audible and ends within three seconds', () => {
  for (const key of KEYS) {
    const { layers } = drumOf(key)
    expect(layers.length, `key ${key}`).toBeGreaterThan(0)
    for (const { decay, level, after, hz } of layers) {
      expect(level).toBeGreaterThan(0)
      expect(level).toBeLessThanOrEqual(1)
      expect(decay).toBeGreaterThan(0)
      expect(after + decay).toBeLessThan(3)
      // Stays below half the lowest common sample rate.
      expect(hz).toBeLessThan(16_000)
    }
  }
})

it('each of the 47 General MIDI percussion keys has a distinct drum sound', () => {
  expect(new Set(OWN.map(key => JSON.stringify(drumOf(key)))).size).toBe(47)
})

it('only hi-hat sounds cut each other off', () => {
  expect([42, 44, 46].map(groupOf)).toEqual(['hi-hat', 'hi-hat', 'hi-hat'])
  expect([36, 38, 49, 51].map(groupOf)).toEqual([undefined, undefined, undefined, undefined])
})

it.each(['air', 'metal'] as const)(
  'the %s noise reaches full level, has no DC offset and is deterministic',
  kind => {
    const noise = renderDrumNoise(kind, 44_100)
    const sum = noise.reduce((before, sample) => before + sample, 0)
    expect(noise).toHaveLength(44_100)
    expect(Math.max(...noise.map(Math.abs))).toBeLessThanOrEqual(1)
    expect(Math.max(...noise.map(Math.abs))).toBeGreaterThan(0.9)
    expect(Math.abs(sum / noise.length)).toBeLessThan(0.02)
    expect(renderDrumNoise(kind, 44_100)).toEqual(noise)
  },
)
