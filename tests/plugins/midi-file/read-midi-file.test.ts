import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSong } from '../../../src/core/music/song/song.js'
import { songEvents } from '../../../src/core/music/song/song-events.js'
import { MidiFileError } from '../../../src/plugins/midi-file/midi-file-error.js'
import { readSongFile } from '../../../src/plugins/midi-file/reading/read-song-file.js'
import type { SongReading } from '../../../src/plugins/midi-file/tokens.js'
import { rounds } from '../../support/rounds.js'
import { chunk, END, header, midiFile, oneNote, text, variableLength } from './midi-bytes.js'

async function read(bytes: Uint8Array | readonly number[]): Promise<SongReading> {
  return readSongFile(Uint8Array.from(bytes))
}

async function errorOf(bytes: Uint8Array | readonly number[]): Promise<MidiFileError> {
  const outcome = await read(bytes).catch((thrown: unknown) => thrown)
  if (outcome instanceof MidiFileError) return outcome
  throw new Error('The file was read, or failed in another way.', { cause: outcome })
}

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), littleEndian)
  return new Uint8Array(view.buffer)
}

function codes({ notes }: SongReading): string[] {
  return notes.map(note => note.code)
}

describe('a MIDI file', () => {
  it('becomes a song', async () => {
    const { song, notes } = await read(oneNote)
    expect(notes).toEqual([])
    expect(song.header.tempos).toEqual([{ bpm: 120, ticks: 0 }])
    expect(song.tracks[0]?.notes).toEqual([
      { midi: 64, name: 'E4', time: 0, ticks: 0, duration: 0.5, durationTicks: 480, velocity: 100 / 127 },
    ])
  })

  it('is recognised by its content, and so is a song in JSON', async () => {
    const { song } = await read(oneNote)
    const json = new TextEncoder().encode(`\ufeff \n${JSON.stringify(song)}`)
    expect((await read(json)).song).toEqual(song)
  })

  it('keeps controllers on their channel although the instrument comes after them', async () => {
    const track = [0, 0xb5, 7, 127, 0, 0xc5, 24, 0, 0x95, 60, 64, 96, 0x85, 60, 0, ...END]
    const { song } = await read(midiFile(1, [track]))
    expect(song.tracks).toHaveLength(1)
    expect(song.tracks[0]).toMatchObject({ channel: 5, instrument: { number: 24 }, notes: [{ midi: 60 }] })
    expect(song.tracks[0]?.controlChanges).toMatchObject({ 7: [{ number: 7, value: 1 }] })
  })

  it('takes the instrument from another track that sets it', async () => {
    const setup = [0, 0xc3, 30, ...END]
    const track = [0, 0x93, 60, 64, 96, 0x83, 60, 0, ...END]
    const { song } = await read(midiFile(1, [setup, track]))
    expect(song.tracks.map(({ channel, instrument }) => [channel, instrument.number])).toEqual([[3, 30]])
  })

  it('keeps a note that ends after the instrument has changed', async () => {
    const track = [0, 0x90, 60, 64, 96, 0xc0, 30, 96, 0x80, 60, 0, 0, 0x90, 62, 64, 96, 0x80, 62, 0, ...END]
    const { song } = await read(midiFile(0, [track]))
    expect(
      song.tracks.map(part => [part.instrument.number, part.notes.map(note => note.durationTicks)]),
    ).toEqual([
      [0, [192]],
      [30, [96]],
    ])
  })

  it('keeps a track that has controllers and bends only, on its channel', async () => {
    const track = [0, 0xe2, 0, 0, 0, 0xb2, 127, 127, 0, 0xb2, 126, 1, ...END]
    const { song } = await read(midiFile(1, [[...END], track]))
    expect(song.tracks[0]).toMatchObject({ channel: 2, pitchBends: [{ value: -1 }] })
    expect(Object.keys(song.tracks[0]?.controlChanges ?? {})).toEqual(['126', '127'])
  })

  it('keeps texts of every track', async () => {
    const { song } = await read(
      midiFile(1, [
        [...text(3, 'Song'), ...END],
        [...text(3, 'Guitar'), ...text(5, 'la'), ...END],
      ]),
    )
    expect(song.header.name).toBe('Song')
    expect(song.header.meta).toEqual([{ text: 'la', ticks: 0, type: 'lyrics' }])
  })

  it.each([
    ['UTF-8', [...new TextEncoder().encode('Für Élise ♯')], 'Für Élise ♯'],
    ['Latin-1', [0x46, 0xfc, 0x72, 0x20, 0x50, 0x72, 0xe9, 0x6c, 0x75, 0x64, 0x65], 'Für Prélude'],
    ['Shift-JIS', [0x83, 0x4d, 0x83, 0x5e, 0x81, 0x5b], 'ギター'],
    ['ASCII with a closing zero', [0x41, 0x42, 0], 'AB'],
  ])('reads names in %s', async (_, bytes, name) => {
    expect((await read(midiFile(0, [[...text(3, bytes), ...END]]))).song.header.name).toBe(name)
  })

  it('plays the patterns of format 2 one after the other', async () => {
    const pattern = [0, 0x90, 60, 64, 96, 0x80, 60, 0, ...END]
    const reading = await read(midiFile(2, [pattern, pattern], 96))
    expect(reading.song.tracks.map(track => track.notes[0]?.time)).toEqual([0, 0.5])
    expect(codes(reading)).toEqual(['patterns'])
  })

  // Mutation: the first end is the oldest note's, whatever comes: the last one then rings to the end of the track.
  it('ends a note that has no end of its own where its pitch is struck again', async () => {
    const track = [
      0,
      0x90,
      60,
      64,
      96,
      0x90,
      60,
      64,
      96,
      0x80,
      60,
      0,
      96,
      0x90,
      64,
      64,
      96,
      0x80,
      64,
      0,
      ...END,
    ]
    const reading = await read(midiFile(0, [track], 96))
    expect(reading.song.tracks[0]?.notes.map(({ ticks, durationTicks }) => [ticks, durationTicks])).toEqual([
      [0, 96],
      [96, 96],
      [288, 96],
    ])
    expect(codes(reading)).toEqual(['endless_notes'])
  })

  it('gives each of two notes over each other its own end, the first to the first', async () => {
    const track = [0, 0x90, 60, 64, 96, 0x90, 60, 64, 96, 0x80, 60, 0, 96, 0x80, 60, 0, ...END]
    const { song } = await read(midiFile(0, [track], 96))
    expect(song.tracks[0]?.notes.map(({ ticks, durationTicks }) => [ticks, durationTicks])).toEqual([
      [0, 192],
      [96, 192],
    ])
  })

  // Mutation: the tempo of a pattern goes on in the next one.
  it('plays a pattern of format 2 that names no tempo at 120 beats a minute', async () => {
    const pattern = [0, 0x90, 60, 64, 96, 0x80, 60, 0, ...END]
    const slow = [0, 0xff, 0x51, 3, 0x0f, 0x42, 0x40, ...pattern]
    const { song } = await read(midiFile(2, [slow, pattern], 96))
    expect(song.header.tempos).toMatchObject([
      { ticks: 0, bpm: 60 },
      { ticks: 96, bpm: 120 },
    ])
    expect(song.tracks.map(({ notes: [note] }) => [note?.time, note?.duration])).toEqual([
      [0, 1],
      [1, 0.5],
    ])
  })

  it('counts 120 beats a minute until the first tempo, also in a note that lasts into it', async () => {
    const tempo = [96, 0xff, 0x51, 3, 0x0f, 0x42, 0x40]
    const track = [48, 0x90, 60, 64, ...tempo, 96, 0x80, 60, 0, ...END]
    const { song } = await read(midiFile(0, [track], 96))
    expect(song.header.tempos).toMatchObject([{ ticks: 144, bpm: 60 }])
    expect(song.tracks[0]?.notes).toMatchObject([{ ticks: 48, time: 0.25, duration: 0.5 + 1 }])
  })

  it('follows running status, also across a text', async () => {
    const track = [0, 0x90, 60, 64, 96, 60, 0, ...text(1, 'x'), 0, 62, 64, 96, 62, 0, ...END]
    const { song } = await read(midiFile(0, [track]))
    expect(song.tracks[0]?.notes.map(note => note.midi)).toEqual([60, 62])
  })
})

