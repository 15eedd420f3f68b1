import { describe, expect, it } from 'vitest'
import { TUNINGS } from '../../../src/music/guitar/tunings.js'
import { chordTones, neededTones } from '../../../src/music/theory/chord-tones.js'
import { degreeNumberOf } from '../../../src/music/theory/degrees.js'
import { SCALE_NAMES, TONICS } from '../../../src/music/theory/names.js'
import { labelOf, NO_SCALE, simplerTonic, spellScale } from '../../../src/music/theory/scale.js'
import {
  boxes,
  caged,
  type ScalePosition,
  scalePositionAt,
  threePerString,
} from '../../../src/music/theory/scale-positions.js'
import { soundingAt } from '../../support/positions-named.js'

const scale = (name: string) => spellScale(name) ?? NO_SCALE
const tuned = (name: string) => {
  const { strings, begins } = TUNINGS.find(tuning => tuning.name === name) ?? { strings: [] }
  return { strings, ...(begins && { begins }), capo: 0, lastFret: 24 }
}

it('intervals are named relative to the tonic', () => {
  const intervals = (name: string) =>
    scale(name)
      .notes.map(note => note.interval)
      .join(' ')
  expect(intervals('C Major')).toBe('P1 m2 M2 m3 M3 P4 A4 P5 m6 M6 m7 M7')
  expect(scale('C Lydian').notes[6]?.interval).toBe('A4')
  expect(scale('C Locrian').notes[6]?.interval).toBe('d5')
})

it('only keys with double accidentals have a simpler enharmonic equivalent', () => {
  const complicated = ['G# Major', 'D# Major', 'A# Major', 'Db Minor']
  expect(complicated.map(simplerTonic).join()).toBe('Ab,Eb,Bb,C#')
  for (const name of ['C Major', 'C# Major', 'Gb Major', 'Cb Major', 'Ab Minor', 'No Scale'])
    expect(simplerTonic(name), name).toBeUndefined()
})

/** Formats frets by string, lowest first: `3 5 7 | 3 5 7 | …`. */
const written = (found: readonly ScalePosition[], name: string) => {
  const { positions = [] } = found.find(each => each.name === name) ?? {}
  const strings = [...new Set(positions.map(({ string }) => string))].sort((a, b) => b - a)
  return strings
    .map(string =>
      positions
        .filter(position => position.string === string)
        .map(position => position.fret)
        .join(' '),
    )
    .join(' | ')
}

/** Values from a chart of the five CAGED positions. */
it.each([
  ['E', '2 3 5 | 2 3 5 | 2 4 5 | 2 4 5 | 3 5 | 2 3 5'],
  ['D', '5 7 8 | 5 7 | 4 5 7 | 4 5 7 | 5 7 8 | 5 7 8'],
  ['C', '7 8 10 | 7 9 10 | 7 9 10 | 7 9 | 7 8 10 | 7 8 10'],
  ['A', '10 12 | 9 10 12 | 9 10 12 | 9 11 12 | 10 12 13 | 10 12'],
  ['G', '0 2 3 | 0 2 3 | 0 2 4 | 0 2 | 0 1 3 | 0 2 3'],
])('the %s form of G major matches the chart', (form, frets) => {
  expect(written(caged(scale('G Major'), tuned('Standard')), form)).toBe(frets)
})

it('the E minor form of A minor pentatonic starts at the fifth fret', () => {
  const found = caged(scale('A Minor Pentatonic'), tuned('Standard'))
  expect(written(found, 'E')).toBe('5 8 | 5 7 | 5 7 | 5 7 | 5 8 | 5 8')
  expect(written(found, 'D')).toBe('8 10 | 7 10 | 7 10 | 7 9 | 8 10 | 8 10')
})

it('every key has five CAGED forms of distinct, ascending notes within reach of one hand', () => {
  for (const tonic of TONICS)
    for (const name of ['Major', 'Minor', 'Dorian', 'Mixolydian', 'Harmonic Minor', 'Major Pentatonic']) {
      const scalePositions = caged(scale(`${tonic} ${name}`), tuned('Standard'))
      expect(scalePositions.map(each => each.name).sort()).toEqual([...'ACDEG'])
      for (const { positions } of scalePositions) {
        const pitches = positions.map(({ string, fret }) => soundingAt(tuned('Standard'), 0, string, fret))
        expect(pitches).toEqual([...new Set(pitches)].sort((a, b) => a - b))
        const frets = positions.map(position => position.fret)
        expect(Math.max(...frets) - Math.min(...frets)).toBeLessThanOrEqual(5)
      }
    }
})

it('CAGED positions exist only in tunings with the intervals of standard tuning', () => {
  for (const name of ['Half step down', 'Baritone guitar', '7-string', 'Requinto'])
    expect(caged(scale('C Major'), tuned(name)), name).toHaveLength(5)
  for (const name of ['Drop D', 'DADGAD', 'Ukulele', 'Bass, 4 strings', 'Mandolin', 'Banjo, open G'])
    expect(caged(scale('C Major'), tuned(name)), name).toEqual([])
})

