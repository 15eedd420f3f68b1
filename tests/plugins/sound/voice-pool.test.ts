// How many voices there are, who has to go first, and that no note is heard twice.
import { describe, expect, it } from 'vitest'
import type { StripKind, SynthVoice } from '../../../src/plugins/sound/synth.js'
import { VoicePool, type Way } from '../../../src/plugins/sound/voice-pool.js'
import { fakeSynth } from './fake-synth.js'

function makePool(limit = 3) {
  const synth = fakeSynth()
  const strip = synth.openStrip('notes')
  const pool = new VoicePool(limit)
  const start = (note: number, atMs: number, way: Way = 'in', kind: StripKind = 'notes'): SynthVoice =>
    pool.start({ way, kind, note, atMs, sounds: 'alike', begin: onEnd => strip.start(note, 1, atMs, onEnd) })
  return { ...synth, pool, start }
}

describe('the voices', () => {
  it('make room by cutting the one that was released first', () => {
    const { start, calls } = makePool()
    start(60, 0)
    const second = start(61, 1)
    const third = start(62, 2)
    third.release(3)
    second.release(4)
    start(63, 5)
    expect(calls.slice(-2)).toEqual(['cut 62 at 5', 'start 63 at 5'])
    start(64, 6)
    expect(calls.slice(-2)).toEqual(['cut 61 at 6', 'start 64 at 6'])
  })

  it('make room by cutting the oldest where all are held', () => {
    const { start, calls } = makePool()
    for (const note of [60, 61, 62, 63]) start(note, note)
    expect(calls.slice(-2)).toEqual(['cut 60 at 63', 'start 63 at 63'])
  })

  it('that were cut for others are not ended again by their own note-off', () => {
    const { start, calls } = makePool(1)
    const first = start(60, 0)
    start(61, 1)
    first.release(2)
    expect(calls).toEqual(['start 60 at 0', 'cut 60 at 1', 'start 61 at 1'])
  })
})

describe('one note that comes two ways', () => {
  it('is heard once, and until both have ended it', () => {
    const { start, calls } = makePool()
    const played = start(60, 0, 'in')
    const sent = start(60, 10, 'out')
    played.release(100)
    expect(calls).toEqual(['start 60 at 0'])
    sent.release(110)
    expect(calls).toEqual(['start 60 at 0', 'release 60 at 110'])
  })

  it('is heard twice where the second is another stroke', () => {
    const { start, voices } = makePool()
    start(60, 0, 'in')
    start(60, 200, 'out')
    expect(voices).toHaveLength(2)
  })

  it('sounds again with each stroke of a fast repetition', () => {
    const { start, voices } = makePool(8)
    const first = [start(60, 0, 'in'), start(60, 10, 'out')]
    for (const voice of first) voice.release(20)
    start(60, 20, 'in')
    start(60, 30, 'out')
    expect(voices).toHaveLength(2)
  })

  it('sent to all sixteen channels is heard once', () => {
    const { start, voices, held } = makePool()
    const all = Array.from({ length: 16 }, () => start(60, 10, 'out'))
    expect(voices).toHaveLength(1)
    for (const voice of all) voice.release(20)
    expect(held()).toEqual([])
  })
})

describe('a drum', () => {
  it('sounds together with a note of the same number', () => {
    const { start, calls } = makePool()
    start(36, 0, 'out')
    start(36, 0, 'out', 'drums')
    start(36, 20, 'in')
    expect(calls).toEqual(['start 36 at 0', 'start 36 at 0'])
  })
})
