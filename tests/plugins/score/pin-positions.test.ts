import { expect, it } from 'vitest'
import { STANDARD_TUNING } from '../../../src/music/guitar/tunings.js'
import type { Song } from '../../../src/music/song/song.js'
import {
  marksOf,
  nextPosition,
  pinsIn,
  positionsFor,
} from '../../../src/plugins/score/tablature/pin-positions.js'
import { positionsNamed } from '../../support/positions-named.js'

const neck = { tuning: STANDARD_TUNING, capo: 0 }
const notesOf = (...pitches: readonly (readonly [number, number])[]) =>
  pitches.map(([onset, pitch], note) => ({ track: 0, note, onset, duration: 1, pitch }))
const stringsOf = (...given: Parameters<typeof positionsFor>) =>
  positionsFor(...given).map(({ string }) => string)

it('positions include every string that can play the note, lowest string first', () => {
  const positions = positionsNamed('6:24 5:19 4:14 3:9 2:5 1:0')
  expect(positionsFor(notesOf([0, 64]), 0, [], neck)).toEqual(positions)
})

it('strings pinned by other notes of a rolled chord are excluded', () => {
  const notes = notesOf([0.98, 50], [1, 59], [1.02, 64], [1.04, 67])
  const pins = [0, 1, 3].map(note => ({ track: 0, note, string: note + 2 }))
  expect(stringsOf(notes, 2, pins, neck)).toEqual([6, 4, 2, 1])
  expect(stringsOf(notes, 1, [{ track: 0, note: 2, string: 4 }], neck)).toEqual([6, 5, 3, 2])
})

it('a pin does not block a string if its note cannot be played there on the current neck', () => {
  // E4 and B3. The B3 is pinned to the sixth string at fret 19.
  const notes = notesOf([0, 64], [0, 59])
  const pins = [{ track: 0, note: 1, string: 6 }]
  expect(stringsOf(notes, 0, pins, neck)).toEqual([5, 4, 3, 2, 1])
  const tenth = { tuning: { strings: [64, 59, 55, 50, 45, 60] }, capo: 0 }
  expect(stringsOf(notes, 0, pins, tenth)).toContain(6)
  expect(stringsOf(notes, 0, [{ track: 0, note: 1, string: 2 }], { ...neck, capo: 1 })).toContain(2)
  const short = { tuning: { strings: [64, 59, 55] }, capo: 0 }
  expect(stringsOf(notes, 0, pins, short)).toEqual([3, 2, 1])
})

it('stepping through strings wraps around from the highest to the lowest', () => {
  const positions = positionsFor(notesOf([0, 52]), 0, [], neck)
  const round = (by: 1 | -1) => {
    const visited = [4]
    for (let step = 0; step < positions.length; step += 1)
      visited.push(nextPosition(positions, visited.at(-1), by)?.string ?? 0)
    return visited
  }
  expect(round(1)).toEqual([4, 6, 5, 4])
  expect(round(-1)).toEqual([4, 5, 6, 4])
  expect(nextPosition(positions, undefined, 1)?.string).toBe(6)
})

/** Parses notes such as `60@0 62@1.5` (pitch@quarter) for each track. */
const read = (tracks: readonly string[], ppq: number) => {
  const noteOf = (text: string) => text.split('@').map(Number)
  const parsed = tracks.map(track => track.split(' ').filter(Boolean).map(noteOf))
  const notes = parsed.map(track => track.map(([midi = 0, at = 0]) => ({ midi, ticks: at * ppq })))
  return { header: { ppq }, tracks: notes.map(each => ({ notes: each })) } as unknown as Song
}

// A hyphen means a dropped pin.
it.each([
  [
    'stay without a change, even on the second of two equal notes',
    '60@0 60@0 62@1',
    '60@0 60@0 62@1',
    '1 2',
    '1 2',
  ],
  ['survive another resolution of ticks', '60@0 62@0.333', '60@0 62@0.333', '0 1', '0 1'],
  ['follow their notes if notes were inserted before them', '60@0 62@1', '59@0 60@0 62@1', '0 1', '1 2'],
  [
    'stay at their onset if earlier notes of the pitch were removed',
    '60@0 60@1 60@2',
    '60@1 60@2',
    '1 2',
    '0 1',
  ],
  ['follow the order of notes if all onsets differ', '60@0 62@1 60@2', '60@0 62@0.5 60@1', '0 1 2', '0 1 2'],
  ['never share a note', '60@0 60@1 60@2', '60@0 60@2', '0 1 2', '0 - 1'],
  ['are dropped with their notes', '60@0 62@1 64@2', '60@0 65@1', '0 1 2', '0 - -'],
  ['are dropped with their track', '60@0', '', '0', '-'],
])('pins %s', (_, before, after, pinned, expected) => {
  const pins = pinned.split(' ').map((note, index) => ({ track: 1, note: Number(note), string: index + 1 }))
  const found = pinsIn(read(['', after], 480), pins, marksOf(pins, read(['64@0', before], 960)))
  const notes = expected
    .split(' ')
    .flatMap((note, index) => (note === '-' ? [] : [[Number(note), index + 1]]))
  expect(found.map(({ track, note, string }) => [track, note, string])).toEqual(notes.map(pin => [1, ...pin]))
})

it('pins stored by version 1.2 without marks are restored unchanged', () => {
  const [one, other] = [1, 0].map(note => ({ track: 0, note, string: 1 }))
  const pins = [one, other].flatMap(pin => pin ?? [])
  expect(pinsIn(read(['64@0 60@1 62@2'], 960), pins, [[0, 0, 62, 2, 0]])).toEqual([
    { track: 0, note: 1, string: 1 },
    { track: 0, note: 2, string: 1 },
  ])
})
