import { expect, it, test } from 'vitest'
import { SentenceError } from '../../../src/core/platform/phrases.js'
import { LOG_FORMAT, LOG_VERSION, type LogFile, writeLogFile } from '../../../src/music/midi/log-file.js'
import { parseSong, songLengthMs } from '../../../src/music/song/song.js'
import { songEvents } from '../../../src/music/song/song-events.js'
import { songToMidi } from '../../../src/music/song/song-to-midi.js'
import { writeMidiFile } from '../../../src/music/song/write-midi-file.js'
import { MidiFileError } from '../../../src/plugins/midi-file/midi-file-error.js'
import { readSongFile } from '../../../src/plugins/midi-file/reading/read-song-file.js'
import { repairMidiFile } from '../../../src/plugins/midi-file/reading/repair-midi-file.js'
import type { SongReading } from '../../../src/plugins/midi-file/tokens.js'
import { rows } from '../../support/rows.js'
import { makeInput } from '../midi-io/support/make-input.js'
import { chunk, END, header, midiFile, oneNote, text } from './midi-bytes.js'

type Bytes = Uint8Array | readonly number[]

const read = (bytes: Bytes) => readSongFile(Uint8Array.from(bytes))
function readTracks(tracks: readonly (readonly number[])[], format = tracks.length > 1 ? 1 : 0) {
  const ended = tracks.map(events => [...events, ...END])
  return read(midiFile(format, ended, 96))
}

async function errorOf(bytes: Bytes): Promise<MidiFileError> {
  const outcome = await read(bytes).catch((thrown: unknown) => thrown)
  if (outcome instanceof MidiFileError) return outcome
  throw new Error('The file was read or failed with another error.', { cause: outcome })
}

const bytesOf = (words: string) => [...new TextEncoder().encode(words)]

function utf16(words: string, littleEndian: boolean): number[] {
  const view = new DataView(new ArrayBuffer(words.length * 2))
  for (let at = 0; at < words.length; at += 1) view.setUint16(at * 2, words.charCodeAt(at), littleEndian)
  return [...new Uint8Array(view.buffer)]
}

const codes = ({ notes }: SongReading) => notes.map(({ code }) => code)

/** Note that starts immediately and lasts one beat. */
const note = (pitch = 60, channel = 0) => [0, 0x90 | channel, pitch, 64, 96, 0x80 | channel, pitch, 0]
/** Tempo event at tick 0 with half the default tempo. */
const SLOW = [0xff, 0x51, 3, 0x0f, 0x42, 0x40]
const port = (number: number) => text(0x21, [number])
const SLOW_LATER = [48, 0x90, 60, 64, 96, ...SLOW, 96, 0x80, 60, 0]

it('a MIDI file is imported as a song', async () => {
  const { song, notes } = await read(oneNote)
  expect([notes, song.header.tempos]).toEqual([[], [{ bpm: 120, ticks: 0 }]])
  expect(song.tracks[0]?.notes).toEqual([
    { midi: 64, name: 'E4', time: 0, ticks: 0, duration: 0.5, durationTicks: 480, velocity: 100 / 127 },
  ])
})

