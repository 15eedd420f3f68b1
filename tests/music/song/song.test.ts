import { describe, expect, it } from 'vitest'
import { parseSong, SongError, songLengthMs } from '../../../src/music/song/song.js'
import { type SongEvent, songEvents } from '../../../src/music/song/song-events.js'
import { tempoMap } from '../../../src/music/song/song-time.js'
import { songToMidi } from '../../../src/music/song/song-to-midi.js'
import { rows } from '../../support/rows.js'
import { songFrom } from '../../support/song-from.js'

const track = (more: object): object => ({ notes: [], ...more })
const E4 = { midi: 64, time: 0, duration: 0.5, velocity: 1 }

it('tempoMap converts between ticks and time across tempo changes', () => {
  const map = tempoMap([
    { bpm: 60, ticks: 0 },
    { bpm: 120, ticks: 960 },
  ])
  expect([map.secondsAt(960), map.secondsAt(1440), map.ticksAt(2.5)]).toEqual([2, 2.5, 1440])
})

it('the tempo is 120 BPM until the first tempo change', () => {
  expect(tempoMap([{ bpm: 60, ticks: 960 }]).secondsAt(1440)).toBe(2)
  expect(tempoMap([]).secondsAt(480)).toBe(0.5)
})

it('parseSong fills in defaults for missing values', () => {
  const { header, tracks } = songFrom({ tracks: [{ notes: [{ midi: 61, ticks: 480, durationTicks: 240 }] }] })
  expect(header).toMatchObject({ name: '', ppq: 480, tempos: [{ bpm: 120, ticks: 0 }] })
  expect(tracks).toEqual([
    {
      ...{ name: '', channel: 0, instrument: { family: '', number: 0, name: '' } },
      notes: [
        { midi: 61, name: 'C#4', time: 0.5, ticks: 480, duration: 0.25, durationTicks: 240, velocity: 0.5 },
      ],
      ...{ controlChanges: {}, pitchBends: [] },
    },
  ])
})

it('parseSong creates a separate header object for each song', () => {
  songFrom({ tracks: [] }).header.tempos.push({ bpm: 1, ticks: 9 })
  expect(songFrom({ tracks: [] }).header.tempos).toEqual([{ bpm: 120, ticks: 0 }])
})

it('parseSong calculates ticks from times', () => {
  const { tracks } = songFrom({
    header: { tempos: [{ bpm: 60, ticks: 0 }] },
    tracks: [{ notes: [{ midi: 60, time: 1.5 }] }],
  })
  expect(tracks[0]?.notes[0]).toMatchObject({ ticks: 720, duration: 0, durationTicks: 0 })
})

it.each([[null], [undefined], ['MThd'], [[]], [{}], [{ header: {} }]])('parseSong rejects %j', json => {
  expect(parseSong(json)).toMatchObject({ code: 'not_a_song' })
})

it.each([
  ['a note number of 128', { notes: [{ ...E4, midi: 128 }] }, 'tracks.0.notes.0.midi'],
  ['half a note number', { notes: [{ ...E4, midi: 60.5 }] }, 'tracks.0.notes.0.midi'],
  ['a velocity of 2', { notes: [{ ...E4, velocity: 2 }] }, 'tracks.0.notes.0.velocity'],
  ['a negative time', { notes: [E4, { ...E4, time: -1 }] }, 'tracks.0.notes.1.time'],
  ['an infinite time', { notes: [{ ...E4, time: Number.POSITIVE_INFINITY }] }, 'tracks.0.notes.0.time'],
  ['a time of null, the JSON form of NaN', { notes: [{ ...E4, time: null }] }, 'tracks.0.notes.0.time'],
  ['a time of several years', { notes: [{ ...E4, time: 1e9 }] }, 'tracks.0.notes.0.time'],
  ['a tick of several years', { notes: [{ midi: 60, ticks: 1e12 }] }, 'tracks.0.notes.0'],
  ['a note without time', { notes: [{ midi: 60 }] }, 'tracks.0.notes.0'],
  ['a negative duration', { notes: [{ ...E4, duration: -0.1 }] }, 'tracks.0.notes.0.duration'],
  ['channel 16', { channel: 16, notes: [] }, 'tracks.0.channel'],
  [
    'controller 200',
    { controlChanges: { 200: [{ number: 200, time: 0, value: 0 }] }, notes: [] },
    'tracks.0.controlChanges.200.0.number',
  ],
  ['a bend without time', { pitchBends: [{ value: 0 }], notes: [] }, 'tracks.0.pitchBends.0'],
  ['a track without notes', {}, 'tracks.0.notes'],
])('the song error locates %s', (_, damaged, path) => {
  const error = parseSong({ tracks: [damaged] })
  expect(error).toMatchObject({ code: 'bad_song', path })
  expect((error as SongError).message).toContain(path)
})

it('0 ticks per beat and a tempo of 0 are rejected', () => {
  expect(parseSong({ header: { ppq: 0 }, tracks: [] })).toMatchObject({ path: 'header.ppq' })
  expect(parseSong({ header: { tempos: [{ bpm: 0, ticks: 0 }] }, tracks: [] })).toMatchObject({
    code: 'bad_song',
  })
})