describe('what a song in JSON cannot carry', () => {
  it.each([
    ['system_exclusive', [0, 0xf0, 2, 0x7e, 0xf7]],
    ['aftertouch', [0, 0xd0, 5]],
    ['aftertouch', [0, 0xa0, 60, 5]],
    ['stray_note_offs', [0, 0x80, 60, 0]],
    ['endless_notes', [0, 0x90, 60, 64]],
    ['damaged_meta', [0, 0xff, 0x51, 3, 0, 0, 0]],
    ['damaged_meta', [0, 0xff, 0x51, 1, 9]],
    ['damaged_meta', [0, 0xff, 0x58, 4, 0, 2, 24, 8]],
    ['damaged_meta', [0, 0xff, 0x59, 2, 99, 0]],
    ['other_meta', text(2, 'Copyright by Ada')],
    ['other_meta', text(4, 'Nylon')],
    ['late_names', [...text(3, 'One'), ...text(3, 'Two')]],
    ['programs_unheard', [0, 0xc5, 12]],
    ['release_velocities', [0, 0x92, 60, 64, 1, 0x82, 60, 100]],
  ])('is reported: %s', async (code, event) => {
    const note = [0, 0x91, 60, 64, 96, 0x81, 60, 0]
    const reading = await read(midiFile(0, [[...event, ...note, ...END]]))
    expect(codes(reading)).toEqual([code])
    expect(reading.notes[0]?.message).toMatch(/: 1\.$/)
    expect(parseSong(JSON.parse(JSON.stringify(reading.song)))).toEqual(reading.song)
  })

  it('keeps the instruments of a song that changes them, as tracks, and says so', async () => {
    const note = (at: number) => [at, 0x90, 60, 64, 96, 0x80, 60, 0]
    const reading = await read(midiFile(0, [[0, 0xc0, 24, ...note(0), 0, 0xc0, 30, ...note(0), ...END]]))
    expect(reading.song.tracks.map(({ instrument, notes }) => [instrument.number, notes[0]?.ticks])).toEqual([
      [24, 0],
      [30, 96],
    ])
    expect(codes(reading)).toEqual(['programs_moved'])
  })

  it('says nothing of an instrument that is set twice, or set before the first note', async () => {
    const note = [0, 0x90, 60, 64, 96, 0x80, 60, 0]
    const twice = [0, 0xc0, 24, ...note, 0, 0xc0, 24, ...note, ...END]
    expect(codes(await read(midiFile(0, [twice])))).toEqual([])
  })

  it('names a change of instrument behind the last note, as a log may end with one', async () => {
    const note = [0, 0x90, 60, 64, 96, 0x80, 60, 0]
    const reading = await read(midiFile(0, [[...note, 0, 0xc0, 12, ...END]]))
    expect(reading.notes.map(({ message }) => message)).toEqual([
      'Program changes with no note after them were left out: 1.',
    ])
  })

  it('names tracks that hold nothing but a name', async () => {
    const reading = await read(
      midiFile(1, [
        [...text(3, 'Song'), ...END],
        [...text(3, 'by Ada'), ...END],
        [0, 0x90, 60, 64, 96, 0x80, 60, 0, ...END],
      ]),
    )
    expect(codes(reading)).toEqual(['empty_tracks'])
  })

  it('reads a time signature of two bytes, as some programs write it', async () => {
    const { song, notes } = await read(
      midiFile(0, [[0, 0xff, 0x58, 2, 6, 3, 0, 0x90, 60, 64, 96, 60, 0, ...END]]),
    )
    expect(song.header.timeSignatures).toMatchObject([{ ticks: 0, timeSignature: [6, 8] }])
    expect(notes).toEqual([])
  })

  it('names a track count that is wrong, padding, bytes behind the end, and a song without notes', async () => {
    const announced = Uint8Array.from([...header(1, 3, 96), ...chunk('MTrk', END)])
    expect(codes(await read(announced))).toEqual(['track_count', 'no_notes'])
    expect(codes(await read([...oneNote, 0, 0, 0]))).toEqual(['padding'])
    expect(codes(await read([...oneNote, ...Array<number>(64).fill(0)]))).toEqual(['padding'])
    expect(codes(await read(midiFile(0, [[...END, 1, 2]])))).toEqual(['after_end', 'no_notes'])
  })

  it('is not needed for notes without end: they stop where their pitch comes again', async () => {
    const { song } = await read(midiFile(0, [[0, 0x99, 38, 64, 96, 0x99, 38, 64, 96, 0xff, 0x2f, 0]]))
    expect(song.tracks[0]?.notes.map(note => note.durationTicks)).toEqual([96, 96])
  })
})

