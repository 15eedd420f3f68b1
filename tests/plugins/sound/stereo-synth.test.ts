// The synthesizer’s sound, measured from its samples.

import { describe, expect, it } from 'vitest'
import { CEILING } from '../../../src/music/audio/peak-limiter.js'
import { PLAIN_BANK } from '../../../src/plugins/sound/synthesis/sound-port.js'
import { StereoSynth } from '../../../src/plugins/sound/synthesis/stereo-synth.js'
import { cents, crossings, loudness, peak, pitchNear } from '../../support/hear.js'
import { rendered, renderMore, SAMPLE_RATE, type Timed, wholeBank } from './rendered.js'

const VOLUME = 7
const PAN = 10
const EXPRESSION = 11
/** Delay of the limiter. */
const DELAY_S = 0.0015

const REVERB = 91
/** −90 dB. */
const INAUDIBLE = 10 ** (-90 / 20)

const bank = await wholeBank()

const synthesizer: Timed[] = [
  [0, 0, [0xb0, REVERB, 0]],
  [0, 0, [0xb0, 0, PLAIN_BANK]],
  [0, 0, [0xc0, 0]],
]
const hzOf = (note: number) => 440 * 2 ** ((note - 69) / 12)
const decibels = (ratio: number) => 20 * Math.log10(ratio)
const level = (samples: Float32Array, from: number, to: number) => loudness(samples, SAMPLE_RATE, from, to)

describe('synthesizer of the specification', () => {
  it.each([28, 40, 69, 88])('note %i is in tune within a fifth of a cent', note => {
    const { left } = rendered([...synthesizer, [0, 0, [0x90, note, 100]]], 1.5)
    const hz = hzOf(note)
    expect(Math.abs(cents(pitchNear(left, SAMPLE_RATE, hz, 0.3, 1.4), hz))).toBeLessThan(0.2)
  })

  it.each([16_000, 48_000, 96_000])('at %i Hz, notes are in tune and equally loud', sampleRate => {
    const synth = new StereoSynth(sampleRate)
    for (const [, channel, bytes] of [...synthesizer, [0, 0, [0x90, 69, 100]] as Timed])
      synth.send(channel, bytes)
    const { left } = renderMore(synth, 1.5, sampleRate)
    expect(Math.abs(cents(pitchNear(left, sampleRate, 440, 0.3, 1.4), 440))).toBeLessThan(0.2)
    const usual = rendered([...synthesizer, [0, 0, [0x90, 69, 100]]], 1.5).left
    expect(decibels(loudness(left, sampleRate, 0.3, 1.4) / level(usual, 0.3, 1.4))).toBeCloseTo(0, 1)
  })

  it('the wave is a triangle: odd harmonics that fall by their square', () => {
    const { left } = rendered([...synthesizer, [0, 0, [0x90, 69, 100]]], 1.5)
    const harmonic = (number: number) => amplitude(left, 440 * number, 0.5, 1.5)
    expect(decibels(harmonic(2) / harmonic(1))).toBeLessThan(-50)
    expect(decibels(harmonic(3) / harmonic(1))).toBeCloseTo(decibels(1 / 9), 0)
    expect(decibels(harmonic(5) / harmonic(1))).toBeCloseTo(decibels(1 / 25), 0)
  })

  it('the envelope rises in 5 ms, falls to 0.3 within 0.1 s, stays there and fades within a second', () => {
    const { left } = rendered([...synthesizer, [0, 0, [0x90, 69, 127]], [1, 0, [0x80, 69, 64]]], 2.5)
    const at = (seconds: number) => level(left, DELAY_S + seconds, DELAY_S + seconds + 2 / 440)
    const highest = at(0.005)
    expect(at(0) / highest).toBeLessThan(0.6)
    expect(at(0.01)).toBeLessThan(highest)
    expect(at(0.05) / highest).toBeGreaterThan(0.4)
    for (const seconds of [0.11, 0.5, 0.9]) expect(at(seconds) / highest).toBeCloseTo(0.3, 1)
    expect(at(1.1) / at(0.9)).toBeGreaterThan(0.2)
    expect(at(1.1) / at(0.9)).toBeLessThan(0.7)
    expect(at(2) / highest).toBeLessThan(1e-4)
  })

  it.each([0.1, 0.1 + 1 / SAMPLE_RATE, 0.3456])('a note due at %f s starts at that sample', seconds => {
    const { left } = rendered([...synthesizer, [seconds, 0, [0x90, 69, 127]]], 0.5)
    const first = left.findIndex(sample => sample !== 0)
    const due = Math.round(seconds * SAMPLE_RATE) + Math.round(DELAY_S * SAMPLE_RATE)
    // The wave’s first sample is 0.
    expect(first - due).toBeGreaterThanOrEqual(0)
    expect(first - due).toBeLessThanOrEqual(2)
  })
})

