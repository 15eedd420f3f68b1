import { expect, it } from 'vitest'
import { PITCH_CLASS_NAMES } from '../../../../src/music/guitar/note-name.js'
import { FINGER_PATTERNS } from '../../../../src/plugins/practice/trainer-settings.js'
import {
  chordExercise,
  exerciseSong,
  fingerExercise,
  scaleExercise,
} from '../../../../src/plugins/practice/trainers/play-exercise.js'
import { chosenBy } from '../../../../src/plugins/practice/ui/trainers/round.js'
import { placeOnStaff } from '../../../../src/plugins/practice/ui/trainers/staff.js'
import { positionsNamed } from '../../../support/positions-named.js'
import { rows } from '../../../support/rows.js'
import { songFrom } from '../../../support/song-from.js'

const NECK = { strings: [64, 59, 55, 50, 45, 40] }
const written = (steps: ReturnType<typeof fingerExercise>) =>
  steps.map(({ positions }) => positions.map(({ string, fret }) => `${string}:${fret}`).join('+'))

it('the finger pattern is played on each string, from the lowest to the highest and back', () => {
  const steps = written(fingerExercise('fingers-1324', 6, 5))
  expect([steps.length, steps.slice(0, 5)]).toEqual([48, ['6:5', '6:7', '6:6', '6:8', '5:5']])
  expect(steps.at(-1)).toBe('6:8')
})

it('the spider alternates between adjacent strings, and string skipping skips one', () => {
  expect(written(fingerExercise('spider', 6, 5)).slice(0, 4)).toEqual(['6:5', '5:6', '6:7', '5:8'])
  expect(written(fingerExercise('skipping', 6, 5)).slice(0, 4)).toEqual(['6:5', '4:6', '6:7', '4:8'])
})

it.each(FINGER_PATTERNS)('the pattern %s fits any neck with three to ten strings', pattern => {
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

const positions = positionsNamed('5:3 5:5 4:2 6:8')

it('a scale goes up and down with one position per note', () => {
  // The C on the sixth string has the same pitch as another position and is dropped.
  expect(written(scaleExercise(positions, NECK, 0))).toEqual(['5:3', '5:5', '4:2', '5:5', '5:3'])
})

it('an arpeggio fills whole bars and ends with the chord struck twice', () => {
  const steps = chordExercise(positions, NECK, 0)
  expect(steps.reduce((sum, { quarters }) => sum + quarters, 0) % 4).toBe(0)
  expect(written(steps).slice(-2)).toEqual(Array(2).fill('5:3+5:5+4:2+6:8'))
})

it('an exercise becomes a song with each note pinned to its string', () => {
  const { song, pins, bars } = exerciseSong('C major', scaleExercise(positions, NECK, 0), NECK, 0)
  const [track] = songFrom(JSON.parse(JSON.stringify(song))).tracks
  expect(track?.notes.map(({ midi, ticks }) => [midi, ticks])).toEqual(
    rows('48 0, 50 240, 52 480, 50 720, 48 960'),
  )
  expect([pins.map(({ string }) => string), bars]).toEqual([[5, 5, 4, 5, 5], 1])
})

const NOTES = {
  choices: PITCH_CLASS_NAMES.map(name => ({ value: name, text: name })),
  named: 'notes',
} as const
const WORDS = { choices: [{ value: 'major', text: 'Major' }], named: 'words' } as const

it.each([
  ['a letter is a natural note', 'g', false, 'english', 'G'],
  ['Shift and a letter is a sharp', 'G', true, 'english', 'G#'],
  ['a number is a choice', '2', false, 'english', 'C#'],
  ['the keys after the numbers are the last choices', '=', false, 'english', 'B'],
  ['H is B with German names', 'h', false, 'german', 'B'],
  ['B is B flat with German names', 'b', false, 'german', 'A#'],
  ['a letter that is not a note has no effect', 'k', false, 'english', undefined],
  ['E sharp is not a choice', 'E', true, 'english', undefined],
] as const)('in a note question, %s', (_, key, shift, names, value) =>
  expect(chosenBy(key, shift, NOTES, names)).toBe(value),
)

it('number keys select a choice if the answers are not notes', () => {
  expect(chosenBy('1', false, WORDS, 'english')).toBe('major')
  expect(chosenBy('c', false, WORDS, 'english')).toBeUndefined()
  expect(chosenBy('2', false, WORDS, 'english')).toBeUndefined()
})

it.each([
  ['the low E below three ledger lines', 40, { step: -7, sharp: false }],
  ['the open G string on the second line', 55, { step: 2, sharp: false }],
  ['F sharp in the position of F', 54, { step: 1, sharp: true }],
  ['the high E string in the highest space', 64, { step: 7, sharp: false }],
])('the staff position is correct for %s', (_, pitch, place) => {
  expect(placeOnStaff(pitch)).toEqual(place)
})
