/** Songs that a MIDI file holds exactly, for properties: as they come out of `parseSong`. */
import fc from 'fast-check'
import type { Song } from '../../../src/core/music/song/song.js'
import { songFrom } from '../../support/song-from.js'

const upTo = (max: number) => fc.integer({ min: 0, max })
/** Files lose control characters, and the white space around a name. */
const words = fc
  .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  .filter(text => !/[\p{Cc}\p{Cs}\p{Cn}\ufeff]/u.test(text) && text === text.trim())

/** In order, one at a moment; each is before the next by what is between them. */
function apart<T extends object>(what: fc.Arbitrary<T>): fc.Arbitrary<(T & { ticks: number })[]> {
  return fc.array(fc.tuple(what, fc.integer({ min: 1, max: 2000 })), { maxLength: 8 }).map(events => {
    let ticks = 0
    return events.map(([event, after]) => {
      const placed = { ...event, ticks }
      ticks += after
      return placed
    })
  })
}

/** None lasts into the next one of its pitch. */
const notes = apart(fc.record({ midi: upTo(127), velocity: fc.integer({ min: 1, max: 127 }) })).map(all =>
  all.map(({ midi, ticks, velocity }, index) => {
    const durationTicks = ((all[index + 1]?.ticks ?? ticks + 100) - ticks) / 2
    return { midi, ticks, velocity: velocity / 127, durationTicks: Math.ceil(durationTicks) - 1 }
  }),
)
const controlChanges = fc
  .dictionary(fc.constantFrom('1', '7', '64', '127'), apart(fc.record({ value: upTo(127) })))
  .map(lists =>
    Object.entries(lists).map(([number, changes]) => [
      number,
      changes.map(({ ticks, value }) => ({ number: Number(number), ticks, value: value / 127 })),
    ]),
  )
const track = fc.record({
  name: fc.oneof(fc.constant(''), words),
  instrument: upTo(127).map(number => ({ number })),
  notes: notes.filter(({ length }) => length > 0),
  controlChanges: controlChanges.map(lists => Object.fromEntries(lists)),
  pitchBends: apart(fc.record({ value: upTo(16383).map(value => (value - 8192) / 8192) })),
})

const timeSignature = fc.tuple(fc.integer({ min: 1, max: 16 }), fc.constantFrom(1, 2, 4, 8, 16))
const header = fc.record({
  name: words,
  ppq: fc.constantFrom(96, 120, 480, 960),
  tempos: apart(fc.record({ bpm: fc.integer({ min: 20, max: 300 }) })),
  timeSignatures: apart(fc.record({ timeSignature })),
  keySignatures: apart(
    fc.record({ key: fc.constantFrom('C', 'Gb', 'F#', 'D'), scale: fc.constantFrom('major', 'minor') }),
  ),
  meta: apart(fc.record({ text: words, type: fc.constantFrom('text', 'lyrics', 'marker', 'cuePoint') })),
})

/** Tracks are on channels of their own, with something on them. */
export function plainSongs(): fc.Arbitrary<Song> {
  return fc
    .record({ header, tracks: fc.array(track, { maxLength: 4 }) })
    .map(({ header, tracks }) =>
      songFrom({ header, tracks: tracks.map((one, channel) => ({ ...one, channel })) }),
    )
}
