import { describe, expect, it } from 'vitest'
import { alignWhole } from '../../../../src/plugins/practice/following/whole.js'
import type { PlayedNote, WrittenNote } from '../../../../src/plugins/practice/tokens.js'
import {
  f1,
  plays,
  type Take,
  withExtraNotes,
  withJumpsBack,
  withoutSome,
  withSkips,
  withWrongNotes,
} from '../../../support/students.js'
import { music } from './music.js'

const SONG = music(7, 40)

const f1Of = ({ played, truth }: Take, song = SONG) => f1(alignWhole(song, played), truth)

describe('a whole take', () => {
  it('is paired in spite of wrong, missing and extra notes', () => {
    const take = withExtraNotes(withoutSome(withWrongNotes(plays(SONG), 3), 4), 5)
    expect(f1Of(take)).toBeGreaterThan(0.96)
  })

  it.each([
    ['rolled chords', { roll: 0.06 }],
    ['swing', { swing: 0.16 }],
    ['a tempo that jumps', { tempoAt: (beat: number) => (beat % 32 < 16 ? 0.4 : 0.75) }],
    ['a pause', { tempoAt: (beat: number) => (beat > 50 && beat < 51 ? 6 : 0.5) }],
  ])('is paired with %s', (_, manner) => {
    expect(f1Of(plays(SONG, manner))).toBeGreaterThan(0.99)
  })

  it('is paired where passages were left out', () => {
    expect(f1Of(withSkips(SONG, plays(SONG), 6))).toBeGreaterThan(0.97)
  })

  it('pairs each written note once where passages were played again', () => {
    const take = withJumpsBack(SONG, plays(SONG), 2)
    const pairs = alignWhole(SONG, take.played)
    expect(new Set(pairs.map(([written]) => written)).size).toBe(pairs.length)
    expect(new Set(pairs.map(([, played]) => played)).size).toBe(pairs.length)
    // Of each passage that was played twice, one time counts.
    expect(pairs.length).toBeGreaterThan(0.97 * SONG.length)
  })

  it('finds the notes that are written in a trill that is longer than written', () => {
    const song: WrittenNote[] = [60, 62, 64, 65, 67, 65, 64, 62].map((pitch, onset) => ({
      onset,
      duration: 1,
      pitch,
    }))
    const played: PlayedNote[] = song.flatMap(({ onset, pitch }) => {
      if (pitch !== 67) return [{ onset: onset / 2, pitch }]
      return Array.from({ length: 6 }, (_, turn) => ({
        onset: onset / 2 + turn * 0.07,
        pitch: 67 + (turn % 2) * 2,
      }))
    })
    const pairs = alignWhole(song, played)
    expect(pairs.map(([written]) => written)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(pairs[4]?.[1]).toBe(4)
  })

  it('takes grace notes for what is played before their moment', () => {
    const song: WrittenNote[] = [
      { onset: 0, duration: 1, pitch: 60 },
      { onset: 1, duration: 0, pitch: 65 },
      { onset: 1, duration: 1, pitch: 64 },
      { onset: 2, duration: 1, pitch: 65 },
    ].sort((a, b) => a.onset - b.onset || a.pitch - b.pitch)
    const played = [
      { onset: 0, pitch: 60 },
      { onset: 0.42, pitch: 65 },
      { onset: 0.5, pitch: 64 },
      { onset: 1, pitch: 65 },
    ]
    expect(alignWhole(song, played)).toEqual([
      [0, 0],
      [2, 1],
      [1, 2],
      [3, 3],
    ])
  })

  it('may last an hour', () => {
    const long = music(11, 900)
    const take = plays(long, { secondsPerBeat: 1 })
    expect(take.played.at(-1)?.onset).toBeGreaterThan(3590)
    expect(f1Of(withWrongNotes(take, 9), long)).toBeGreaterThan(0.98)
  })
})
