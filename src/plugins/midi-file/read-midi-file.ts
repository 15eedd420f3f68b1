/** From the bytes of a file to a song: a MIDI file, or a song in JSON. Which one it is, its content says. */

import { LOG_FORMAT } from '../../core/music/log-file.js'
import { parseSong, type Song, SongError } from '../../core/music/song.js'
import { tempoMap } from '../../core/music/tempo-map.js'
import { readChunks } from './chunks.js'
import { cleanFile } from './clean-file.js'
import { MidiFileError, type SongRemark } from './midi-file-error.js'
import { decodeText } from './text-encoding.js'
import { parseWithLibrary } from './tonejs-midi.js'

export interface SongReading {
  readonly song: Song
  /** For the user: what the song in JSON cannot carry, and what was put right. */
  readonly notes: readonly SongRemark[]
}

/**
 * Reads a song from a `.mid` or from JSON, whatever the file is called.
 *
 * @throws MidiFileError
 */
export async function readSongFile(bytes: Uint8Array): Promise<SongReading> {
  return firstLetter(bytes) === '{' || firstLetter(bytes) === '[' ? readSongJson(bytes) : readMidiFile(bytes)
}

/**
 * Reads a MIDI file of format 0, 1 or 2. Times come out finite and within 24 hours, notes within MIDI's ranges.
 *
 * @throws MidiFileError with the byte at which the file is damaged, where there is one.
 */
export async function readMidiFile(bytes: Uint8Array): Promise<SongReading> {
  const { bytes: clean, parts, notes } = cleanFile(bytes, readChunks(bytes))
  const json = await parseWithLibrary(clean)
  if (json.tracks.length !== parts.length) {
    throw new MidiFileError('midi_unreadable', { reason: 'tracks were lost' })
  }
  for (const [index, track] of json.tracks.entries()) {
    const part = parts[index]
    if (!part) continue
    // The library takes the channel from the notes, and leaves a track without notes on the first channel.
    track.channel = part.channel
    track.name = readable(track.name)
  }
  json.header.name = readable(json.header.name)
  for (const meta of json.header.meta) meta.text = readable(meta.text)
  const song = checkedFile(json)
  const tempo = tempoMap(song.header.tempos, song.header.ppq)
  for (const [index, { polyMode }] of parts.entries()) {
    const changes = polyMode.map(change => ({ number: 127, time: tempo.secondsAt(change.ticks), ...change }))
    const track = song.tracks[index]
    if (track && changes.length > 0) track.controlChanges['127'] = changes
  }
  return { song, notes }
}

function readSongJson(bytes: Uint8Array): SongReading {
  let json: unknown
  try {
    json = JSON.parse(decodeText(bytes).replace(/^\ufeff/, ''))
  } catch (cause) {
    throw new MidiFileError('song_broken_json', {}, { cause })
  }
  if (isLog(json)) throw new MidiFileError('log_no_song')
  return { song: checked(json), notes: [] }
}

function isLog(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'format' in json && json.format === LOG_FORMAT
}

/** In a MIDI file whose bytes are sound, a time that a song cannot have is one beyond 24 hours. */
function checkedFile(json: unknown): Song {
  try {
    return checked(json)
  } catch (thrown) {
    const path = thrown instanceof MidiFileError ? String(thrown.values.path) : ''
    if (/\.(time|duration)$/.test(path)) throw new MidiFileError('midi_too_long', {}, { cause: thrown })
    throw thrown
  }
}

function checked(json: unknown): Song {
  const song = parseSong(json)
  if (song instanceof SongError) throw new MidiFileError(song.code, { path: song.path }, { cause: song })
  return song
}

/** The library gives a text as one character per byte. */
function readable(text: string): string {
  return decodeText(Uint8Array.from(text, character => character.charCodeAt(0)))
}

/** The first character that is not white space or a byte order mark, from the beginning of a file. */
function firstLetter(bytes: Uint8Array): string {
  for (const byte of bytes.subarray(0, 1024)) {
    const isSpace = byte === 32 || (byte >= 9 && byte <= 13)
    const isByteOrderMark = byte === 0xef || byte === 0xbb || byte === 0xbf
    if (!isSpace && !isByteOrderMark) return String.fromCharCode(byte)
  }
  return ''
}
