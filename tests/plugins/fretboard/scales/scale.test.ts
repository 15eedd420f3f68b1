import { ScaleType } from 'tonal'
import { describe, expect, it } from 'vitest'
import { degreeNumberOf } from '../../../../src/plugins/fretboard/chords/degrees.js'
import { labelOf } from '../../../../src/plugins/fretboard/neck/neck-label.js'
import { NO_SCALE, spellScale } from '../../../../src/plugins/fretboard/scales/scale.js'
import { SCALE_NAMES, TONICS } from '../../../../src/plugins/fretboard/scales/scale-names.js'

/** From textbooks of harmony, written by hand: notes and degrees in order. */
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

describe('scales', () => {
  it.each(SCALES)('spells %s as %s', (name, notes, degrees) => {
    const inScale = (spellScale(name)?.notes ?? []).filter(note => note.inScale)
    const inOrder = degrees.split(' ').map(degree => inScale.find(note => note.degree === degree)?.name)
    expect(inOrder.join(' ')).toBe(notes)
    expect(inScale).toHaveLength(inOrder.length)
  })

  it('spells notes outside the scale by their degree, without E sharps and double flats', () => {
    const names = (scale: string) => spellScale(scale)?.notes.map(note => note.name)
    expect(names('C Major')).toEqual(['C', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'])
    expect(names('Db Major')?.[2]).toBe('D')
    expect(names('B Major')?.[5]).toBe('F')
  })

  it('rejects scales that don’t exist', () => {
    for (const name of ['', 'C', 'Major', 'H Major', 'C Mayor', 'C#b Major', 'Z', '7 Major', '<b>']) {
      expect(spellScale(name), name).toBeUndefined()
    }
  })

  it('offers every scale of the theory library, and no other', () => {
    expect(SCALE_NAMES.map(name => name.toLowerCase()).sort()).toEqual(ScaleType.names().sort())
    expect(new Set(SCALE_NAMES).size).toBe(SCALE_NAMES.length)
  })

  it('can spell every scale on every tonic offered, with twelve names each', () => {
    for (const tonic of TONICS) {
      for (const name of SCALE_NAMES) {
        const notes = spellScale(`${tonic} ${name}`)?.notes
        expect(notes?.filter(note => note.name !== '' && note.degree !== '').length, `${tonic} ${name}`).toBe(
          12,
        )
      }
    }
  })
})

describe('labels', () => {
  const label = (pitch: number, scale: string) => {
    const { name, octave, degree } = labelOf(pitch, spellScale(scale) ?? NO_SCALE)
    return `${name}${octave} ${degree}`
  }

  it('name a pitch by key, with its octave and degree', () => {
    expect(label(60, 'C Major')).toBe('C4 1')
    expect(label(43, 'C Major')).toBe('G2 5')
    expect(label(70, 'F Major')).toBe('Bb4 4')
    expect(label(70, 'B Major')).toBe('A#4 7')
    expect(label(61, '')).toBe('C#4 ')
  })

  it('count the octave by the letter: C flat above middle C’s B belongs to the octave of C', () => {
    expect(label(59, 'Gb Major')).toBe('Cb4 4')
    expect(label(60, 'C# Major')).toBe('B#3 7')
    expect(label(0, 'C Major')).toBe('C-1 1')
  })

  it('know the number that gives a degree its color', () => {
    expect(['1', 'b3', '#4', 'bb7', ''].map(degreeNumberOf)).toEqual([1, 3, 4, 7, 0])
  })
})
