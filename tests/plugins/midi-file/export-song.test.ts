// Round trips: the content of a file for other programs, and the reports on everything it cannot contain.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Song } from '../../../src/core/music/song/song.js'
import { makeSong } from '../../../src/plugins/library/included/included-songs.js'
import { exportAsJson, exportAsMidi } from '../../../src/plugins/midi-file/export/export-song.js'
import { readSongFile } from '../../../src/plugins/midi-file/reading/read-song-file.js'
import { rounds } from '../../support/rounds.js'
import { songFrom } from '../../support/song-from.js'
import { plainSongs } from './any-song.js'

const greensleeves = () => makeSong({ id: 'greensleeves', title: 'Greensleeves' })

async function throughMidi(song: Song) {
  const { content, notes } = await exportAsMidi(song, 'A song', readSongFile)
  return { song: (await readSongFile(content as Uint8Array)).song, notes }
}

const byTicks = (a: { readonly ticks: number }, b: { readonly ticks: number }) => a.ticks - b.ticks

/** All of a song that a musician would miss. */
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

describe('a song as a MIDI file', () => {
  it('is the same when it is opened again, and nothing is said', async () => {
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
  ])('reports %s for everything it cannot contain', async (code, number, header, track) => {
    const { notes } = await throughMidi(songFrom({ header, tracks: [track] }))
    expect(notes.map(note => [note.code, note.values.number])).toContainEqual([code, number])
  })

  test.each([
    ['../AC/DC: "Für Elise"?', 'AC DC Für Elise.mid'],
    ['', 'song.mid'],
  ])('is called as systems allow it: %s', async (title, name) => {
    expect((await exportAsMidi(greensleeves(), title, readSongFile)).name).toBe(name)
  })
})

it('a song as JSON is exactly the same when it is opened again', async () => {
  const song = greensleeves()
  const { content } = exportAsJson(song, 'A song')
  expect((await readSongFile(new TextEncoder().encode(content as string))).song).toEqual(song)
})