const AGAIN = [0, 0x90, 60, 64, 96, 0x90, 60, 64, 96, 0x80, 60, 0, 96]
const SILENCED = [0, 0x90, 60, 64, 96, 0x90, 62, 64, 0, 0xb0, 123, 0, 0, 0x90, 65, 64, ...note(64)]
const STRINGS = [...text(9, 'B'), ...text(3, 'Strings'), 0, 0xc9, 48, ...note(64, 9)]
const DRUMS = [...text(9, 'C'), ...text(3, 'Drums'), 0, 0xc9, 8, ...note(38, 9)]
const PORTS = [...port(1), 0, 0xc0, 25, ...note(64), ...port(0), ...note(62)]
/** Rows: channel, program and `pitch@onset+length` of each track's notes, in ticks. */
test.each<[string, string, ...number[][]]>([
  ['an instrument set in another track', '3 30 60@0+96', [0, 0xc3, 30], note(60, 3)],
  [
    'a note that ends after the instrument changed',
    '0 0 60@0+192, 0 30 62@192+96',
    [0, 0x90, 60, 64, 96, 0xc0, 30, 96, 0x80, 60, 0, ...note(62)],
  ],
  [
    'a note without a note-off until its pitch is struck again',
    '0 0 60@0+96 60@96+96 64@288+96',
    [...AGAIN, 0x90, 64, 64, 96, 0x80, 64, 0],
  ],
  ['two overlapping notes, the first of which ends first', '0 0 60@0+192 60@96+192', [...AGAIN, 0x80, 60, 0]],
  [
    'a note without a note-off until its channel is silenced or the last note ends',
    '0 0 60@0+96 62@96+96 65@96+96 64@96+96',
    [...SILENCED, 96, 0xb0, 7, 1],
  ],
  [
    'running status across a text event',
    '0 0 60@0+96 62@96+96',
    [0, 0x90, 60, 64, 96, 60, 0, ...text(1, 'x'), 0, 62, 64, 96, 62, 0],
  ],
  [
    'an instrument of another port on a free channel',
    '0 5 60@0+96, 2 25 64@0+96, 0 5 62@96+96, 1 0 50@0+96',
    ...[[0, 0xc0, 5, ...note()], PORTS, note(50, 1)],
  ],
  [
    'device names that decide whether channel 10 has drums',
    '9 0 36@0+96, 0 48 64@0+96, 9 8 38@0+96',
    ...[[...text(9, 'A'), ...note(36, 9)], STRINGS, DRUMS],
  ],
  [
    'a single port set up by a track without a port',
    '3 30 60@0+96',
    [0, 0xc3, 30],
    [...port(2), ...note(60, 3)],
  ],
  [
    'a track without a port next to a track of port 0',
    '0 0 60@0+96, 3 30 62@0+96',
    ...[
      [0, 0xc3, 30],
      [...port(2), ...note(60, 3)],
      [...port(0), ...note(62, 3)],
    ],
  ],
])('a MIDI file is read correctly with %s', async (_, expected, ...tracks) => {
  const read = (await readTracks(tracks)).song.tracks.map(({ channel, instrument, notes }) =>
    [
      channel,
      instrument.number,
      ...notes.map(each => `${each.midi}@${each.ticks}+${each.durationTicks}`),
    ].join(' '),
  )
  expect(read.join(', ')).toBe(expected)
})

it('MIDI ports with more instruments than channels share channels by instrument', async () => {
  const band = (number: number) =>
    Array.from({ length: 16 }, (_, channel) =>
      channel === 9 ? note(36, 9) : [0, 0xc0 | channel, channel + 3 * number, ...note(60, channel)],
    ).map(track => [...port(number), ...track])
  const { song, notes } = await readTracks([...band(0).filter((_, index) => index !== 4), ...band(1)])
  const programs = song.tracks.map(({ channel, instrument }) => `${channel} ${instrument.number}`)
  expect(programs.slice(15)).toEqual(
    '3 3, 4 4, 5 5, 6 6, 7 7, 8 8, 0 9, 10 10, 11 11, 9 0, 13 13, 14 14, 15 15, 1 16, 2 17, 12 18'.split(
      ', ',
    ),
  )
  expect(notes.map(({ code, values }) => [code, values.number])).toEqual([['ports_shared', 14]])
})

it('controllers and pitch bends stay on their channel, even without a program or notes', async () => {
  const before = [0, 0xb5, 7, 127, 0, 0xc5, 24, ...note(60, 5)]
  const { song } = await readTracks([before, [0, 0xe2, 0, 0, 0, 0xb2, 127, 127, 0, 0xb2, 126, 1]])
  expect(song.tracks).toMatchObject([
    { channel: 5, instrument: { number: 24 }, controlChanges: { 7: [{ number: 7, value: 1 }] } },
    { channel: 2, pitchBends: [{ value: -1 }] },
  ])
  expect(Object.keys(song.tracks[1]?.controlChanges ?? {})).toEqual(['126', '127'])
})

it('a song keeps the text events of every MIDI track', async () => {
  const { song } = await readTracks([text(3, 'Song'), [...text(3, 'Guitar'), ...text(5, 'la')]])
  expect(song.header.name).toBe('Song')
  expect(song.header.meta).toEqual([{ text: 'la', ticks: 0, type: 'lyrics' }])
})

