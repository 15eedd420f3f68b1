import { describe, expect, it } from 'vitest'
import { PITCH_CLASS_NAMES } from '../../../src/core/music/guitar/note-name.js'
import {
  chordExercise,
  exerciseSong,
  fingerExercise,
  scaleExercise,
} from '../../../src/plugins/trainers/exercises/play-exercise.js'
import { FINGER_PATTERNS } from '../../../src/plugins/trainers/settings.js'
import { chosenBy } from '../../../src/plugins/trainers/ui/round.js'
import { placeOnStaff } from '../../../src/plugins/trainers/ui/staff.js'
import { positionsNamed } from '../../support/positions-named.js'
import { rows } from '../../support/rows.js'
import { songFrom } from '../../support/song-from.js'

const NECK = { strings: [64, 59, 55, 50, 45, 40] }
const written = (steps: ReturnType<typeof fingerExercise>) =>
  steps.map(({ positions }) => positions.map(({ string, fret }) => `${string}:${fret}`).join('+'))

describe('a finger exercise', () => {
  it('goes from the lowest string to the highest and back, finger by finger', () => {
    const steps = written(fingerExercise('fingers-1324', 6, 5))
    expect([steps.length, steps.slice(0, 5)]).toEqual([48, ['6:5', '6:7', '6:6', '6:8', '5:5']])
    expect(steps.at(-1)).toBe('6:8')
  })

  it('walks over two strings like a spider, and leaves one out', () => {
    expect(written(fingerExercise('spider', 6, 5)).slice(0, 4)).toEqual(['6:5', '5:6', '6:7', '5:8'])
    expect(written(fingerExercise('skipping', 6, 5)).slice(0, 4)).toEqual(['6:5', '4:6', '6:7', '4:8'])
  })

  it.each(FINGER_PATTERNS)('%s stays on every neck, from three strings to ten', pattern => {
    for (const strings of [3, 4, 6, 10]) {
      const steps = fingerExercise(pattern, strings, 5)
      expect(steps.length).toBeGreaterThan(0)
      for (const { positions } of steps)
        for (const { string } of positions) {
          expect(string).toBeGreaterThanOrEqual(1)
          expect(string).toBeLessThanOrEqual(strings)
        }
    }
  })
})

describe('a scale and a chord', () => {
  const positions = positionsNamed('5:3 5:5 4:2 6:8')

  it('go up and down, one position for each note', () => {
    // C on the sixth string is the C of the fifth again.
    expect(written(scaleExercise(positions, NECK, 0))).toEqual(['5:3', '5:5', '4:2', '5:5', '5:3'])
  })

  it('of a chord is broken for whole bars, then struck twice', () => {
    const steps = chordExercise(positions, NECK, 0)
    expect(steps.reduce((sum, { quarters }) => sum + quarters, 0) % 4).toBe(0)
    expect(written(steps).slice(-2)).toEqual(Array(2).fill('5:3+5:5+4:2+6:8'))
  })

  it('become a song with each note on its string', () => {
    const { song, pins, bars } = exerciseSong('C major', scaleExercise(positions, NECK, 0), NECK, 0)
    const [track] = songFrom(JSON.parse(JSON.stringify(song))).tracks
    expect(track?.notes.map(({ midi, ticks }) => [midi, ticks])).toEqual(
      rows('48 0, 50 240, 52 480, 50 720, 48 960'),
    )
    expect([pins.map(({ string }) => string), bars]).toEqual([[5, 5, 4, 5, 5], 1])
  })
})

const NOTES = {
  choices: PITCH_CLASS_NAMES.map(name => ({ value: name, text: name })),
  named: 'notes',
} as const
const WORDS = { choices: [{ value: 'major', text: 'Major' }], named: 'words' } as const

describe('the key of an answer', () => {
  it.each([
    ['a letter is a natural note', 'g', false, 'english', 'G'],
    ['with Shift its sharp', 'G', true, 'english', 'G#'],
    ['a number is a place', '2', false, 'english', 'C#'],
    ['the last places are next to the numbers', '=', false, 'english', 'B'],
    ['in German H is B', 'h', false, 'german', 'B'],
    ['in German B is B flat', 'b', false, 'german', 'A#'],
    ['a letter that isn’t a note is nothing', 'k', false, 'english', undefined],
    ['there is no E sharp to choose', 'E', true, 'english', undefined],
  ] as const)('%s', (_, key, shift, names, value) => expect(chosenBy(key, shift, NOTES, names)).toBe(value))

  it('is a number if the answers aren’t notes', () => {
    expect(chosenBy('1', false, WORDS, 'english')).toBe('major')
    expect(chosenBy('c', false, WORDS, 'english')).toBeUndefined()
    expect(chosenBy('2', false, WORDS, 'english')).toBeUndefined()
  })
})

it.each([
  ['the low E, below three lines', 40, { step: -7, sharp: false }],
  ['the open G string, on the second line', 55, { step: 2, sharp: false }],
  ['F sharp, in the same place as F', 54, { step: 1, sharp: true }],
  ['the high E string, in the highest space', 64, { step: 7, sharp: false }],
])('the place of a note on a staff of guitar music is for %s', (_, pitch, place) => {
  expect(placeOnStaff(pitch)).toEqual(place)
})
