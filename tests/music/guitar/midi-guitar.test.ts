import { expect, it } from 'vitest'
import {
  createGuitarEar,
  fretOf,
  highestFirstChannel,
  lastChannelOf,
  stringOfChannel,
} from '../../../src/music/guitar/midi-guitar.js'
import { STANDARD_TUNING } from '../../../src/music/guitar/tunings.js'

const STANDARD = { strings: STANDARD_TUNING.strings, capo: 0 }

const stringsOf = (firstChannel: number, strings: number, reversed = false) =>
  Array.from({ length: 17 }, (_, channel) => stringOfChannel({ firstChannel, strings, reversed }, channel))

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

it('frets are counted from the capo, and the neck’s highest fret is 24', () => {
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

const OPEN = [64, 59, 55, 50, 45, 40]

/** Creates a guitar detector whose clock advances 5 ms with each message. */
function listen(first = 1, last = 6) {
  const ear = createGuitarEar(first, last)
  let at = 0
  const wait = (ms: number) => {
    at += ms
  }
  const on = (channel: number, note: number) => {
    at += 5
    ear.noteOn(channel, note, at)
    return ear.recognised
  }
  const off = (channel: number, note: number) => {
    at += 5
    ear.noteOff(channel, note, at)
    return ear.recognised
  }
  /**
   * Plays one note per channel without releasing it. @returns whether a guitar is detected after each note
   */
  const strum = (base = first, fret = 0) => OPEN.map((open, index) => on(base + index, open + fret))
  const damp = (base = first, fret = 0) => {
    for (const [index, open] of OPEN.entries()) off(base + index, open + fret)
  }
  return { ear, on, off, strum, damp, wait }
}

function recognisedGuitar() {
  const heard = listen()
  heard.strum()
  heard.damp()
  heard.strum()
  expect(heard.ear.recognised).toBe(true)
  return heard
}

it('a guitar is detected at the second note of its second strum', () => {
  const { strum, damp } = listen()
  expect(strum()).toEqual([false, false, false, false, false, false])
  damp()
  expect(strum(1, 2)).toEqual([false, true, true, true, true, true])
})

it('two strings that are picked alternately and ring together are detected', () => {
  const { ear, on, off } = listen()
  for (let round = 0; round < 4; round += 1) {
    on(2, 59 + round)
    on(3, 55)
    off(2, 59 + round)
    off(3, 55)
  }
  expect(ear.recognised).toBe(true)
})

it('a keyboard is not detected as a guitar, on any channel', () => {
  const { ear, on, off } = listen()
  for (let round = 0; round < 50; round += 1) {
    for (const note of [60, 64, 67]) on(1, note)
    on(2, 36)
    for (const note of [60, 64, 67]) off(1, note)
    off(2, 36)
  }
  expect(ear.recognised).toBe(false)
})

it('a monophonic part is not detected as a guitar, even if it changes channels', () => {
  const { ear, on, off } = listen()
  for (let note = 0; note < 60; note += 1) {
    on(1 + (note % 6), 60)
    off(1 + (note % 6), 60)
  }
  expect(ear.recognised).toBe(false)
})

it('a controller that rotates through fifteen channels is not detected as a guitar', () => {
  const { ear, on, off } = listen()
  for (let note = 0; note < 150; note += 1) {
    on(2 + (note % 15), 60 + (note % 12))
    if (note > 2) off(2 + ((note - 3) % 15), 60 + ((note - 3) % 12))
    expect(ear.recognised).toBe(false)
  }
})

it('a guitar is detected only on the configured channels', () => {
  const eleventh = listen(11, 16)
  eleventh.strum(1)
  eleventh.damp(1)
  eleventh.strum(1)
  expect(eleventh.ear.recognised).toBe(false)
  eleventh.damp(1)
  eleventh.strum()
  eleventh.damp()
  eleventh.strum()
  expect(eleventh.ear.recognised).toBe(true)
})

it('a hammer-on that overlaps the previous note does not rule out a guitar', () => {
  const { ear, on, off } = recognisedGuitar()
  on(1, 66)
  off(1, 64)
  expect(ear.recognised).toBe(true)
  on(1, 67)
  off(1, 67)
  off(1, 66)
  expect(ear.recognised).toBe(true)
})

it('a repeated note without a note-off does not rule out a guitar', () => {
  const { ear, on } = recognisedGuitar()
  on(1, 64)
  on(1, 64)
  expect(ear.recognised).toBe(true)
})

it.each([
  [
    'holds two notes on one channel',
    ({ on, wait, off }: ReturnType<typeof listen>) => {
      on(1, 67)
      wait(40)
      return off(1, 67)
    },
  ],
  [
    'strikes three notes on one channel',
    ({ on }: ReturnType<typeof listen>) => {
      on(1, 67)
      return on(1, 71)
    },
  ],
  ['plays outside of the row', ({ on }: ReturnType<typeof listen>) => on(10, 36)],
])('a device that %s no longer counts as a guitar', (_what, contradict) => {
  expect(contradict(recognisedGuitar())).toBe(false)
})

it('a guitar that was ruled out is detected again after two more strums', () => {
  const heard = recognisedGuitar()
  heard.on(10, 36)
  heard.damp()
  heard.strum()
  heard.damp()
  expect(heard.ear.recognised).toBe(false)
  heard.strum()
  expect(heard.ear.recognised).toBe(true)
})

it('a panic or all-notes-off message ends notes whose note-off was lost', () => {
  const { ear, on } = recognisedGuitar()
  ear.silence(1)
  on(1, 70)
  ear.silence()
  on(1, 72)
  on(2, 72)
  expect(ear.recognised).toBe(true)
})

it('the detection result is kept when the channel range grows and discarded when the range moves', () => {
  const { ear } = recognisedGuitar()
  ear.setRow(1, 7)
  expect(ear.recognised).toBe(true)
  ear.setRow(2, 7)
  expect(ear.recognised).toBe(false)
})