describe('controllers', () => {
  const held = (...messages: Timed[]) => rendered([...synthesizer, ...messages, [0, 0, [0x90, 69, 100]]], 0.6)
  const levelOf = (...messages: Timed[]) => level(held(...messages).left, 0.4, 0.6)

  it.each([VOLUME, EXPRESSION])('half of controller %i is 12 dB quieter, and 0 is silent', controller => {
    const loud = levelOf([0, 0, [0xb0, controller, 127]])
    expect(decibels(levelOf([0, 0, [0xb0, controller, 64]]) / loud)).toBeCloseTo(-12, 0)
    expect(levelOf([0, 0, [0xb0, controller, 0]]) / loud).toBeLessThan(INAUDIBLE)
  })

  it('pan moves the sound between the speakers', () => {
    const balance = (pan: number) => {
      const { left, right } = held([0, 0, [0xb0, PAN, pan]])
      return decibels(level(left, 0.4, 0.6) / level(right, 0.4, 0.6))
    }
    expect(balance(64)).toBeCloseTo(0, 0)
    expect(balance(0)).toBeGreaterThan(20)
    expect(balance(127)).toBeLessThan(-20)
  })

  it('a bend and its range change the pitch of a held note', () => {
    const { left } = held(
      [0.1, 0, [0xb0, 101, 0]],
      [0.1, 0, [0xb0, 100, 0]],
      [0.1, 0, [0xb0, 6, 12]],
      [0.1, 0, [0xe0, 0, 0]],
    )
    expect(Math.abs(cents(pitchNear(left, SAMPLE_RATE, 220, 0.3, 0.6), 220))).toBeLessThan(3)
  })

  it('the overall gain changes without a click', () => {
    const synth = new StereoSynth(SAMPLE_RATE)
    for (const [, channel, bytes] of [...synthesizer, [0, 0, [0x90, 69, 100]] as Timed])
      synth.send(channel, bytes)
    const before = level(renderMore(synth, 0.5).left, 0.4, 0.5)
    synth.setVolume(0.25)
    const { left } = renderMore(synth, 0.5)
    expect(level(left, 0.4, 0.5) / before).toBeCloseTo(0.25, 2)
    const steps = left.slice(1).map((sample, index) => Math.abs(sample - (left[index] ?? 0)))
    expect(Math.max(...steps)).toBeLessThan(before * 0.15)
  })
})

describe('banks', () => {
  it('a note keeps sounding unchanged while a bank is added', () => {
    const play = (add: boolean) => {
      const synth = new StereoSynth(SAMPLE_RATE)
      for (const message of [
        [0xb0, 0, PLAIN_BANK],
        [0xc0, 0],
        [0xb0, VOLUME, 80],
        [0xb0, PAN, 20],
        [0xe0, 0, 40],
        [0x90, 69, 100],
      ]) {
        synth.send(0, message)
      }
      renderMore(synth, 0.3)
      if (add) synth.addBank('more', bank)
      return renderMore(synth, 0.3).left
    }
    const [plain, added] = [play(false), play(true)]
    const differences = plain.map((sample, index) => Math.abs(sample - (added[index] ?? 0)))
    expect(Math.max(...differences)).toBeLessThan(peak(plain, SAMPLE_RATE) * 0.01)
  })

  it('a note keeps sounding unchanged while more channels are opened', () => {
    const play = (open: boolean) => {
      const synth = new StereoSynth(SAMPLE_RATE)
      for (const [, channel, bytes] of synthesizer) synth.send(channel, bytes)
      for (const bytes of [
        [0xb0, PAN, 20],
        [0x90, 69, 100],
      ]) {
        synth.send(0, bytes)
      }
      renderMore(synth, 0.3)
      if (open) synth.send(40, [0xb0, VOLUME, 100])
      return renderMore(synth, 0.3).left
    }
    const [plain, opened] = [play(false), play(true)]
    const differences = plain.map((sample, index) => Math.abs(sample - (opened[index] ?? 0)))
    expect(Math.max(...differences)).toBeLessThan(peak(plain, SAMPLE_RATE) * 0.01)
  })

  const melody = (program: number, note: number): Timed[] => [
    [0, 0, [0xc0, program]],
    [0, 0, [0x90, note, 100]],
  ]
  const withBank = (messages: readonly Timed[], seconds = 1) =>
    rendered(messages, seconds, synth => synth.addBank('whole', bank))

  it.each([
    [24, 52],
    [25, 40],
    [27, 64],
    [33, 28],
  ])('program %i, note %i is in tune within 12 cents and decays', (program, note) => {
    const { left } = withBank(melody(program, note), 2)
    const hz = hzOf(note)
    expect(Math.abs(cents(pitchNear(left, SAMPLE_RATE, hz, 0.2, 0.7), hz))).toBeLessThan(12)
    expect(level(left, 1.5, 2)).toBeLessThan(level(left, 0.05, 0.3))
  })

  it('drums sound like drums: a bass drum is low and short, and a cymbal is noise that rings', () => {
    const drum = (key: number) => withBank([[0, 9, [0x99, key, 110]]], 1.5).left
    const [kick, snare, cymbal] = [drum(36), drum(38), drum(49)]
    expect(crossings(kick, SAMPLE_RATE, 0.05, 0.25)).toBeLessThan(200)
    expect(crossings(snare, SAMPLE_RATE, 0.01, 0.1)).toBeGreaterThan(200)
    expect(crossings(cymbal, SAMPLE_RATE, 0.1, 0.5)).toBeGreaterThan(2000)
    expect(level(kick, 0.7, 1) / level(kick, 0, 0.1)).toBeLessThan(0.05)
    expect(level(cymbal, 0.7, 1) / level(cymbal, 0, 0.1)).toBeGreaterThan(0.05)
  })

  it('the tenth channel of each group of 16 plays drums unless they are turned off', () => {
    const pitched = (channel: number, drums: boolean) => {
      const { left } = rendered(
        [
          [0, channel, [0xc0, 25]],
          [0, channel, [0x90, 69, 100]],
        ],
        0.5,
        synth => {
          synth.addBank('whole', bank)
          synth.setDrums(channel, drums)
        },
      )
      return Math.abs(cents(pitchNear(left, SAMPLE_RATE, 440, 0.1, 0.4), 440)) < 12
    }
    expect([pitched(25, false), pitched(25, true)]).toEqual([true, false])
  })

  it('no sample of loud chords exceeds −1 dBFS', () => {
    const loud: Timed[] = []
    for (let channel = 0; channel < 9; channel += 1) {
      loud.push([0, channel, [0xc0, 30]], [0, channel, [0xb0, VOLUME, 127]])
      for (const note of [40, 47, 52, 56, 59, 64]) loud.push([0.1, channel, [0x90, note, 127]])
    }
    const { left, right } = withBank(loud)
    for (const samples of [left, right]) {
      expect(peak(samples, SAMPLE_RATE)).toBeLessThanOrEqual(CEILING + 1e-6)
      expect(peak(samples, SAMPLE_RATE)).toBeGreaterThan(CEILING * 0.9)
    }
  })
})

