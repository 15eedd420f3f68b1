import { describe, expect, it } from 'vitest'
import {
  fretOf,
  highestFirstChannel,
  lastChannelOf,
  stringOfChannel,
} from '../../../src/music/guitar/midi-guitar.js'
import { STANDARD_TUNING } from '../../../src/music/guitar/tunings.js'

const STANDARD = { strings: STANDARD_TUNING.strings, capo: 0 }

const stringsOf = (firstChannel: number, strings: number, reversed = false) =>
  Array.from({ length: 17 }, (_, channel) => stringOfChannel({ firstChannel, strings, reversed }, channel))

describe('MIDI channels of strings', () => {
  it.each([
    ['start at channel 1', 1, 6, false, { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6 }],
    ['start at channel 11', 11, 6, false, { 11: 1, 12: 2, 13: 3, 14: 4, 15: 5, 16: 6 }],
    ['are reversed', 1, 6, true, { 1: 6, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1 }],
    ['belong to a bass', 3, 4, false, { 3: 1, 4: 2, 5: 3, 6: 4 }],
    ['exceed channel 16', 15, 6, false, { 15: 1, 16: 2 }],
  ] as const)(
    'strings that %s are mapped to the right channels',
    (_name, first, strings, reversed, expected) => {
      const found = stringsOf(first, strings, reversed).flatMap((string, channel) =>
        string === undefined ? [] : [[channel, string]],
      )
      expect(Object.fromEntries(found)).toEqual(expected)
    },
  )

  it('the last channel and the highest allowed first channel depend on the string count', () => {
    expect(lastChannelOf({ firstChannel: 1, strings: 6, reversed: false })).toBe(6)
    expect(lastChannelOf({ firstChannel: 14, strings: 6, reversed: false })).toBe(16)
    expect([highestFirstChannel(6), highestFirstChannel(7)]).toEqual([11, 10])
  })
})

describe('fret of a note on its string', () => {
  it('frets are counted from the capo, and the highest fret of the neck is 24', () => {
    const capo = { ...STANDARD, capo: 2 }
    expect([fretOf(88, 1, capo), fretOf(89, 1, capo)]).toEqual([22, undefined])
  })

  it('the fret is note − open string − capo', () => {
    expect([fretOf(64, 1, STANDARD), fretOf(67, 1, STANDARD)]).toEqual([0, 3])
    expect([fretOf(67, 1, { ...STANDARD, capo: 3 }), fretOf(64, 6, STANDARD)]).toEqual([0, 24])
  })

  it('a note outside the neck has no fret', () => {
    expect([fretOf(63, 1, STANDARD), fretOf(65, 6, STANDARD)]).toEqual([undefined, undefined])
    expect(fretOf(64, 6, { ...STANDARD, capo: 1 })).toBe(23)
    expect(fretOf(41, 6, { ...STANDARD, capo: 2 })).toBeUndefined()
    expect([fretOf(35, 7, STANDARD), fretOf(64, 0, STANDARD)]).toEqual([undefined, undefined])
  })
})
