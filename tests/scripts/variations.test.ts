import { describe, expect, it } from 'vitest'
import { createRandom } from '../../bench/support/random.js'
import { lessonOf } from '../../scripts/positions/pieces.js'
import { melodyOf, type Varying, varied } from '../../scripts/positions/variations.js'
import type { TablaturePiece } from '../../src/plugins/positions/tokens.js'

const TUNING = [64, 59, 55, 50, 45, 40]
const note = (onset: number, string: number, fret: number) => ({
  onset,
  duration: 0.5,
  pitch: (TUNING[string - 1] ?? 0) + fret,
  string,
  fret,
})
const PIECE: TablaturePiece = {
  tuning: TUNING,
  capo: 0,
  notes: [note(0, 6, 3), note(0, 2, 3), note(1, 1, 0), note(1.5, 3, 2), note(2, 4, 0), note(3, 5, 2)],
}
const ASIS: Varying = { leftOut: 0, backwards: 0, retuned: 0, broken: 0 }
const draws = (varying: Varying) =>
  Array.from({ length: 200 }, (_, seed) => varied(PIECE, varying, createRandom(seed + 1)))

describe('a piece as it might have been', () => {
  it('has as its melody the highest note of each chord, also of one that is rolled', () => {
    const rolled = [note(0, 6, 3), note(0.01, 4, 0), note(0.02, 1, 3), note(0.025, 2, 0), note(1, 5, 0)]
    expect(melodyOf({ ...PIECE, notes: rolled }).notes).toEqual([rolled[2], rolled[4]])
  })

  it('is played backwards, chords together and each note where it was', () => {
    const { notes } = varied(PIECE, { ...ASIS, backwards: 1 }, createRandom(1))
    expect(notes.map(({ onset, string, fret }) => [onset, string, fret])).toEqual([
      [0, 5, 2],
      [1, 4, 0],
      [1.5, 3, 2],
      [2, 1, 0],
      [3, 2, 3],
      [3, 6, 3],
    ])
  })

  it('keeps strings and frets on a string that is tuned elsewhere, and sounds as it is tuned', () => {
    const pieces = draws({ ...ASIS, retuned: 1 })
    expect(pieces.some(({ tuning }) => tuning.join() !== TUNING.join())).toBe(true)
    for (const { tuning, notes } of pieces) {
      expect(notes.map(({ string, fret }) => [string, fret])).toEqual(
        PIECE.notes.map(({ string, fret }) => [string, fret]),
      )
      for (const { pitch, string, fret } of notes) expect(pitch).toBe((tuning[string - 1] ?? 0) + fret)
      for (const [string, pitch] of tuning.entries())
        if (string > 0) expect(pitch).toBeLessThan(tuning[string - 1] ?? 0)
    }
  })

  it('has chords broken up or down, note by note until what follows, and the rest where it was', () => {
    const ways = new Set(
      draws({ ...ASIS, broken: 1 }).map(({ notes }) =>
        notes.map(({ onset, string }) => `${onset}.${string}`).join(' '),
      ),
    )
    const rest = '1.1 1.5.3 2.4 3.5'
    expect([...ways].sort()).toEqual([`0.2 0.5.6 ${rest}`, `0.6 0.2 ${rest}`, `0.6 0.5.2 ${rest}`].sort())
  })

  it('is a lesson in which the human has every note right', () => {
    for (const piece of draws({ leftOut: 0.3, backwards: 0.5, retuned: 0.5, broken: 0.5 })) {
      const { onsets, human } = lessonOf('varied', piece)
      for (const [t, { grips, notes }] of onsets.entries())
        for (const [i, index] of notes.entries())
          expect((grips.string[(human[t] ?? 0) * grips.size + i] ?? 0) + 1).toBe(piece.notes[index]?.string)
    }
  })
})