/** Taken from guitar, bass and ukulele charts or worked out by hand. */
const BOXES: readonly [scale: string, tuning: string, box: string, frets: string][] = [
  ['A Minor Pentatonic', 'Standard', '1', '5 8 | 5 7 | 5 7 | 5 7 | 5 8 | 5 8'],
  ['A Minor Pentatonic', 'Standard', '2', '8 10 | 7 10 | 7 10 | 7 9 | 8 10 | 8 10'],
  ['A Minor Pentatonic', 'Standard', '3', '10 12 | 10 12 | 10 12 | 9 12 | 10 13 | 10 12'],
  ['A Minor Pentatonic', 'Standard', '4', '0 3 | 0 3 | 0 2 | 0 2 | 1 3 | 0 3'],
  ['A Minor Pentatonic', 'Standard', '5', '3 5 | 3 5 | 2 5 | 2 5 | 3 5 | 3 5'],
  ['G Major Pentatonic', 'Standard', '1', '3 5 | 2 5 | 2 5 | 2 4 | 3 5 | 3 5'],
  ['A Minor Blues', 'Standard', '1', '5 8 | 5 6 7 | 5 7 | 5 7 8 | 5 8 | 5 8'],
  ['G Major', 'Standard', '2', '5 7 8 | 5 7 9 | 5 7 9 | 5 7 9 | 7 8 10 | 7 8 10'],
  // Only the low string differs from standard tuning.
  ['A Minor Pentatonic', 'Drop D', '1', '7 10 | 5 7 | 5 7 | 5 7 | 5 8 | 5 8'],
  ['A Minor Pentatonic', 'Drop D', '5', '5 7 | 3 5 | 2 5 | 2 5 | 3 5 | 3 5'],
  ['D Minor Pentatonic', 'DADGAD', '1', '0 3 5 | 0 3 | 0 3 | 0 2 | 3 5 | 3 5'],
  ['A Minor Pentatonic', 'Bass, 4 strings', '1', '5 8 | 5 7 | 5 7 | 5 7'],
  ['A Minor Pentatonic', 'Bass, 5 strings', '4', '5 8 | 5 8 | 5 7 | 5 7 | 5 7'],
  ['G Major', 'Mandolin', '1', '0 2 4 5 | 0 2 4 5 | 0 2 3 5 | 0 2 3 5'],
  ['A Minor Pentatonic', 'Mandolin', '1', '2 5 7 | 2 5 7 | 3 5 7 | 3 5 8'],
  ['C Major Pentatonic', 'Ukulele', '1', '0 2 | 0 2 | 0 3 | 0 3'],
]

it.each(BOXES)('the scale %s in %s tuning matches box %s in the chart', (name, tuning, box, frets) => {
  expect(written(boxes(scale(name), tuned(tuning)), box)).toBe(frets)
})

it('every tuning has boxes for every scale', () => {
  for (const { name: tuning } of TUNINGS)
    for (const name of [
      'Minor Pentatonic',
      'Major',
      'Minor Blues',
      'Whole Tone',
      'Diminished',
      'Chromatic',
    ]) {
      const found = boxes(scale(`F# ${name}`), tuned(tuning))
      expect(found.length, `${tuning} ${name}`).toBeGreaterThan(1)
      expect(found[0]?.name, `${tuning} ${name}`).toBe('1')
    }
})

it('boxes are used if the selected position system does not fit the tuning', () => {
  const shown = (kind: 'caged' | 'three-per-string', tuning: string) => {
    const position = scalePositionAt(kind, 5, scale('A Minor Pentatonic'), tuned(tuning))
    return typeof position === 'object'
      ? [position.kind, position.name, position.places.map(({ from }) => from)]
      : position
  }
  expect(shown('caged', 'Drop D')).toEqual(['boxes', '1', [0, 0, 2, 5, 7, 9, 12, 14, 17, 19]])
  expect(shown('three-per-string', 'Ukulele')).toEqual(['boxes', '1', [0, 2, 4, 7, 9, 12, 14, 16, 19, 21]])
  expect(scalePositionAt('boxes', 0, NO_SCALE, tuned('Standard'))).toMatch(/^Choose a scale/)
})

it('three-notes-per-string positions start on each degree of G major, as in textbooks', () => {
  const found = threePerString(scale('G Major'), tuned('Standard'))
  expect(written(found, '1')).toBe('3 5 7 | 3 5 7 | 4 5 7 | 4 5 7 | 5 7 8 | 5 7 8')
  expect(written(found, '2')).toBe('5 7 8 | 5 7 9 | 5 7 9 | 5 7 9 | 7 8 10 | 7 8 10')
  expect(found).toHaveLength(7)
})