describe('a song in JSON', () => {
  const json = '{"header":{"name":"Prélude 前奏曲"},"tracks":[{"notes":[{"midi":64,"time":0,"duration":1}]}]}'

  it.each<[string, Uint8Array]>([
    ['UTF-8', new TextEncoder().encode(json)],
    ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${json}`)],
    ['UTF-16, as Windows saves it', utf16(`\ufeff${json}`, true)],
    ['UTF-16 the other way round', utf16(`\ufeff${json}`, false)],
    ['UTF-16 without a mark', utf16(json, true)],
    ['UTF-16 the other way round without a mark', utf16(json, false)],
  ])('is read in %s', async (_, bytes) => {
    const { song } = await read(bytes)
    expect(song.header.name).toBe('Prélude 前奏曲')
    expect(song.tracks[0]?.notes[0]?.midi).toBe(64)
  })
})

describe('a file that is not a song', () => {
  it.each<[string, readonly number[], string]>([
    ['nothing at all', [], 'midi_empty'],
    ['prose', [...new TextEncoder().encode('Dear diary, today')], 'not_midi'],
    ['the wrong first chunk', chunk('MTrk', END), 'not_midi'],
    ['film frames', [...header(0, 1, 0xe728), ...chunk('MTrk', END)], 'midi_smpte'],
    ['no ticks per beat', [...header(0, 1, 0), ...chunk('MTrk', END)], 'midi_bad_header'],
    ['format 3', [...header(3, 1, 96), ...chunk('MTrk', END)], 'midi_bad_header'],
    ['a short header', [...chunk('MThd', [0, 0, 0, 1]), ...chunk('MTrk', END)], 'midi_bad_header'],
    ['no track', header(0, 0, 96), 'midi_no_tracks'],
    [
      'a running status without status',
      [...header(0, 1, 96), ...chunk('MTrk', [0, 60, 64])],
      'midi_bad_event',
    ],
    ['a system message', [...header(0, 1, 96), ...chunk('MTrk', [0, 0xf2, 1, 2])], 'midi_bad_event'],
    ['an endless number', [...header(0, 1, 96), ...chunk('MTrk', [255, 255, 255, 255, 1])], 'midi_bad_event'],
    ['a velocity of 200', [...header(0, 1, 96), ...chunk('MTrk', [0, 0x90, 60, 200])], 'midi_bad_value'],
    ['an event cut by its track', [...header(0, 1, 96), ...chunk('MTrk', [0, 0x90, 60])], 'midi_cut_event'],
    [
      'a text cut by its track',
      [...header(0, 1, 96), ...chunk('MTrk', [0, 0xff, 1, 100, 65])],
      'midi_cut_event',
    ],
    ['cut JSON', [...new TextEncoder().encode('{"header":{')], 'song_cut'],
    ['other JSON', [...new TextEncoder().encode('{"a":1}')], 'not_a_song'],
    ['a list', [...new TextEncoder().encode('[1]')], 'not_a_song'],
    ...['null', ' true', '-1.5e3', '"Dear diary"'].map((json): [string, number[], string] => [
      `the JSON ${json}`,
      [...new TextEncoder().encode(json)],
      'not_a_song',
    ]),
    [
      'prose that begins like a value of JSON',
      [...new TextEncoder().encode('nothing but words')],
      'not_midi',
    ],
    ['other JSON in UTF-16', [...utf16('\ufeff{"a":1}', true)], 'not_a_song'],
    ['prose in UTF-16', [...utf16('\ufeffDear diary', true)], 'not_midi'],
    [
      'a song with a bad note',
      [...new TextEncoder().encode('{"tracks":[{"notes":[{"midi":200,"time":0}]}]}')],
      'bad_song',
    ],
  ])('says so: %s', async (_, bytes, code) => {
    const error = await errorOf(bytes)
    expect(error.code).toBe(code)
    expect(error.message).not.toContain('{{')
    expect(error.message).toMatch(/^[A-Z].*\.$/)
  })

  it('names the unknown chunk and its byte', async () => {
    const error = await errorOf([...oneNote, ...chunk('XFIH', [1, 2])])
    expect(error).toMatchObject({
      code: 'midi_unknown_chunk',
      values: { chunk: 'XFIH', byte: oneNote.length },
    })
    expect(error.message).toContain(`"XFIH" at byte ${oneNote.length}`)
  })

  it('names the byte at which the file ends', async () => {
    const error = await errorOf(oneNote.slice(0, -5))
    expect(error).toMatchObject({ code: 'midi_cut', values: { byte: 14, size: oneNote.length - 5 } })
  })

  it('is read at once where thousands of notes overlap', async () => {
    const ons = Array.from({ length: 40_000 }, (_, index) => [1, 0x90, index < 20_000 ? 60 : 61, 64]).flat()
    const offs = Array.from({ length: 40_000 }, (_, index) => [1, 0x80, index < 20_000 ? 61 : 60, 64]).flat()
    const { song } = await read(midiFile(0, [[...ons, ...offs, ...END]]))
    expect(song.tracks[0]?.notes).toHaveLength(40_000)
    expect(song.tracks[0]?.notes[0]).toMatchObject({ midi: 60, ticks: 1, durationTicks: 60_000 })
  })

  it('keeps a text of any length', async () => {
    const { song, notes } = await read(midiFile(0, [[...text(1, Array<number>(300_000).fill(65)), ...END]]))
    expect(song.header.meta[0]?.text).toHaveLength(300_000)
    expect(notes.map(({ code }) => code)).toEqual(['no_notes'])
  })

  it('is read with a quarter of a million events, and refused with one more', async () => {
    // What a song does not keep costs no memory: empty system-exclusive messages of three bytes, and the end of the track.
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
    const leftOut = notes.find(({ code }) => code === 'system_exclusive')
    expect(leftOut?.values.number).toBe(249_999)
    expect(await errorOf(withEvents(250_001))).toMatchObject({
      code: 'midi_too_many_events',
      values: { limit: 250_000 },
    })
  })

  it('is refused with more tracks than a header can announce', async () => {
    const withTracks = (tracks: number) =>
      Uint8Array.from([...header(1, 65_535, 480), ...Array<number[]>(tracks).fill(chunk('MTrk', [])).flat()])
    expect((await readSongFile(withTracks(65_535))).song.tracks).toEqual([])
    expect(await errorOf(withTracks(65_536))).toMatchObject({
      code: 'midi_too_many_tracks',
      values: { limit: 65_535 },
    })
  })

  it('is refused when it lasts for days', async () => {
    for (const ticks of [0x00ffffff, 0x0fffffff]) {
      const days = [...variableLength(ticks), 0x90, 60, 64, 1, 0x80, 60, 0, ...END]
      expect((await errorOf(midiFile(0, [days], 1))).code).toBe('midi_too_long')
    }
  })
})

describe('any bytes', () => {
  const rich = midiFile(1, [
    [
      ...text(3, 'Song'),
      0,
      0xff,
      0x51,
      3,
      7,
      0xa1,
      0x20,
      0,
      0xff,
      0x58,
      4,
      6,
      3,
      24,
      8,
      0,
      0xff,
      0x59,
      2,
      1,
      0,
      ...END,
    ],
    [0, 0xc0, 24, 0, 0xb0, 7, 100, 0, 0xe0, 0, 64, 0, 0x90, 60, 64, 10, 64, 64, 96, 60, 0, 0, 64, 0, ...END],
  ])

  /** A song that can be played to its end, or an error that says why not. */
  async function isReadOrExplained(bytes: Uint8Array): Promise<void> {
    const outcome = await readSongFile(bytes).catch((thrown: unknown) => thrown)
    if (outcome instanceof MidiFileError) return
    const { song } = outcome as SongReading
    expect(parseSong(song)).toEqual(song)
    for (const { atMs, bytes: message } of songEvents(song)) {
      expect(Number.isFinite(atMs) && atMs >= 0 && message.every(byte => byte >= 0 && byte <= 255)).toBe(true)
    }
  }

  it('are a song or an error when cut at every byte', async () => {
    for (let end = 0; end < rich.length; end += 1) await isReadOrExplained(rich.slice(0, end))
  })

  it('are a song or an error when any bit is flipped', async () => {
    for (let bit = 0; bit < rich.length * 8; bit += 1) {
      const damaged = rich.slice()
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await isReadOrExplained(damaged)
    }
  })

  it('are a song or an error when they are the content of a track', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 60 }), content =>
        isReadOrExplained(midiFile(0, [content], 96)),
      ),
      rounds(300),
    )
  })
})