test.each([
  ['only a delta time', [0x60]],
  ['cut', [0, 0xff, 0x2f]],
  ['missing', []],
])('a MIDI track ends with its chunk even if its final event is %s', async (_, end) => {
  const { song, notes } = await read(midiFile(0, [[...note(), ...end]], 96))
  expect([notes, song.tracks[0]?.notes.length]).toEqual([[], 1])
})

it('a MIDI file can mix UTF-8 with another encoding', async () => {
  const { song } = await readTracks([
    [...text(3, bytesOf('Für Élise')), ...text(5, [0x8b, 0xd5]), ...text(5, [0x83, 0x4d, 0x83, 0x5e])],
  ])
  const lyrics = song.header.meta.map(({ text }) => text)
  expect([song.header.name, ...lyrics]).toEqual(['Für Élise', '琴', 'ギタ'])
})

test.each([
  ['UTF-8', bytesOf('Für Élise ♯'), 'Für Élise ♯'],
  ['Latin-1', [0x46, 0xfc, 0x72, 0x20, 0x50, 0x72, 0xe9, 0x6c, 0x75, 0x64, 0x65], 'Für Prélude'],
  ['Shift-JIS', [0x83, 0x4d, 0x83, 0x5e, 0x81, 0x5b], 'ギター'],
])('the song name is read from %s', async (_, bytes, name) => {
  expect((await readTracks([text(3, bytes)])).song.header.name).toBe(name)
})

/** Rows: onset and length of each note in seconds, then onset and BPM of each tempo. */
test.each<[string, number[][], number, string, string]>([
  ['patterns of format 2 one after the other', [note(), note()], 2, '0 0.5, 0.5 0.5', '0 120'],
  [
    'a pattern without a tempo at 120 BPM',
    [[0, ...SLOW, ...note()], note()],
    2,
    '0 1, 1 0.5',
    '0 60, 96 120',
  ],
  ['notes before the first tempo at 120 BPM', [SLOW_LATER], 0, '0.25 1.5', '0 120, 144 60'],
])('a MIDI file plays %s', async (_, tracks, format, times, tempos) => {
  const { song } = await readTracks(tracks, format)
  const played = song.tracks.flatMap(({ notes }) => notes.map(({ time, duration }) => [time, duration]))
  expect(played).toEqual(rows(times))
  expect(song.header.tempos.map(({ ticks, bpm }) => [ticks, bpm])).toEqual(rows(tempos))
})

const events = [
  { ticks: 0, bytes: [0x90, 64, 100] },
  { ticks: 480, bytes: [0x80, 64, 0] },
]
test.each([
  ['rests after the last note', 480, [{ events, endTicks: 1920 }], 2000],
  [
    'a longer track without a note',
    480,
    [
      { events: [], endTicks: 3840 },
      { events, endTicks: 480 },
    ],
    4000,
  ],
  ['an end within a day', 1, [{ events, endTicks: 170_000 }], 85_000_000],
  ['an end after a day, which is limited to the last note', 1, [{ events, endTicks: 200_000 }], 240_000],
])('a song is as long as its MIDI file if the file has %s', async (_, ppq, tracks, ms) => {
  const { song } = await read(writeMidiFile(ppq, tracks))
  expect(songLengthMs(song)).toBe(ms)
  expect(songLengthMs((await read(songToMidi(song))).song)).toBe(ms)
})

/** Builds a RIFF file with little-endian chunk lengths, padded to even sizes. */
function riff(...chunks: readonly [name: string, content: Iterable<number>][]): number[] {
  const inside = chunks.flatMap(([name, content]) => {
    const [n, a, m, e, high, low, third, last, ...rest] = chunk(name, [...content])
    return [n, a, m, e, last, third, low, high, ...rest, ...(rest.length % 2 ? [0] : [])] as number[]
  })
  return [...bytesOf('RIFF'), 0, 0, 0, 0, ...bytesOf('RMID'), ...inside]
}

it('an RMID song is read from the “data” chunk after chunks of odd lengths', async () => {
  const { song } = await read(riff(['DISP', [1, 2, 3]], ['data', oneNote], ['LIST', bytesOf('INFO')]))
  expect(song).toEqual((await read(oneNote)).song)
})

