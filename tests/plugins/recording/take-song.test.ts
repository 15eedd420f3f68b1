import { describe, expect, it } from 'vitest'
import type { MidiEvent } from '../../../src/core/music/midi/midi-event.js'
import type { Song } from '../../../src/core/music/song/song.js'
import { createRecentEvents, KEPT_MS } from '../../../src/plugins/recording/recorder.js'
import { quantized } from '../../../src/plugins/recording/runtime.js'
import { notesOf, takeSong } from '../../../src/plugins/recording/take/take-song.js'
import { songFrom } from '../../support/song-from.js'
import { bend, controller, noteOff, noteOn } from '../fretboard/events.js'

const note = (at: number, number: number, on = true, more: object = {}) =>
  (on ? noteOn : noteOff)(number, { at, ...more })

const songOf = (events: readonly MidiEvent[], endAt = 10_000) => takeSong('Take', events, endAt, () => 'GK-3')
const read = (song: Song) => songFrom(JSON.parse(JSON.stringify(song)))

describe('a take', () => {
  it('has bends and controllers, without channel modes', () => {
    const song = read(
      songOf([
        note(0, 60),
        bend(16383, { at: 10 }),
        controller(64, 127, { at: 20 }),
        controller(123, 0, { at: 30 }),
      ]),
    )
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

  it('may last an hour', () => {
    const events = Array.from({ length: 36_000 }, (_, index) => note(index * 100, 40 + (index % 40)))
    expect(notesOf(read(songOf(events, 3_600_000)))).toBe(36_000)
  })
})

it('what was played a moment ago is kept for two minutes', () => {
  const recent = createRecentEvents()
  for (let at = 0; at <= 300_000; at += 1000) recent.add(note(at, 60))
  const list = recent.list(300_000)
  expect(list[0]?.at).toBe(300_000 - KEPT_MS)
  expect(list.at(-1)?.at).toBe(300_000)
})

it('quantizing moves notes toward the grid by its strength', () => {
  const song = songOf([note(0, 60), note(140, 62), note(235, 64)])
  const times = (strength: number) =>
    quantized(song, 16, strength).tracks[0]?.notes.map(({ time }) => time * 1000)
  expect(times(100)).toEqual([0, 125, 250])
  expect(times(50)).toEqual([0, 132.5, expect.closeTo(242.5, 9)])
})
