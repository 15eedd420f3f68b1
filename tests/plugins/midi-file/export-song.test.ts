// Out and in again: what a file for other programs holds, and that what it does not hold is said.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSong, type Song, SongError } from '../../../src/core/music/song/song.js'
import { songToMidi } from '../../../src/core/music/song/song-to-midi.js'
import { greensleeves } from '../../../src/plugins/library/included/greensleeves.js'
import { minuetInG } from '../../../src/plugins/library/included/minuet-in-g.js'
import { spanishRomance } from '../../../src/plugins/library/included/spanish-romance.js'
import { exportAsJson, exportAsMidi } from '../../../src/plugins/midi-file/export/export-song.js'
import { readMidiFile } from '../../../src/plugins/midi-file/reading/read-midi-file.js'
import { readSongFile } from '../../../src/plugins/midi-file/reading/read-song-file.js'
import { rounds } from '../../support/rounds.js'
import { plainSongs, songs } from './any-song.js'

const midiOf = (song: Song) => exportAsMidi(song, 'A song', readSongFile)

function loose(json: object): Song {
  const song = parseSong(json)
  if (song instanceof SongError) throw song
  return song
}

/** All of a song that a musician would miss. */
function held({ header, tracks }: Song) {
  return {
    name: header.name,
    ppq: header.ppq,
    tempos: header.tempos.map(({ ticks, bpm }) => [ticks, bpm.toFixed(2)]),
    times: header.timeSignatures.map(({ ticks, timeSignature }) => [ticks, ...timeSignature]),
    keys: header.keySignatures.map(({ ticks, key, scale }) => [ticks, key, scale]),
    texts: header.meta.map(({ ticks, type, text }) => [ticks, type, text]).sort(),
    tracks: tracks.map(({ name, channel, instrument, notes, controlChanges, pitchBends }) => ({
      name,
      channel,
      program: instrument.number,
      notes: notes.map(({ midi, ticks, durationTicks, velocity }) => [
        midi,
        ticks,
        durationTicks,
        Math.round(velocity * 127),
      ]),
      controls: Object.values(controlChanges)
        .flat()
        .map(({ number, ticks, value }) => [number, ticks, Math.round(value * 127)]),
      bends: pitchBends.map(({ ticks, value }) => [ticks, Math.round(value * 8192)]),
    })),
  }
}

const sorted = (song: ReturnType<typeof held>) => ({
  ...song,
  tempos: song.tempos.toSorted((a, b) => Number(a[0]) - Number(b[0])),
  times: song.times.toSorted((a, b) => Number(a[0]) - Number(b[0])),
  keys: song.keys.toSorted((a, b) => Number(a[0]) - Number(b[0])),
})

describe('a song as a MIDI file', () => {
  it.each([
    ['Greensleeves', greensleeves],
    ['Spanish Romance', spanishRomance],
    ['Minuet in G', minuetInG],
  ])('is the same when it is opened again: %s', async (_, make) => {
    const song = make()
    const { content, notes } = await midiOf(song)
    expect(notes).toEqual([])
    expect(held((await readSongFile(content as Uint8Array)).song)).toEqual(held(song))
  })

  it('is the same when it is opened again, whatever it holds, and nothing is said', async () => {
    await fc.assert(
      fc.asyncProperty(plainSongs(), async song => {
        const { content, notes } = await midiOf(song)
        const again = (await readSongFile(content as Uint8Array)).song
        expect(sorted(held(again))).toEqual(sorted(held(song)))
        expect(notes).toEqual([])
      }),
      rounds(100),
    )
  })

  it('says of anything that is not the same, how much of it there is', async () => {
    await fc.assert(
      fc.asyncProperty(songs(), async song => {
        const { content, notes } = await midiOf(song)
        const [one, other] = [held(song), held((await readSongFile(content as Uint8Array)).song)]
        const all = (of: ReturnType<typeof held>, part: 'notes' | 'controls' | 'bends') =>
          of.tracks.flatMap(track => track[part].map(each => [track.channel, ...each].join())).sort()
        const codes = notes.map(({ code }) => code)
        const differs = (part: 'notes' | 'controls' | 'bends') =>
          all(one, part).join(' ') !== all(other, part).join(' ')
        expect(codes.includes('export_notes')).toBe(differs('notes'))
        expect(codes.includes('export_controls')).toBe(differs('controls') || differs('bends'))
      }),
      rounds(100),
    )
  })

  it.each([
    [
      'fractions of a tick',
      { header: { ppq: 0.5 }, tracks: [{ notes: [{ midi: 60, ticks: 0.3, durationTicks: 1 }] }] },
    ],
    [
      'more ticks than fit',
      { header: { ppq: 100_000 }, tracks: [{ notes: [{ midi: 60, ticks: 7, durationTicks: 9e4 }] }] },
    ],
    ['a softest note', { tracks: [{ notes: [{ midi: 60, time: 0, duration: 1, velocity: 0 }] }] }],
    ['an odd time', { header: { timeSignatures: [{ ticks: 0, timeSignature: [3.5, 0.3] }] }, tracks: [] }],
    ['an unknown key', { header: { keySignatures: [{ ticks: 0, key: 'H', scale: 'dorian' }] }, tracks: [] }],
    ['an unknown text', { header: { meta: [{ ticks: 0, type: 'smell', text: 'roses' }] }, tracks: [] }],
    ['a bend too far', { tracks: [{ notes: [], pitchBends: [{ time: 0, value: 2 }] }] }],
    ['a very fast tempo', { header: { tempos: [{ ticks: 0, bpm: 1e9 }] }, tracks: [] }],
  ])('can be opened, and says what is otherwise: %s', async (_, json) => {
    const { content, notes } = await midiOf(loose(json))
    await readMidiFile(content as Uint8Array)
    expect(notes.length).toBeGreaterThan(0)
    for (const { message } of notes) expect(message).toMatch(/^[A-Z].*: \d+\.$/)
  })

  it('holds a very long text', async () => {
    const text = 'la'.repeat(2_000_000)
    const { content } = await midiOf(
      loose({ header: { meta: [{ ticks: 0, type: 'text', text }] }, tracks: [] }),
    )
    const { song } = await readMidiFile(content as Uint8Array)
    expect(song.header.meta[0]?.text).toHaveLength(text.length)
  })

  it('writes a hundred thousand notes without running out of stack', () => {
    const notes = Array.from({ length: 100_000 }, (_, index) => ({
      midi: 60,
      ticks: index * 2,
      durationTicks: 1,
    }))
    expect(songToMidi(loose({ tracks: [{ notes }] })).length).toBeGreaterThan(800_000)
  })

  it.each([
    ['AC/DC: "Thunder"?', 'AC DC Thunder.mid'],
    ['../../etc', 'etc.mid'],
    ['', 'song.mid'],
    ['Für Elise', 'Für Elise.mid'],
  ])('is called as systems allow it: %s', async (title, name) => {
    expect((await exportAsMidi(greensleeves(), title, readSongFile)).name).toBe(name)
  })
})

describe('a song as JSON', () => {
  it('is exactly the same when it is opened again, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(songs(), async song => {
        const { content } = exportAsJson(song, 'A song')
        const again = await readSongFile(new TextEncoder().encode(content as string))
        expect(again.song).toEqual(song)
      }),
      rounds(100),
    )
  })
})