test.each([
  ['cut', riff(['data', oneNote]).slice(0, -4), 'midi_cut'],
  ['without tracks', riff(['LIST', [0, 0]]), 'midi_no_tracks'],
  ['filled with audio', riff(['data', bytesOf('fLaC')]), 'not_midi'],
])('an RMID file is rejected if it is %s', async (_, bytes, code) =>
  expect((await errorOf(bytes)).code).toBe(code),
)

test.each([
  ['system_exclusive', [0, 0xf0, 2, 0x7e, 0xf7]],
  ['aftertouch', [0, 0xd0, 5]],
  ['stray_note_offs', [0, 0x80, 60, 0]],
  ['endless_notes', [0, 0x90, 60, 64]],
  ['damaged_meta', [0, 0xff, 0x51, 3, 0, 0, 0]],
  ['damaged_meta', [0, 0xff, 0x58, 4, 0, 2, 24, 8]],
  ['damaged_meta', [0, 0xff, 0x59, 2, 99, 0]],
  ['other_meta', text(2, 'Copyright by Ada')],
  ['late_names', [...text(3, 'One'), ...text(3, 'Two')]],
  ['programs_unheard', [0, 0xc5, 12]],
  ['release_velocities', [0, 0x92, 60, 64, 1, 0x82, 60, 100]],
  ['programs_moved', [0, 0xc1, 24, ...note(60, 1), 0, 0xc1, 30]],
])('data lost in a MIDI import is reported: %s', async (code, event) => {
  const reading = await readTracks([[...event, ...note(60, 1)]])
  expect(codes(reading)).toEqual([code])
  expect(reading.notes[0]?.message).toMatch(/\b1 /)
  expect(parseSong(JSON.parse(JSON.stringify(reading.song)))).toEqual(reading.song)
})

test.each([
  ['a program that is set twice', [], [[0, 0xc0, 24, ...note(), 0, 0xc0, 24, ...note()]]],
  ['a program after the last note', ['programs_unheard'], [[...note(), 0, 0xc0, 12]]],
  ['tracks with nothing but a name', ['empty_tracks'], [text(3, 'Song'), text(3, 'by Ada'), note()]],
  ['bytes after the end of a track', ['after_end', 'no_notes'], [[...END, 1, 2]]],
])('a report lists only data that is actually lost: %s', async (_, expected, tracks) => {
  expect(codes(await readTracks(tracks))).toEqual(expected)
})

it('a two-byte time signature, as written by some programs, is read without a warning', async () => {
  const { song, notes } = await readTracks([[0, 0xff, 0x58, 2, 6, 3, ...note()]])
  expect(song.header.timeSignatures).toMatchObject([{ ticks: 0, timeSignature: [6, 8] }])
  expect(notes).toEqual([])
})

const json = '{"header":{"name":"Prélude 前奏曲"},"tracks":[{"notes":[{"midi":64,"time":0,"duration":1}]}]}'

test.each([
  ['UTF-8 with a byte order mark', bytesOf(`\ufeff \n${json}`)],
  ['UTF-16, as Windows saves it', utf16(`\ufeff${json}`, true)],
  ['UTF-16 in the other byte order without a mark', utf16(json, false)],
])('a JSON song is read from %s', async (_, bytes) => {
  const { song } = await read(bytes)
  expect([song.header.name, song.tracks[0]?.notes[0]?.midi]).toEqual(['Prélude 前奏曲', 64])
})

const track = (...content: readonly number[]) => [...header(0, 1, 96), ...chunk('MTrk', content)]