describe('constant offset', () => {
  const SAW_LEAD = 81

  it.each([44_100, 48_000, 96_000])(
    'program 81, which has one in the bank, has none at %i Hz',
    sampleRate => {
      const synth = new StereoSynth(sampleRate)
      synth.addBank('whole', bank)
      synth.send(0, [0xc0, SAW_LEAD])
      synth.send(0, [0x90, 57, 100])
      const { left, right } = renderMore(synth, 1.5, sampleRate)
      for (const samples of [left, right]) {
        const held = samples.subarray(sampleRate / 2)
        const mean = held.reduce((sum, sample) => sum + sample, 0) / held.length
        expect(Math.abs(mean) / loudness(samples, sampleRate, 0.5, 1.5)).toBeLessThan(0.005)
      }
    },
  )

  it('low notes keep their level', () => {
    const { left } = rendered([...synthesizer, [0, 0, [0x90, 23, 100]]], 1.5)
    const { left: high } = rendered([...synthesizer, [0, 0, [0x90, 47, 100]]], 1.5)
    expect(decibels(level(left, 0.5, 1.5) / level(high, 0.5, 1.5))).toBeCloseTo(0, 0)
  })

  it('silence stays silent to the last bit', () => {
    const { left } = rendered([...synthesizer, [0, 0, [0x90, 69, 100]], [0.1, 0, [0x80, 69, 64]]], 9)
    expect(left.subarray(-100).every(sample => sample === 0)).toBe(true)
  })
})

describe('silence', () => {
  it('cuts sounding and scheduled notes immediately, and later notes use the latest program', () => {
    const synth = new StereoSynth(SAMPLE_RATE)
    synth.addBank('whole', bank)
    const frame = (seconds: number) => Math.round(seconds * SAMPLE_RATE)
    synth.send(0, [0xc0, 25])
    synth.send(0, [0x90, 57, 100])
    synth.send(0, [0xc0, 33], frame(0.4))
    synth.send(0, [0x90, 33, 100], frame(0.4))
    renderMore(synth, 0.3)
    synth.silence()
    const { left } = renderMore(synth, 1)
    expect(level(left, 0.1, 1)).toBeLessThan(INAUDIBLE)
    synth.send(0, [0x90, 33, 100])
    const again = renderMore(synth, 0.5).left
    const plain = rendered(
      [
        [0, 0, [0xc0, 33]],
        [0, 0, [0x90, 33, 100]],
      ],
      0.5,
      fresh => fresh.addBank('whole', bank),
    ).left
    expect(decibels(level(again, 0.1, 0.4) / level(plain, 0.1, 0.4))).toBeCloseTo(0, 0)
  })
})

/** Amplitude of one frequency. */
function amplitude(samples: Float32Array, hz: number, from: number, to: number): number {
  let [real, imaginary] = [0, 0]
  const [first, last] = [Math.round(from * SAMPLE_RATE), Math.round(to * SAMPLE_RATE)]
  for (let index = first; index < last; index += 1) {
    const phase = (2 * Math.PI * hz * index) / SAMPLE_RATE
    real += (samples[index] ?? 0) * Math.cos(phase)
    imaginary += (samples[index] ?? 0) * Math.sin(phase)
  }
  return (2 * Math.hypot(real, imaginary)) / (last - first)
}
