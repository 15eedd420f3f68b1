import { describe, expect, it } from 'vitest'
import { notesIn, shownChord, shownLetters, shownNote } from '../../../../src/core/music/guitar/note-names.js'

const written = (names: 'english' | 'german' | 'solfege', ...notes: string[]) =>
  notes.map(note => shownNote(note, names)).join(' ')

describe('a note as it is shown', () => {
  it('has its letter and signs in English', () => {
    expect(written('english', 'C', 'Bb', 'B', 'F##', 'Ebb')).toBe('C B♭ B F𝄪 E♭♭')
  })

  it('is H for B and B for B flat in German, with is and es', () => {
    expect(written('german', 'B', 'Bb', 'B#', 'Bbb')).toBe('H B His Heses')
    expect(written('german', 'C#', 'F#', 'G##', 'Db', 'Gb', 'Cb')).toBe('Cis Fis Gisis Des Ges Ces')
    expect(written('german', 'Eb', 'Ab', 'Ebb', 'Abb')).toBe('Es As Eses Ases')
  })

  it('is a syllable in solfège, whatever the key', () => {
    expect(written('solfege', 'C', 'D', 'E', 'F#', 'G', 'Ab', 'B')).toBe('Do Re Mi Fa♯ Sol La♭ Si')
  })
})

describe('a chord symbol as it is shown', () => {
  it.each([
    ['Bbmaj7', 'B♭maj7', 'Bmaj7', 'Si♭maj7'],
    ['Bm7b5', 'Bm7♭5', 'Hm7♭5', 'Sim7♭5'],
    ['F#m7/B', 'F♯m7/B', 'Fism7/H', 'Fa♯m7/Si'],
    ['C6/9', 'C6/9', 'C6/9', 'Do6/9'],
    ['Ebsus4', 'E♭sus4', 'Essus4', 'Mi♭sus4'],
    ['E7#9', 'E7♯9', 'E7♯9', 'Mi7♯9'],
  ])('%s: its root and bass are notes, the rest stays', (symbol, english, german, solfege) => {
    expect([
      shownChord(symbol, 'english'),
      shownChord(symbol, 'german'),
      shownChord(symbol, 'solfege'),
    ]).toEqual([english, german, solfege])
  })
})

it('the letters of a tuning are apart where names have several letters', () => {
  expect(shownLetters('EADGBE', 'english')).toBe('EADGBE')
  expect(shownLetters('EADGBE', 'german')).toBe('EADGHE')
  expect(shownLetters('EbAbDbGbBbEb', 'german')).toBe('Es As Des Ges B Es')
  expect(notesIn('F#BE', 'solfege')).toEqual(['Fa♯', 'Si', 'Mi'])
})
