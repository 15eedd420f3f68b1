import { describe, expect, it } from 'vitest'
import type { MidiEvent } from '../../../src/core/music/midi/midi-event.js'
import { parseSong, type Song, SongError } from '../../../src/core/music/song/song.js'
import { exportAsMidi } from '../../../src/plugins/midi-file/export/export-song.js'
import { readSongFile } from '../../../src/plugins/midi-file/reading/read-song-file.js'
import { createRecentEvents, KEPT_MS } from '../../../src/plugins/recording/recorder.js'
import { quantized } from '../../../src/plugins/recording/runtime.js'
import { notesOf, takeSong } from '../../../src/plugins/recording/take/take-song.js'
import { openReplay } from '../../../src/plugins/replay/replay-source.js'

let key = 0
const base = (at: number) => {
  key += 1
  return { key, time: '', at, portId: 'guitar', channel: 1, raw: [] }
}
const note = (at: number, number: number, on = true, more: object = {}): MidiEvent => ({
  ...base(at),
  kind: 'note',
  on,
  number,
  name: '',
  note: '',
  octave: 4,
  attack: on ? 0.7 : 0,
  release: 0,
  ...more,
})
const controller = (at: number, number: number, value: number): MidiEvent => ({
  ...base(at),
  kind: 'controller',
  on: null,
  controller: number,
  value,
  note: '',
  number: value,
})
const bend = (at: number, value: number): MidiEvent => ({
  ...base(at),
  kind: 'bend',
  on: null,
  value,
  note: 'PB',
  number: value,
})

const songOf = (events: readonly MidiEvent[], endAt = 10_000) => takeSong('Take', events, endAt, () => 'GK-3')

function read(song: Song): Song {
  const parsed = parseSong(JSON.parse(JSON.stringify(song)))
  if (parsed instanceof SongError) throw parsed
  return parsed
}

describe('a take', () => {
  it('has bends and controllers, without channel modes', () => {
    const song = read(songOf([note(0, 60), bend(10, 16383), controller(20, 64, 127), controller(30, 123, 0)]))
    expect(song.tracks[0]?.pitchBends).toMatchObject([{ time: 0.01, value: 8191 / 8192 }])
    expect(song.tracks[0]?.controlChanges).toMatchObject({ 64: [{ time: 0.02, value: 1 }] })
    expect(song.tracks[0]?.controlChanges).not.toHaveProperty('123')
  })

  it('has a track for each string', () => {
    const song = songOf([note(0, 64, true, { string: 1 }), note(5, 59, true, { string: 2 })])
    expect(song.tracks.map(({ name }) => name)).toEqual(['GK-3, string 1', 'GK-3, string 2'])
  })

  it('ends notes that still sound, and notes that are struck again', () => {
    const song = songOf([note(0, 60), note(500, 60), note(700, 64)], 1000)
    expect(song.tracks[0]?.notes.map(({ duration }) => duration)).toEqual([0.5, 0.5, expect.closeTo(0.3, 9)])
  })

  it('is in order although the clock jumped', () => {
    const song = songOf([note(5000, 60), note(100, 62), note(200, 62, false), note(5100, 60, false)])
    expect(song.tracks[0]?.notes.map(({ midi }) => midi)).toEqual([62, 60])
    expect(song.tracks[0]?.notes.every(({ duration }) => duration >= 0)).toBe(true)
  })

  it('is replayed from its files with the same notes, to the millisecond', async () => {
    const song = songOf(
      Array.from({ length: 40 }, (_, index) => {
        const [at, pitch] = [index * 77.7, 50 + (index % 20)]
        return [note(at, pitch), note(at + 70, pitch, false)]
      }).flat(),
    )
    const { content } = await exportAsMidi(song, 'Take', readSongFile)
    for (const file of [new TextEncoder().encode(JSON.stringify(song)), content as Uint8Array]) {
      const { events } = await openReplay(file, readSongFile)
      const begins = events.filter(({ raw: [status = 0] }) => status >> 4 === 9)
      expect(begins.map(({ raw }) => raw[1])).toEqual(song.tracks[0]?.notes.map(({ midi }) => midi))
      for (const [index, { at }] of begins.entries()) expect(Math.abs(at - index * 77.7)).toBeLessThan(1)
    }
  })

  it('may last an hour', () => {
    const events = Array.from({ length: 36_000 }, (_, index) => note(index * 100, 40 + (index % 40)))
    expect(notesOf(read(songOf(events, 3_600_000)))).toBe(36_000)
  })
})

describe('what was played a moment ago', () => {
  it('is kept for two minutes', () => {
    const recent = createRecentEvents()
    for (let at = 0; at <= 300_000; at += 1000) recent.add(note(at, 60))
    const list = recent.list(300_000)
    expect(list[0]?.at).toBe(300_000 - KEPT_MS)
    expect(list.at(-1)?.at).toBe(300_000)
  })
})

describe('quantizing', () => {
  it('moves notes to the grid, as far as it is strong', () => {
    const song = songOf([note(0, 60), note(140, 62), note(235, 64)])
    const times = (strength: number) =>
      quantized(song, 16, strength).tracks[0]?.notes.map(({ time }) => time * 1000)
    expect(times(100)).toEqual([0, 125, 250])
    expect(times(50)).toEqual([0, 132.5, expect.closeTo(242.5, 9)])
  })
})
