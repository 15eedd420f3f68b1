import { expect, it } from 'vitest'
import type { MidiEvent } from '../../../../src/music/midi/midi-event.js'
import type { Song } from '../../../../src/music/song/song.js'
import { cutSong, quantized } from '../../../../src/plugins/practice/recording/edit-song.js'
import { createRecentEvents, KEPT_MS } from '../../../../src/plugins/practice/recording/recorder.js'
import { takeSong } from '../../../../src/plugins/practice/recording/take-song.js'
import { rows } from '../../../support/rows.js'
import { songFrom } from '../../../support/song-from.js'
import { bend, controller, noteOff, noteOn } from '../../fretboard/events.js'

const note = (at: number, number: number, on = true, more: object = {}) =>
  (on ? noteOn : noteOff)(number, { at, ...more })

const NECK = { strings: [64, 59, 55, 50, 45, 40], capo: 0 }
const songOf = (events: readonly MidiEvent[], endAt = 10_000) =>
  takeSong('Take', events, endAt, { portName: () => 'GK-3', neck: NECK })
const read = (song: Song) => songFrom(JSON.parse(JSON.stringify(song)))

it('a take keeps bends and controllers but not channel mode messages', () => {
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

it('a MIDI guitar take has a single track with the tuning, frets and bends per string', () => {
  const song = read(
    songOf([
      // The second note identifies the guitar.
      ...[bend(8191 + 4096, { at: 0, channel: 2 }), note(0, 67, true, { channel: 1 })],
      ...[note(5, 67, true, { string: 2, channel: 2 }), note(20, 67, false, { channel: 1 })],
      note(30, 69, true, { string: 1, channel: 1 }),
    ]),
  )
  expect(song.tracks).toMatchObject([
    {
      ...{ name: 'GK-3', instrument: { number: 25 }, tuning: NECK.strings, capo: 0 },
      notes: [
        { string: 1, fret: 3, duration: 0.02, channel: 0 },
        { string: 2, fret: 8, duration: expect.closeTo(9.995, 6) },
        { string: 1, fret: 5 },
      ],
      pitchBends: [{ time: 0 }],
    },
  ])
})

it.each([
  ['a device without strings', 1, 25],
  ['a drum channel', 10, 0],
])('a take of %s gets a matching instrument', (_what, channel, program) => {
  expect(songOf([note(0, 60, true, { channel })]).tracks[0]).toMatchObject({
    instrument: { number: program },
    notes: [expect.not.objectContaining({ string: expect.anything() })],
  })
})

it('held notes end with the take, and retriggered notes end at the next strike', () => {
  const song = songOf([note(0, 60), note(500, 60), note(700, 64)], 1000)
  expect(song.tracks[0]?.notes.map(({ duration }) => duration)).toEqual([0.5, 0.5, expect.closeTo(0.3, 9)])
})

it('notes are sorted by time even if the clock jumped', () => {
  const song = songOf([note(5000, 60), note(100, 62), note(200, 62, false), note(5100, 60, false)])
  expect(song.tracks[0]?.notes.map(({ midi }) => midi)).toEqual([62, 60])
  expect(song.tracks[0]?.notes.every(({ duration }) => duration >= 0)).toBe(true)
})

it('recent events are kept for two minutes', () => {
  const recent = createRecentEvents()
  for (let at = 0; at <= 300_000; at += 1000) recent.add(note(at, 60))
  const list = recent.list(300_000)
  expect(list[0]?.at).toBe(300_000 - KEPT_MS)
  expect(list.at(-1)?.at).toBe(300_000)
})

it('quantizing moves notes toward the grid by the configured strength', () => {
  const song = songOf([note(0, 60), note(140, 62), note(235, 64)])
  const times = (strength: number) =>
    quantized(song, 16, strength).tracks[0]?.notes.map(({ time }) => time * 1000)
  expect(times(100)).toEqual([0, 125, 250])
  expect(times(50)).toEqual([0, 132.5, expect.closeTo(242.5, 9)])
})

const four = songFrom({
  header: {
    ppq: 480,
    tempos: [
      { bpm: 120, ticks: 0 },
      { bpm: 60, ticks: 1920 },
    ],
    timeSignatures: [{ ticks: 0, timeSignature: [4, 4] }],
  },
  tracks: [
    {
      notes: [0, 1910, 2400, 3830, 4800].map(ticks => ({ midi: 60, ticks, durationTicks: 960 })),
      controlChanges: { 64: [{ number: 64, ticks: 480, value: 1 }] },
    },
  ],
})

it.each([
  ['from the beginning', 0, 1920, '0 960', [120], [0.5]],
  ['of one bar with early notes', 1920, 3840, '0 950, 480 960', [60], [0]],
  ['to the end', 3840, Number.POSITIVE_INFINITY, '0 950, 960 960', [60], [0]],
])('a song cut %s keeps its notes and channel state', (_which, from, to, notes, tempos, sustain) => {
  const { header, tracks } = read(cutSong(four, from, to))
  expect(tracks[0]?.notes.map(({ ticks, durationTicks }) => [ticks, durationTicks])).toEqual(rows(notes))
  expect([header.tempos.map(({ bpm }) => bpm), header.timeSignatures.length]).toEqual([tempos, 1])
  expect(tracks[0]?.controlChanges[64]?.map(({ time }) => time)).toEqual(sustain)
  expect(header.endTicks).toBe(Number.isFinite(to) ? to - from : undefined)
})
