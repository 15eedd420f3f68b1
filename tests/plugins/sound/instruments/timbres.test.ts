// The instruments of General MIDI: each program has one, and they are distinguished by ear.
import { describe, expect, it } from 'vitest'
import { renderPluck } from '../../../../src/plugins/sound/instruments/plucked-string.js'
import PROGRAMS from '../../../../src/plugins/sound/instruments/programs.json' with { type: 'json' }
import { samplesOnDemand } from '../../../../src/plugins/sound/instruments/string-samples.js'
import { renderStruck } from '../../../../src/plugins/sound/instruments/struck-tone.js'
import { TIMBRES, type Timbre, timbreOf } from '../../../../src/plugins/sound/instruments/timbres.js'
import { cents, loudness, pitchNear } from '../../../support/hear.js'

const SAMPLE_RATE = 22_050
const A3 = 220

/** What rings, as it is rendered. */
function rendered(timbre: Timbre, frequency = A3, seconds = 2) {
  const options = { frequency, sampleRate: SAMPLE_RATE, seconds }
  if (timbre.kind === 'tone') throw new Error('An oscillator is not rendered.')
  const { string, partials } = timbre
  return string ? renderPluck({ ...options, string }) : renderStruck({ ...options, partials: partials ?? [] })
}

/** Mean harmonic, weighted by its level: how bright a sound is. */
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

/** How much of it is left after a second. */
const rings = (samples: ArrayLike<number>) =>
  loudness(samples, SAMPLE_RATE, 1, 1.1) / loudness(samples, SAMPLE_RATE, 0.02, 0.12)

it('every program of General MIDI has one instrument, and every instrument but the synthesizer has a program', () => {
  const programs = Object.values(PROGRAMS).flat()
  expect(programs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 128 }, (_, index) => index))
  expect(Object.keys(PROGRAMS).toSorted()).toEqual(
    Object.keys(TIMBRES)
      .filter(name => name !== 'synthesizer')
      .toSorted(),
  )
})

it('the synthesizer is the one of the specification', () => {
  expect(TIMBRES.synthesizer).toMatchObject({
    wave: 'triangle',
    attack: 0.005,
    decay: 0.1,
    sustain: 0.3,
    release: 1,
  })
})

describe('what rings', () => {
  const ringing = Object.entries(TIMBRES).filter(([, { kind }]) => kind !== 'tone')

  it.each(ringing)('%s is in tune, never clips, and dies away', (name, timbre) => {
    const samples = rendered(timbre)
    expect(samples.every(sample => Math.abs(sample) <= 0.9001)).toBe(true)
    expect(loudness(samples, SAMPLE_RATE, 0, 0.05)).toBeGreaterThan(0.02)
    expect(rings(samples)).toBeLessThan(0.9)
    // Bars and bells have overtones between which an ear for pitch is lost.
    if (timbre.kind === 'struck' && !name.includes('piano')) return
    expect(Math.abs(cents(pitchNear(samples, SAMPLE_RATE, A3, 0.02, 0.2), A3))).toBeLessThan(12)
  })

  it('a nylon string is darker than a steel string, a bass darker still, and a harpsichord brighter', () => {
    const of = ([33, 24, 25, 6] as const).map(program => brightness(rendered(timbreOf(program))))
    expect(of).toEqual(of.toSorted((a, b) => a - b))
    expect((of[2] ?? 0) / (of[0] ?? 1)).toBeGreaterThan(1.5)
  })

  it('a piano and a vibraphone ring on where a marimba, a banjo and a muted guitar are over', () => {
    for (const program of [0, 11]) expect(rings(rendered(timbreOf(program)))).toBeGreaterThan(0.1)
    for (const program of [12, 105, 28]) expect(rings(rendered(timbreOf(program)))).toBeLessThan(0.05)
  })
})

it('samples are rendered when a note needs them, never more than 2 semitones away, and once', () => {
  const notes: number[] = []
  const samples = samplesOnDemand(note => notes.push(note))
  for (let note = 0; note <= 127; note += 1) {
    expect(Math.abs(12 * Math.log2(samples.nearest(note).rate))).toBeLessThan(2.6)
  }
  for (let note = 0; note <= 127; note += 1) samples.nearest(note)
  expect(new Set(notes).size).toBe(notes.length)
})
