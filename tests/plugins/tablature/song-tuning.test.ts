import { describe, expect, it } from 'vitest'
import { STANDARD_TUNING } from '../../../src/core/music/guitar/tunings.js'
import { parseSong, type Song, SongError } from '../../../src/core/music/song/song.js'
import type { ShownNote } from '../../../src/plugins/player/tokens.js'
import { otherTuning } from '../../../src/plugins/tablature/song-tuning.js'
import { fretText, techniqueSigns } from '../../../src/plugins/tablature/technique-marks.js'

function songIn(tuning: readonly number[], capo = 0): Song {
  const note = { midi: 62, ticks: 0, durationTicks: 480, string: 1, fret: 0 }
  const song = parseSong({ version: 2, tracks: [{ tuning, capo, notes: [note] }] })
  if (song instanceof SongError) throw song
  return song
}

const NOTES: readonly ShownNote[] = [
  {
    ...{ track: 0, note: 0, onset: 0, duration: 1, pitch: 62 },
    written: { string: 1, fret: 0, fretted: 62 },
  },
]
const NECK = { tuning: STANDARD_TUNING, capo: 0 }

describe('the tuning of a song', () => {
  it('is offered where the neck has another one, or another capo', () => {
    expect(otherTuning(songIn([62, 57, 53, 48, 43, 38]), NOTES, NECK)).toEqual({
      strings: 'D2 G2 C3 F3 A3 D4',
      capo: 0,
    })
    expect(otherTuning(songIn(STANDARD_TUNING.strings, 2), NOTES, NECK)?.capo).toBe(2)
  })

  it('is not offered where the neck has it, the file has no positions, or no neck has as many strings', () => {
    expect(otherTuning(songIn(STANDARD_TUNING.strings), NOTES, NECK)).toBeUndefined()
    expect(otherTuning(songIn([62, 57, 53]), [], NECK)).toBeUndefined()
    expect(otherTuning(songIn([62]), NOTES, NECK)).toBeUndefined()
  })
})

describe('techniques in tablature', () => {
  it('are the signs of guitarists', () => {
    expect(fretText(5, ['dead'])).toBe('×')
    expect(fretText(12, ['natural-harmonic'])).toBe('‹12›')
    expect(fretText(5, ['ghost'])).toBe('(5)')
    expect(techniqueSigns(['hammer-on', 'vibrato'])).toBe('h~')
    expect(techniqueSigns(['grace'])).toBe('')
  })
})
