import { describe, expect, it } from 'vitest'
import { PITCH_CLASS_NAMES } from '../../../src/core/music/guitar/note-name.js'
import { chosenBy } from '../../../src/plugins/trainers/ui/round.js'
import { placeOnStaff } from '../../../src/plugins/trainers/ui/staff.js'

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
  ] as const)('%s', (_, key, shift, names, value) => {
    expect(chosenBy(key, shift, NOTES, names)).toBe(value)
  })

  it('is a number only, where the answers aren’t notes', () => {
    expect(chosenBy('1', false, WORDS, 'english')).toBe('major')
    expect(chosenBy('c', false, WORDS, 'english')).toBeUndefined()
    expect(chosenBy('2', false, WORDS, 'english')).toBeUndefined()
  })
})

describe('the place of a note on a staff of guitar music', () => {
  it.each([
    ['the low E, below three lines', 40, { step: -7, sharp: false }],
    ['the open G string, on the second line', 55, { step: 2, sharp: false }],
    ['F sharp, in the same place as F', 54, { step: 1, sharp: true }],
    ['the high E string, in the highest space', 64, { step: 7, sharp: false }],
  ])('is for %s', (_, pitch, place) => {
    expect(placeOnStaff(pitch)).toEqual(place)
  })
})