it('a song lasts until its last note ends', () => {
  const [long, late] = [
    { ...E4, duration: 3 },
    { ...E4, time: 1 },
  ]
  expect(songLengthMs(songFrom({ tracks: [{ notes: [long, late] }] }))).toBe(3000)
  expect(songLengthMs(songFrom({ tracks: [] }))).toBe(0)
})

describe('songEvents', () => {
  const eventsOf = (...tracks: object[]) => songEvents(songFrom({ tracks: tracks.map(track) }))
  const bytes = (events: readonly SongEvent[]) => events.map(event => [event.atMs, ...event.bytes])

  it('the program is sent before the track’s notes', () => {
    const events = eventsOf({ channel: 2, instrument: { number: 24 }, notes: [E4] })
    expect(bytes(events)).toEqual(rows('0 0xc2 24, 0 0x92 64 127, 500 0x82 64 64'))
  })

  it('the bank is sent before its program, at the start and when a track takes over the channel', () => {
    const set = (number: number, value: number, time: number) => ({
      [number]: [{ number, value: value / 127, time }],
    })
    const first = { instrument: { number: 24 }, controlChanges: { ...set(0, 8, 0), ...set(7, 100, 0) } }
    const second = { instrument: { number: 30 }, controlChanges: { ...set(32, 1, 1), ...set(121, 0, 1) } }
    const events = eventsOf({ ...first, notes: [E4] }, { ...second, notes: [{ ...E4, time: 1 }] })
    expect(bytes(events)).toEqual([
      ...rows('0 0xb0 0 8, 0 0xc0 24, 0 0xb0 7 100, 0 0x90 64 127, 500 0x80 64 64'),
      ...rows('1000 0xb0 121 0, 1000 0xb0 32 1, 1000 0xc0 30, 1000 0x90 64 127, 1500 0x80 64 64'),
    ])
  })

  it('a note ends before the next one starts, with controllers in between', () => {
    const events = eventsOf({
      notes: [E4, { ...E4, time: 0.5 }],
      controlChanges: { 7: [{ number: 7, time: 0.5, value: 1 }] },
      pitchBends: [{ time: 0.5, value: -1 }],
    })
    expect(bytes(events.filter(event => event.atMs === 500))).toEqual(
      rows('500 0x80 64 64, 500 0xb0 7 127, 500 0xe0 0 0, 500 0x90 64 127'),
    )
  })

  it('adjacent notes meet exactly despite rounding errors', () => {
    const notes = [
      { midi: 60, time: 0.1, duration: 0.2 },
      { midi: 60, time: 0.3, duration: 0.1 },
    ]
    expect(eventsOf({ notes }).map(event => event.bytes[0])).toEqual([0xc0, 0x90, 0x80, 0x90, 0x80])
  })

  it('a zero-length note does not cut off the next note', () => {
    const notes = [0, 1].map(duration => ({ ...E4, duration }))
    expect(bytes(eventsOf({ notes }))).toEqual(
      rows('0 0xc0 0, 0 0x90 64 127, 0 0x80 64 64, 0 0x90 64 127, 1000 0x80 64 64'),
    )
  })

  it('a note-on never has velocity 0', () => {
    const [, on] = eventsOf({ notes: [{ ...E4, velocity: 0 }] })
    expect(on?.bytes).toEqual([0x90, 64, 1])
  })
})

type Change = readonly [number: number, value: number, ticks?: number]

const NOTE = { midi: 64, ticks: 0, durationTicks: 96, velocity: 1 }

function trackOf(changes: readonly Change[], more: object = {}) {
  const controlChanges: Record<string, object[]> = {}
  for (const [number, value, ticks = 0] of changes) {
    const list = controlChanges[number] ?? []
    list.push({ number, value: value / 127, ticks })
    controlChanges[number] = list
  }
  return { notes: [NOTE], controlChanges, ...more }
}

/** Returns the bytes of each track except the first, including delta times. */
function written(...tracks: object[]): number[][] {
  const file = songToMidi(songFrom({ header: { ppq: 96 }, tracks }))
  const view = new DataView(file.buffer)
  const chunks: number[][] = []
  for (let at = 14; at < file.length; at += 8 + view.getUint32(at + 4))
    chunks.push([...file.subarray(at + 8, at + 8 + view.getUint32(at + 4))])
  return chunks.slice(1)
}

const END = [0, 0xff, 0x2f, 0]
const PLAYED = [0, 0x90, 64, 127, 96, 0x80, 64, 64]

it('a MIDI file has the bank before its program', () => {
  const bank = rows<Change>('0 8, 7 100, 32 1')
  expect(written(trackOf(bank, { instrument: { number: 24 } }))).toEqual([
    [...[0, 0xb0, 0, 8, 0, 0xb0, 32, 1, 0, 0xc0, 24, 0, 0xb0, 7, 100], ...PLAYED, ...END],
  ])
})

it('a track that takes over a channel also writes its bank before its program', () => {
  const later = { instrument: { number: 30 }, notes: [{ ...NOTE, ticks: 96 }] }
  const [, bytes] = written(trackOf([], { instrument: { number: 24 } }), trackOf([[0, 8, 96]], later))
  expect(bytes).toEqual([...[96, 0xb0, 0, 8, 0, 0xc0, 30], ...[0, 0x90, 64, 127, 96, 0x80, 64, 64], ...END])
})