test.each<[string, readonly number[], string]>([
  ['an empty file', [], 'midi_empty'],
  ['prose', bytesOf('Dear diary, today'), 'not_midi'],
  ['prose in UTF-16', utf16('\ufeffDear diary', true), 'not_midi'],
  ['the wrong first chunk', chunk('MTrk', END), 'not_midi'],
  ['SMPTE frames', [...header(0, 1, 0xe728), ...chunk('MTrk', END)], 'midi_smpte'],
  ['no ticks per beat', [...header(0, 1, 0), ...chunk('MTrk', END)], 'midi_bad_header'],
  ['format 3', [...header(3, 1, 96), ...chunk('MTrk', END)], 'midi_bad_header'],
  ['a short header', [...chunk('MThd', [0, 0, 0, 1]), ...chunk('MTrk', END)], 'midi_bad_header'],
  ['no track', header(0, 0, 96), 'midi_no_tracks'],
  ['running status without a status byte', track(0, 60, 64), 'midi_bad_event'],
  ['a system message', track(0, 0xf2, 1, 2), 'midi_bad_event'],
  ['an endless variable-length number', track(255, 255, 255, 255, 1), 'midi_bad_event'],
  ['a velocity of 200', track(0, 0x90, 60, 200), 'midi_bad_value'],
  ['an event cut by its track', track(0, 0x90, 60), 'midi_cut_event'],
  ['a text cut by its track', track(0, 0xff, 1, 100, 65), 'midi_cut_event'],
  ['cut JSON', bytesOf('{"header":{'), 'song_cut'],
  ['other JSON', bytesOf('{"a":1}'), 'not_a_song'],
  ['a number', bytesOf('-1.5e3'), 'not_a_song'],
  ['a song with a bad note', bytesOf('{"tracks":[{"notes":[{"midi":200,"time":0}]}]}'), 'bad_song'],
])('a file that is not a song is rejected with a code: %s', async (_, bytes, code) => {
  const error = await errorOf(bytes)
  expect(error.code).toBe(code)
  expect(error.message).toMatch(/^[A-Z][^{]*\.$/)
})

it('the error includes the byte offset of an unknown chunk or of the truncation', async () => {
  const { length } = oneNote
  const unknown = await errorOf([...oneNote, ...chunk('XFIH', [1, 2])])
  expect(unknown).toMatchObject({ code: 'midi_unknown_chunk', values: { chunk: 'XFIH', byte: length } })
  const cut = await errorOf(oneNote.slice(0, -5))
  expect(cut).toMatchObject({ code: 'midi_cut', values: { byte: 14, size: length - 5 } })
})

const whole = chunk('MTrk', [...note(), ...END])
const cut = ([m, t, r, k, ...rest]: number[], bytes: number) =>
  [m, t, r, k, 0, 0, 0, 99, ...rest.slice(4, rest.length - bytes)] as number[]
const CUT = cut(chunk('MTrk', [...note(62), ...note(64)]), 2)
const DAMAGED = chunk('MTrk', [...note(), 0, 0x90, 200, 1, ...END])
test.each<[string, number[], string, readonly string[]]>([
  ['a missing track', [...header(1, 2, 96), ...chunk('XFIH', [1]), ...whole], '60', ['chunks']],
  ['a wrong length', [...header(1, 1, 96), ...cut(chunk('Junk', [1, 2]), 1), ...whole], '60', ['chunks']],
  ['a cut file', [...header(1, 2, 96), ...whole, ...CUT], '60 62 64', ['tracks']],
  ['a track over the next', [...header(1, 2, 96), ...cut(whole, 0), ...whole], '60 60', ['tracks']],
  ['a damaged event', [...header(0, 1, 96), ...DAMAGED], '60', ['tracks']],
  ['an unknown format', [...header(7, 1, 96), ...whole], '60', []],
  ['bytes before the header', [9, 9, ...header(0, 1, 96), ...whole], '60', []],
])('repairing a MIDI file keeps the notes before the damage: %s', async (_, bytes, pitches, leftOut) => {
  const repaired = await repairMidiFile(Uint8Array.from(bytes))
  expect(repaired?.notes.map(({ code }) => code)).toEqual(leftOut.map(what => `repaired_${what}`))
  const { song, notes } = await read(repaired?.bytes ?? [])
  expect(song.tracks.flatMap(track => track.notes.map(({ midi }) => midi)).join(' ')).toBe(pitches)
  expect(notes.filter(({ code }) => code !== 'endless_notes')).toEqual([])
  expect((await errorOf(bytes)).values.repairedNotes).toBe(pitches.split(' ').length)
})

test.each([[bytesOf('MThd')], [header(0, 1, 96)], [[...header(0, 1, 0), ...whole]], [bytesOf('hello')]])(
  'a file without notes cannot be repaired: %j',
  async bytes => expect(await repairMidiFile(Uint8Array.from(bytes))).toBeUndefined(),
)

it('a MIDI file with more than 250,000 events is rejected', async () => {
  // Ignored events use no memory: empty three-byte SysEx messages and the end-of-track event.
  const withEvents = (events: number) => {
    const head = [...header(0, 1, 480), ...chunk('MTrk', [])]
    const length = (events - 1) * 3 + END.length
    const file = new Uint8Array(head.length + length)
    file.set(head)
    new DataView(file.buffer).setUint32(head.length - 4, length)
    for (let at = head.length + 1; at < file.length - END.length; at += 3) file[at] = 0xf0
    file.set(END, file.length - END.length)
    return file
  }
  const { notes } = await readSongFile(withEvents(250_000))
  expect(notes.find(({ code }) => code === 'system_exclusive')?.values.number).toBe(249_999)
  const error = await errorOf(withEvents(250_001))
  expect(error).toMatchObject({ code: 'midi_too_many_events', values: { limit: 250_000 } })
})

const meta = [...text(0x51, [7, 0xa1, 0x20]), ...text(0x58, [6, 3, 24, 8]), ...text(0x59, [1, 0])]
const rich = midiFile(1, [
  [...text(3, 'Song'), ...meta, ...END],
  [0, 0xc0, 24, 0, 0xb0, 7, 100, 0, 0xe0, 0, 64, 0, 0x90, 60, 64, 10, 64, 64, 96, 60, 0, 0, 64, 0, ...END],
])

/** Expects a fully playable song or an error with a reason. */
async function isReadOrExplained(bytes: Uint8Array): Promise<void> {
  const outcome = await readSongFile(bytes).catch((thrown: unknown) => thrown)
  if (outcome instanceof MidiFileError) return
  const { song } = outcome as SongReading
  expect(parseSong(song)).toEqual(song)
  for (const { atMs, bytes: message } of songEvents(song))
    expect(Number.isFinite(atMs) && atMs >= 0 && message.every(byte => byte >= 0 && byte <= 255)).toBe(true)
}

it('truncating a MIDI file or flipping any bit yields a song or an error', async () => {
  for (let end = 0; end < rich.length; end += 1) await isReadOrExplained(rich.slice(0, end))
  for (let bit = 0; bit < rich.length * 8; bit += 1) {
    const damaged = rich.slice()
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    await isReadOrExplained(damaged)
  }
})

type Played = readonly [atMs: number, bytes: readonly number[]]

function logOf(played: readonly Played[]): LogFile {
  const { input, log } = makeInput()
  for (const [at, bytes] of played) input.receive(bytes, { portId: 'in-1', at })
  const tuning = { id: 0, name: 'Standard', strings: [64, 59, 55, 50, 45, 40] }
  return {
    ...{ format: LOG_FORMAT, version: LOG_VERSION, app: '1.0.0', exportedAt: '2026-11-22T05:00:00Z' },
    settings: { midi: { midiOctaveOffset: 0 }, tuning, capo: 0 },
    ...log.snapshot(),
  }
}

const encoded = (text: string) => new TextEncoder().encode(text)

const played: readonly Played[] = [
  [1000, [0xc0, 24]],
  [1000, [0x90, 64, 100]],
  [1500, [0x80, 64, 64]],
  [2000, [0x90, 67, 80]],
  [2250, [0x80, 67, 64]],
]

it.each(['json', 'ndjson'] as const)('an exported log is read from %s', async format => {
  const { song } = await readSongFile(encoded(writeLogFile(logOf(played), format)))
  expect(song.tracks.map(({ name, channel, instrument }) => [name, channel, instrument.number])).toEqual([
    ['in-1', 0, 24],
  ])
  const notes = song.tracks[0]?.notes.map(({ midi, time, duration }) => [midi, time, duration])
  expect(notes).toEqual(rows('64 0 0.5, 67 1 0.25'))
})

it('note-offs of earlier notes in a log are ignored and reported', async () => {
  const { notes } = await readSongFile(encoded(writeLogFile(logOf([[0, [0x80, 60, 0]], ...played]))))
  expect(notes.map(({ code, values }) => [code, values.number])).toEqual([['log_ends', 1]])
})

it.each([
  ['a head without a version', `{"format":"${LOG_FORMAT}"}`, 'log_bad_header'],
  ['a cut file', writeLogFile(logOf(played)).slice(0, -40), 'log_broken_json'],
])('a corrupt log is rejected with the same error as in a replay: %s', async (_, text, code) => {
  const thrown: unknown = await readSongFile(encoded(text)).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(SentenceError)
  expect(thrown).toMatchObject({ code, source: 'diagnostics' })
})
