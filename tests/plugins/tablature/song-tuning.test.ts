import { describe, expect, it } from 'vitest'
import { STANDARD_TUNING, TUNINGS } from '../../../src/core/music/guitar/tunings.js'
import type { ShownNote } from '../../../src/plugins/player/tokens.js'
import { fittingTuning, otherTuning } from '../../../src/plugins/tablature/song-tuning.js'
import { fretText, techniqueSigns } from '../../../src/plugins/tablature/ui/lane-bars.js'
import { songFrom } from '../../support/song-from.js'

const note = { midi: 62, ticks: 0, durationTicks: 480, string: 1, fret: 0 }
const songIn = (tuning: readonly number[], capo = 0) =>
  songFrom({ version: 2, tracks: [{ tuning, capo, notes: [note] }] })

const NOTES: readonly ShownNote[] = [
  {
    ...{ track: 0, note: 0, onset: 0, duration: 1, pitch: 62 },
    written: { string: 1, fret: 0, fretted: 62 },
  },
]
const NECK = { tuning: STANDARD_TUNING, capo: 0 }

describe('the tuning of a song', () => {
  it('is offered if the neck has a different tuning or capo', () => {
    const other = otherTuning(songIn([62, 57, 53, 48, 43, 38]), NOTES, NECK)
    expect(other).toEqual({ strings: 'D2 G2 C3 F3 A3 D4', capo: 0 })
    expect(otherTuning(songIn(STANDARD_TUNING.strings, 2), NOTES, NECK)?.capo).toBe(2)
  })

  it('is not offered where the neck has it, the file has no positions, or no neck has as many strings', () => {
    expect(otherTuning(songIn(STANDARD_TUNING.strings), NOTES, NECK)).toBeUndefined()
    expect(otherTuning(songIn([62, 57, 53]), [], NECK)).toBeUndefined()
    expect(otherTuning(songIn([62]), NOTES, NECK)).toBeUndefined()
  })
})

describe('the tuning that has the notes of a song', () => {
  const fitting = (pitches: readonly number[], name = 'Standard', capo = 0) => {
    const tuning = TUNINGS.find(each => each.name === name) ?? expect.unreachable()
    return fittingTuning(pitches, { tuning, capo })?.name
  }

  it.each([
    ['Half-step down', [39, 44, 64], 'Standard', 0],
    ['Drop D', [38, 64], 'Standard', 0],
    ['Drop C', [36, 64], 'Standard', 0],
    ['Drop D', [39], 'Standard', 1],
    ['Bass, drop D', [26], 'Bass, 4 strings', 0],
    [undefined, [20], 'Bass, 4 strings', 0],
    // All notes are in range, or no tuning has them all.
    [undefined, [40, 64], 'Standard', 0],
    [undefined, [20, 64], 'Standard', 0],
  ])('is %s for %j on %s with the capo at %i', (name, pitches, tuning, capo) => {
    expect(fitting(pitches, tuning, capo)).toBe(name)
  })

  it('is not offered in place of a custom tuning', () => {
    const tuning = { id: 'own:1', name: 'Mine', strings: [64, 59, 55, 50, 45, 40] }
    expect(fittingTuning([39], { tuning, capo: 0 })).toBeUndefined()
  })
})

it('techniques in tablature are the signs of guitarists', () => {
  expect([fretText(5, ['dead']), fretText(12, ['natural-harmonic'])]).toEqual(['×', '‹12›'])
  expect([fretText(5, ['ghost']), techniqueSigns(['hammer-on', 'vibrato'])]).toEqual(['(5)', 'h~'])
  expect(techniqueSigns(['grace'])).toBe('')
})
