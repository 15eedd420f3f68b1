import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseNoteName } from '../../../../src/core/music/guitar/note-name.js'
import { openStrings } from '../../../../src/core/music/guitar/tunings.js'
import { chordName } from '../../../../src/plugins/fretboard/chords/chord-name.js'
import { chordTones } from '../../../../src/plugins/fretboard/chords/chord-tones.js'
import { NO_SCALE, spellScale } from '../../../../src/plugins/fretboard/scales/scale.js'
import { rounds } from '../../../support/rounds.js'
import books from './book-chords.json' with { type: 'json' }

const pitchesOf = (notes: string) =>
  notes
    .split(' ')
    .filter(note => note !== '')
    .map(note => parseNoteName(note) ?? Number.NaN)

const named = (notes: string, scale = 'C Major', previous?: number) =>
  chordName(pitchesOf(notes), { scale: spellScale(scale) ?? NO_SCALE, previous })

const GUITAR = openStrings('E2 A2 D3 G3 B3 E4').reverse()
/** Frets from the lowest string, `x32010` or `8-x-8-9-10-x`, or notes. */
const voicing = (text: string) =>
  /[A-G]/.test(text)
    ? pitchesOf(text)
    : (text.includes('-') ? text.split('-') : [...text]).flatMap((fret, index) =>
        fret === 'x' ? [] : [(GUITAR[index] ?? 0) + Number(fret)],
      )

describe('chord names', () => {
  for (const { source, voicings } of books)
    it(`are those of the books. ${source}`, () => {
      const found = voicings.map(([notes = '']) => [
        notes,
        chordName(voicing(notes), { scale: NO_SCALE }).name,
      ])
      expect(found).toEqual(voicings)
    })

  it('say the same of a chord wherever it is played', () => {
    const rootless = ({ name }: ReturnType<typeof chordName>) => name.replace(/[A-G][b#]*/g, '')
    fc.assert(
      fc.property(
        fc.constantFrom(...books.flatMap(({ voicings }) => voicings)),
        fc.integer({ min: -11, max: 11 }),
        ([notes = ''], by) => {
          const pitches = voicing(notes)
          const moved = pitches.map(pitch => pitch + by)
          const context = { scale: NO_SCALE }
          expect(rootless(chordName(moved, context))).toBe(rootless(chordName(pitches, context)))
        },
      ),
      rounds(1000),
    )
  })

  it('of the books are read as the notes of the books', () => {
    const unread = books
      .flatMap(({ voicings }) => voicings)
      .filter(([notes = '', name = '']) => {
        const tones = chordTones(name)?.tones.map(({ pitchClass }) => pitchClass) ?? []
        return name !== '' && !voicing(notes).every(pitch => tones.includes(pitch % 12))
      })
    expect(unread).toEqual([])
  })

  it('count inversions by the member of the chord that is lowest', () => {
    const inversions = ['C3 E3 G3', 'E3 G3 C4', 'G3 C4 E4', 'F3 G3 B3 D4', 'G2 F3 A3 C4', 'B2 F3 A3 C4 E4']
    expect(inversions.map(notes => named(notes).inversion)).toEqual([0, 1, 2, 3, undefined, undefined])
  })

  it('are spelled by the scale, and outside it as chords of this kind are', () => {
    const spelled = (notes: string, scale?: string) => {
      const { name, tones } = named(notes, scale)
      return [name, tones.map(tone => tone.name).join(' ')]
    }
    expect(spelled('Db3 F3 Ab3', 'Ab Major')).toEqual(['Db', 'Db F Ab'])
    expect(spelled('C#3 F3 G#3', 'C# Major')).toEqual(['C#', 'C# E# G#'])
    expect(spelled('C3 D#3 G3 A#3')).toEqual(['Cm7', 'C Eb G Bb'])
    expect(spelled('Db3 E3 Ab3 B3')).toEqual(['C#m7', 'C# E G# B'])
    expect([spelled('Db3 E3 G3 Bb3')[0], spelled('F#3 Bb3 C#4', 'Db Major')[0]]).toEqual(['C#dim7', 'Gb'])
  })

  it('are spelled as the notes were written, where that is known', () => {
    const written = (notes: string) =>
      chordName(pitchesOf(notes), {
        scale: NO_SCALE,
        written: new Map(
          notes.split(' ').map(note => [(parseNoteName(note) ?? 0) % 12, note.replace(/\d/, '')]),
        ),
      })
    expect([written('G#3 B#3 D#4 F#4').name, written('Gb3 Bb3 Db4').name]).toEqual(['G#7', 'Gb'])
    expect([written('Gb3 Bb3 Db4 Fb4').name, written('A#3 C##4 E#4').name]).toEqual(['Gb7', 'A#'])
    expect([written('Bb3 Db4 E4 G4').name, written('D#3 G3 A#3').name]).toEqual(['Bbdim7', 'Eb'])
  })

  it('have at most two alternatives, which musicians use', () => {
    expect(named('C3 E3 G3 A3')).toMatchObject({ name: 'C6', alternatives: ['Am7/C'] })
    expect(named('G2 F3 A3 C4')).toMatchObject({ name: 'F/G', alternatives: ['G9sus4'] })
    expect(named('C3 E3 G3')).toMatchObject({ name: 'C', alternatives: [] })
    // With the same kind of signs as the first name.
    expect(named('F#3 A#3 C#4 D#4')).toMatchObject({ name: 'F#6', alternatives: ['D#m7/F#'] })
  })

  it.each([
    ['G2', 'G', undefined],
    ['G2 G3', 'G', 'Octave'],
    ['E2 B2 E3', 'E5', undefined],
    ['G2 C3 G3', 'C5/G', undefined],
    ['C3 G3', 'C5', 'Perfect fifth'],
    ['G3 C4', '', 'Perfect fourth'],
    ['C3 E4 C5', '', 'Major third'],
    ['E3 C4', '', 'Minor sixth'],
  ])('of one or two notes, as %s, are “%s” with the interval %s', (notes, name, interval) => {
    expect(named(notes)).toMatchObject({ name, interval })
  })

  it('are empty for silence and for what has no common name', () => {
    expect(named('').name).toBe('')
    expect(named('C3 Db3 D3 Eb3 E3')).toMatchObject({ name: '', inversion: undefined })
  })
})
