import fc from 'fast-check'
import { expect, it } from 'vitest'
import { noteName, parseNoteName, pitchClass, pitchClassName } from '../../../src/music/guitar/note-name.js'
import { notesIn, shownChord, shownLetters, shownNote } from '../../../src/music/guitar/note-names.js'

it.each([
  [3, 0, 'D#0', 0],
  [40, -5, 'E0', 0],
  [60, -1, 'C3', 3],
  [60, 2, 'C6', 6],
])('note %i, shifted by %i octaves, is %s', (number, octaveOffset, name, octave) => {
  expect(noteName(number, { octaveOffset })).toEqual({ name, octave })
})

it('every note name consists of letter and octave and parses back to the same number', () => {
  const letters = 'C C# D D# E F F# G G# A A# B'.split(' ')
  const names = Array.from({ length: 116 }, (_, index) => `${letters[index % 12]}${Math.floor(index / 12)}`)
  expect(names.map((_, index) => noteName(index + 12).name)).toEqual(names)
  expect(names.map(parseNoteName)).toEqual(names.map((_, index) => index + 12))
})

it.each([
  ['C4', 60],
  ['Db4', 61],
  ['C#', 61],
  ['E', 64],
  ['e2', 40],
  ['Cb4', 59],
  ['B#4', 72],
  ['Fx3', 55],
  ['F##3', 55],
  ['Bbb3', 57],
  ['B♭3', 58],
  ['F♯2', 42],
  ['G𝄪4', 69],
  ['A𝄫4', 67],
  ['D♮4', 62],
  ['C-1', 0],
  ['G9', 127],
  [' A4 ', 69],
])('parses the name %s as note %i', (name, number) => expect(parseNoteName(name)).toBe(number))

it.each(['', 'H2', 'C#b4', '4', 'C4x', 'G#9', 'Cb-1', 'Do', 'C 4', 'C100', 'NaN'])(
  'rejects %j as a note name',
  name => expect(parseNoteName(name)).toBeUndefined(),
)

it('parseNoteName never throws, for any text', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      const number = parseNoteName(text)
      return number === undefined || (Number.isInteger(number) && number >= 0 && number <= 127)
    }),
  )
})

it('pitch classes count from C, including for negative notes', () => {
  expect([60, 71, -1].map(pitchClass)).toEqual([0, 11, 11])
  expect(pitchClassName(61)).toBe('C#')
})

const written = (names: 'english' | 'german' | 'solfege', ...notes: string[]) =>
  notes.map(note => shownNote(note, names)).join(' ')

it('English names have a letter and accidentals', () => {
  expect(written('english', 'C', 'Bb', 'B', 'F##', 'Ebb')).toBe('C B♭ B F𝄪 E♭♭')
})

it('German uses H for B and B for B flat, with the suffixes -is and -es', () => {
  expect(written('german', 'B', 'Bb', 'B#', 'Bbb')).toBe('H B His Heses')
  expect(written('german', 'C#', 'F#', 'G##', 'Db', 'Gb', 'Cb')).toBe('Cis Fis Gisis Des Ges Ces')
  expect(written('german', 'Eb', 'Ab', 'Ebb', 'Abb')).toBe('Es As Eses Ases')
})

it('solfège uses the same syllables in every key', () => {
  expect(written('solfege', 'C', 'D', 'E', 'F#', 'G', 'Ab', 'B')).toBe('Do Re Mi Fa♯ Sol La♭ Si')
})

it.each([
  ['Bbmaj7', 'B♭maj7', 'Bmaj7', 'Si♭maj7'],
  ['Bm7b5', 'Bm7♭5', 'Hm7♭5', 'Sim7♭5'],
  ['F#m7/B', 'F♯m7/B', 'Fism7/H', 'Fa♯m7/Si'],
  ['C6/9', 'C6/9', 'C6/9', 'Do6/9'],
  ['Ebsus4', 'E♭sus4', 'Essus4', 'Mi♭sus4'],
  ['E7#9', 'E7♯9', 'E7♯9', 'Mi7♯9'],
])(
  'a chord symbol localizes its root and bass and keeps its suffix: %s',
  (symbol, english, german, solfege) => {
    expect([
      shownChord(symbol, 'english'),
      shownChord(symbol, 'german'),
      shownChord(symbol, 'solfege'),
    ]).toEqual([english, german, solfege])
  },
)

it('multi-letter note names in a tuning are separated', () => {
  expect(shownLetters('EADGBE', 'english')).toBe('EADGBE')
  expect(shownLetters('EADGBE', 'german')).toBe('EADGHE')
  expect(shownLetters('EbAbDbGbBbEb', 'german')).toBe('Es As Des Ges B Es')
  expect(notesIn('F#BE', 'solfege')).toEqual(['Fa♯', 'Si', 'Mi'])
})
