import { describe, expect, it } from 'vitest'
import { parseNoteName } from '../../../../src/core/music/guitar/note-name.js'
import { chordName } from '../../../../src/plugins/fretboard/chords/chord-name.js'
import { NO_SCALE, spellScale } from '../../../../src/plugins/fretboard/scales/scale.js'

const named = (notes: string, scale = 'C Major') =>
  chordName(
    notes
      .split(' ')
      .filter(note => note !== '')
      .map(note => parseNoteName(note) ?? Number.NaN),
    spellScale(scale) ?? NO_SCALE,
  )

/** By hand, from a book of chords: notes from the lowest, name, inversion. */
const CHORDS: readonly [notes: string, name: string, inversion: number][] = [
  ['C3 E3 G3', 'C', 0],
  ['E3 G3 C4', 'C/E', 1],
  ['G3 C4 E4', 'C/G', 2],
  ['C3 E3 G3 B3', 'Cmaj7', 0],
  ['A2 C3 E3', 'Am', 0],
  ['A2 C3 E3 G3', 'Am7', 0],
  ['G2 B2 D3 F3', 'G7', 0],
  ['B2 D3 F3', 'Bdim', 0],
  ['D3 G3 A3', 'Dsus4', 0],
  ['E2 B2 E3 G3 B3 E4', 'Em', 0],
  ['C3 Eb3 G3 Bb3', 'Cm7', 0],
]

describe('chord names', () => {
  for (const [notes, name, inversion] of CHORDS) {
    it(`call ${notes} ${name}`, () => {
      expect(named(notes)).toMatchObject({ name, inversion })
    })
  }

  it('are those of the whole chord if only its fifth is missing', () => {
    expect(named('C3 E3 B3')).toMatchObject({ name: 'Cmaj7', inversion: 0 })
    expect(named('C3 E3 Bb3 D#4')).toMatchObject({ name: 'C7#9', inversion: 0 })
    expect(named('E3 B3 C4').name).toBe('Cmaj7/E')
  })

  it('are spelled by key', () => {
    expect(named('Db3 F3 Ab3', 'Ab Major').name).toBe('Db')
    expect(named('C#3 F3 G#3', 'C# Major').name).toBe('C#')
  })

  it('do not depend on order, doubling or octave', () => {
    expect(named('G4 E3 C3 C5 E5').name).toBe('C')
  })

  it('have alternatives if the same notes are also another chord', () => {
    expect(named('C3 E3 G3 A3')).toMatchObject({ name: 'C6', alternatives: ['Am7/C'] })
  })

  it('name two notes by their interval', () => {
    expect(named('C3 E3').interval).toBe('Major third')
    expect(named('E3 C4').interval).toBe('Minor sixth')
    expect(named('C3 G3')).toMatchObject({ interval: 'Perfect fifth', name: 'C5' })
    expect(named('C3 E4 C5').interval).toBe('Major third')
  })

  it('call one note by its name, and one note in two octaves an octave', () => {
    expect(named('G2')).toMatchObject({ name: 'G', interval: undefined })
    expect(named('G2 G3')).toMatchObject({ name: 'G', interval: 'Octave' })
  })

  it('are empty for silence and for what has no common name', () => {
    expect(named('').name).toBe('')
    expect(named('C3 Db3 D3 Eb3 E3')).toMatchObject({ name: '', inversion: undefined })
  })
})