it('a chord’s fifth and inner extensions are optional', () => {
  const needed = (symbol: string, strings = 6) => {
    const chord = chordTones(symbol)
    return (
      chord &&
      neededTones(chord, strings)
        .map(tone => tone.degree)
        .join(' ')
    )
  }
  expect([needed('C'), needed('C7'), needed('C13')]).toEqual(['1 3 5', '1 3 b7', '1 3 b7 13'])
  expect([needed('C7b5'), needed('C7#9', 3), needed('C7/G')]).toEqual(['1 3 b5 b7', '3 b7 #9', '1 3 5 b7'])
})

/** Notes and degrees in order, from harmony textbooks. */
const SCALES: readonly [name: string, notes: string, degrees: string][] = [
  ['C Major', 'C D E F G A B', '1 2 3 4 5 6 7'],
  ['F Major', 'F G A Bb C D E', '1 2 3 4 5 6 7'],
  ['Gb Major', 'Gb Ab Bb Cb Db Eb F', '1 2 3 4 5 6 7'],
  ['F# Major', 'F# G# A# B C# D# E#', '1 2 3 4 5 6 7'],
  ['A Minor', 'A B C D E F G', '1 2 b3 4 5 b6 b7'],
  ['C Minor', 'C D Eb F G Ab Bb', '1 2 b3 4 5 b6 b7'],
  ['A Harmonic Minor', 'A B C D E F G#', '1 2 b3 4 5 b6 7'],
  ['A Melodic Minor', 'A B C D E F# G#', '1 2 b3 4 5 6 7'],
  ['D Dorian', 'D E F G A B C', '1 2 b3 4 5 6 b7'],
  ['E Phrygian', 'E F G A B C D', '1 b2 b3 4 5 b6 b7'],
  ['F Lydian', 'F G A B C D E', '1 2 3 #4 5 6 7'],
  ['B Locrian', 'B C D E F G A', '1 b2 b3 4 b5 b6 b7'],
  ['A Minor Pentatonic', 'A C D E G', '1 b3 4 5 b7'],
  ['G Major Pentatonic', 'G A B D E', '1 2 3 5 6'],
  ['E Minor Blues', 'E G A Bb B D', '1 b3 4 b5 5 b7'],
  ['E Phrygian Dominant', 'E F G# A B C D', '1 b2 3 4 5 b6 b7'],
  ['C Lydian Dominant', 'C D E F# G A Bb', '1 2 3 #4 5 6 b7'],
  ['C Whole Tone', 'C D E F# G# A#', '1 2 3 #4 #5 #6'],
]

it.each(SCALES)('%s has the notes %s', (name, notes, degrees) => {
  const inScale = (spellScale(name)?.notes ?? []).filter(note => note.inScale)
  const inOrder = degrees.split(' ').map(degree => inScale.find(note => note.degree === degree)?.name)
  expect(inOrder.join(' ')).toBe(notes)
  expect(inScale).toHaveLength(inOrder.length)
})

it('notes outside the scale are spelled by degree, without E♯ or double flats', () => {
  const names = (scale: string) => spellScale(scale)?.notes.map(note => note.name)
  expect(names('C Major')).toEqual(['C', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'])
  expect([names('Db Major')?.[2], names('B Major')?.[5]]).toEqual(['D', 'F'])
})

it('an unknown scale is rejected', () => {
  for (const name of ['', 'C', 'Major', 'H Major', 'C Mayor', 'C#b Major', 'Z', '7 Major', '<b>'])
    expect(spellScale(name), name).toBeUndefined()
})

it('every scale is spelled with twelve note names on every tonic', () => {
  expect(new Set(SCALE_NAMES).size).toBe(SCALE_NAMES.length)
  for (const tonic of TONICS)
    for (const name of SCALE_NAMES) {
      const notes = spellScale(`${tonic} ${name}`)?.notes
      expect(notes?.filter(note => note.name !== '' && note.degree !== '').length, `${tonic} ${name}`).toBe(
        12,
      )
    }
})

describe('note labels', () => {
  const named = (pitch: number, scale: string) => {
    const { name, octave, degree } = labelOf(pitch, spellScale(scale) ?? NO_SCALE)
    return `${name}${octave} ${degree}`
  }

  it('a label contains the note name in the key, the octave and the degree', () => {
    expect([named(60, 'C Major'), named(43, 'C Major')]).toEqual(['C4 1', 'G2 5'])
    expect([named(70, 'F Major'), named(70, 'B Major'), named(61, '')]).toEqual(['Bb4 4', 'A#4 7', 'C#4 '])
  })

  it('the octave number follows the letter name: the C flat below middle C is C♭4', () => {
    expect([named(59, 'Gb Major'), named(60, 'C# Major')]).toEqual(['Cb4 4', 'B#3 7'])
    expect(named(0, 'C Major')).toBe('C-1 1')
  })

  it('a degree number does not include the accidental', () => {
    expect(['1', 'b3', '#4', 'bb7', ''].map(degreeNumberOf)).toEqual([1, 3, 4, 7, 0])
  })
})
