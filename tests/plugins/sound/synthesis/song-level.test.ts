import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../../src/core/platform/steps.js'
import type { Arrangement } from '../../../../src/plugins/sound/synthesis/arrangement.js'
import { Loudness } from '../../../../src/plugins/sound/synthesis/loudness.js'
import { renderSteps } from '../../../../src/plugins/sound/synthesis/render.js'
import { songLevelSteps } from '../../../../src/plugins/sound/synthesis/song-level.js'

const SAMPLE_RATE = 48_000
const NO_BANKS = new Map()

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

/** Chords of the synthesizer at a channel volume of 0–127. */
function song(volume: number, seconds: number): Arrangement {
  const chord = (at: number) =>
    [57, 61, 64].flatMap(note => [
      { channel: 0, bytes: [0x90, note, 90], atMs: at * 1000 },
      { channel: 0, bytes: [0x80, note, 64], atMs: at * 1000 + 450 },
    ])
  return {
    messages: [
      { channel: 0, bytes: [0xb0, 7, volume], atMs: 0 },
      ...Array.from({ length: seconds * 2 }, (_, index) => chord(index / 2)).flat(),
    ].sort((a, b) => a.atMs - b.atMs),
    drums: new Map(),
    patches: [],
    endMs: seconds * 1000,
  }
}

describe('song level', () => {
  const levelOf = (arrangement: Arrangement) => atOnce(songLevelSteps(arrangement, NO_BANKS))
  const heard = (arrangement: Arrangement) => {
    const loudness = new Loudness(SAMPLE_RATE)
    const write = (left: Float32Array, right: Float32Array) => loudness.add(left, right)
    const level = levelOf(arrangement)
    atOnce(renderSteps(arrangement, { sampleRate: SAMPLE_RATE, banks: NO_BANKS, write, level }))
    return loudness.value
  }

  it.each([
    ['loud', 127, 8],
    ['quiet', 60, 8],
    ['long', 90, 45],
  ] as const)('a %s song is played at −16 LUFS', (_, volume, seconds) => {
    expect(Math.abs(heard(song(volume, seconds)) + 16)).toBeLessThan(1)
  })

  it('a song without notes keeps its level', () => {
    expect(levelOf({ ...song(100, 8), messages: [] })).toBe(1)
  })
})
