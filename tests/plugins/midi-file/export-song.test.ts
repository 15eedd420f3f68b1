// Round trips of exported songs, and warnings about lost data.
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import type { Song } from '../../../src/music/song/song.js'
import { makeSong } from '../../../src/plugins/library/list/included-songs.js'
import { exportAsJson, exportAsMidi } from '../../../src/plugins/midi-file/export-song.js'
import { readSongFile } from '../../../src/plugins/midi-file/reading/read-song-file.js'
import { rounds } from '../../support/rounds.js'
import { songFrom } from '../../support/song-from.js'

const upTo = (max: number) => fc.integer({ min: 0, max })
/** Text that survives a round trip: no control characters and no surrounding space. */
const words = fc
  .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  .filter(text => !/[\p{Cc}\p{Cs}\p{Cn}\ufeff]/u.test(text) && text === text.trim())

/** Generates events in order, at least one tick apart. */
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

/** Notes that end before the next note starts. */
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

/** Songs whose tracks use separate channels. */
const plainSongs = (): fc.Arbitrary<Song> =>
  fc
    .record({ header, tracks: fc.array(track, { maxLength: 4 }) })
    .map(({ header, tracks }) =>
      songFrom({ header, tracks: tracks.map((one, channel) => ({ ...one, channel })) }),
    )

const greensleeves = () => makeSong({ id: 'greensleeves', title: 'Greensleeves' })

async function throughMidi(song: Song) {
  const { content, notes } = await exportAsMidi(song, 'A song', readSongFile)
  return { song: (await readSongFile(content as Uint8Array)).song, notes }
}

const byTicks = (a: { readonly ticks: number }, b: { readonly ticks: number }) => a.ticks - b.ticks

/** Returns the musically relevant parts of a song. */
function held({ header, tracks }: Song) {
  const texts = header.meta.map(({ ticks, type, text }) => [ticks, type, text]).sort()
  return {
    ...{ name: header.name, ppq: header.ppq, texts },
    tempos: header.tempos.toSorted(byTicks).map(({ ticks, bpm }) => [ticks, bpm.toFixed(2)]),
    times: header.timeSignatures
      .toSorted(byTicks)
      .map(({ ticks, timeSignature }) => [ticks, ...timeSignature]),
    keys: header.keySignatures.toSorted(byTicks).map(({ ticks, key, scale }) => [ticks, key, scale]),
    tracks: tracks.map(({ name, channel, instrument, notes, controlChanges, pitchBends }) => ({
      ...{ name, channel, program: instrument.number },
      notes: notes.map(({ midi, ticks, durationTicks, velocity }) =>
        [midi, ticks, durationTicks, Math.round(velocity * 127)].join(),
      ),
      controls: Object.values(controlChanges)
        .flat()
        .map(({ number, ticks, value }) => [number, ticks, Math.round(value * 127)].join()),
      bends: pitchBends.map(({ ticks, value }) => [ticks, Math.round(value * 8192)].join()),
    })),
  }
}

it('a round trip through MIDI keeps a song unchanged and reports no lost data', async () => {
  const isSame = async (song: Song) => {
    const again = await throughMidi(song)
    expect(again.notes).toEqual([])
    expect(held(again.song)).toEqual(held(song))
  }
  await isSame(greensleeves())
  await fc.assert(fc.asyncProperty(plainSongs(), isSame), rounds(100))
})

const note = { midi: 60, ticks: 0, durationTicks: 480 }
const within = { ...note, ticks: 240, durationTicks: 120 }
test.each([
  ['export_notes', 1, { ppq: 0.5 }, { notes: [{ ...note, ticks: 0.3 }] }],
  ['export_notes', 2, {}, { notes: [note, within] }],
  ['export_notes', 1, {}, { notes: [{ ...note, velocity: 0 }] }],
  ['export_controls', 1, {}, { notes: [note], pitchBends: [{ time: 0, value: 2 }] }],
  ['export_time', 1, { timeSignatures: [{ ticks: 0, timeSignature: [3.5, 0.3] }] }, { notes: [note] }],
  ['export_time', 1, { keySignatures: [{ ticks: 0, key: 'H', scale: 'dorian' }] }, { notes: [note] }],
  ['export_time', 1, { tempos: [{ ticks: 0, bpm: 1e9 }] }, { notes: [note] }],
  ['export_texts', 1, { meta: [{ ticks: 0, type: 'smell', text: 'roses' }] }, { notes: [note] }],
])('the MIDI export reports lost data with the code %s', async (code, number, header, track) => {
  const { notes } = await throughMidi(songFrom({ header, tracks: [track] }))
  expect(notes.map(note => [note.code, note.values.number])).toContainEqual([code, number])
})

test.each([
  ['../AC/DC: "Für Elise"?', 'AC DC Für Elise.mid'],
  ['', 'song.mid'],
])('the exported file name is valid on all operating systems: %s', async (title, name) => {
  expect((await exportAsMidi(greensleeves(), title, readSongFile)).name).toBe(name)
})

it('a round trip through JSON keeps a song unchanged', async () => {
  const song = greensleeves()
  const { content } = exportAsJson(song, 'A song')
  expect((await readSongFile(new TextEncoder().encode(content as string))).song).toEqual(song)
})
