import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../../src/core/platform/steps.js'
import { Loudness } from '../../../../src/music/audio/loudness.js'
import type { Arrangement } from '../../../../src/plugins/sound/synthesis/arrangement.js'
import { renderSteps } from '../../../../src/plugins/sound/synthesis/render.js'
import { songLevelSteps } from '../../../../src/plugins/sound/synthesis/song-level.js'

const SAMPLE_RATE = 48_000
const NO_BANKS = new Map()

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
