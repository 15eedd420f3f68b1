/** From the bytes of a file to a song: a MIDI file, a song in JSON or an exported log, by its content. */

import { LOG_FORMAT, type LogFile, LogFileError, readLogFile } from '../../../core/music/midi/log-file.js'
import { logAsMidiFile } from '../../../core/music/midi/log-midi-file.js'
import { parseSong, type Song, SongError } from '../../../core/music/song/song.js'
import { jsonProblem } from '../../../core/platform/json-problem.js'
import { SentenceError } from '../../../core/platform/sentence-error.js'
import { MidiFileError, midiFileNote } from '../midi-file-error.js'
import { type Readings, readingsOf } from '../song-summary.js'
import type { ReadingControl, SongReading } from '../tokens.js'
import { MOST_EVENTS, readMidiFile } from './read-midi-file.js'
import { decodeText } from './text-encoding.js'

/** Sentences about logs belong to the replay. */
const LOG_WORDS = 'replay'
/** Characters: the format is named at the top. */
const LONGEST_LOG_HEAD = 4096

type OnProgress = (portion: number) => void

/**
 * Reads a song from a `.mid`, from JSON, or from an exported log, whatever the file is called.
 *
 * @throws SentenceError
 */
export async function readSongFile(
  bytes: Uint8Array,
  _name?: string,
  { onProgress = () => undefined }: ReadingControl = {},
): Promise<SongReading> {
  const json = jsonText(bytes)
  return json === undefined ? readMidiFile(bytes, onProgress) : readSongJson(json, onProgress)
}

/** What is wanted of the reading, alone: in a worker, the rest is not copied into the page. */
export async function readOwn<W extends keyof Readings>(
  wanted: W,
  bytes: Uint8Array,
  name: string,
  onProgress?: OnProgress,
): Promise<Readings[W]> {
  return readingsOf(await readSongFile(bytes, name, { onProgress }), name)[wanted]
}

async function readSongJson(text: string, onProgress: OnProgress): Promise<SongReading> {
  if (isLog(text)) return readLog(text, onProgress)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    const { isCut, byte } = jsonProblem(text)
    throw new MidiFileError(isCut ? 'song_cut' : 'song_broken_json', { byte }, { cause })
  }
  onProgress(0.5)
  const song = checked(json)
  const events = song.tracks.reduce((sum, { notes }) => sum + 2 * notes.length, 0)
  if (events > MOST_EVENTS) throw new MidiFileError('midi_too_many_events', { limit: MOST_EVENTS })
  return {
    song,
    notes: song.tracks.some(track => track.notes.length > 0) ? [] : [midiFileNote('no_notes', {})],
  }
}

/** Its head names the format, also where a list of events follows on lines of their own. */
function isLog(text: string): boolean {
  return text.slice(0, LONGEST_LOG_HEAD).includes(`"${LOG_FORMAT}"`)
}

/** What was played, as the file that the log can be exported as holds it. */
async function readLog(text: string, onProgress: OnProgress): Promise<SongReading> {
  const { bytes, leftOut } = logAsMidiFile(logFrom(text), portId => portId)
  const { song, notes } = await readMidiFile(bytes, onProgress)
  return { song, notes: leftOut === 0 ? notes : [...notes, midiFileNote('log_ends', { number: leftOut })] }
}

function logFrom(text: string): LogFile {
  try {
    return readLogFile(text)
  } catch (thrown) {
    if (!(thrown instanceof LogFileError)) throw thrown
    const { code, sentence, values } = thrown
    throw new SentenceError(code, sentence, values, { source: LOG_WORDS, cause: thrown })
  }
}

function checked(json: unknown): Song {
  const song = parseSong(json)
  if (song instanceof SongError) throw new MidiFileError(song.code, { path: song.path }, { cause: song })
  return song
}

/** So far into a file, in bytes, is looked for its first letter. */
const HEAD = 1024
/** How a value other than an object or a list begins: `null`, `true`, a number, a text. */
const OTHER_VALUES = /["\-\dtfn]/

/**
 * The text in whichever encoding it was saved: of a file that begins like an object or a list, whether it is whole
 * or not, or that is any other value of JSON.
 */
function jsonText(bytes: Uint8Array): string | undefined {
  const encoding = wideEncoding(bytes)
  const head = bytes.subarray(0, HEAD)
  const first = firstLetter(encoding ? new TextDecoder(encoding).decode(head) : asLetters(head))
  const isSong = first === '{' || first === '['
  if (!isSong && !OTHER_VALUES.test(first)) return undefined
  const text = encoding ? new TextDecoder(encoding).decode(bytes) : decodeText(bytes).replace(/^\ufeff/, '')
  return isSong || isJson(text) ? text : undefined
}

/** UTF-16, as Windows PowerShell and some editors save: by its mark, or by a zero in every other byte. */
function wideEncoding([a, b, c, d]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a && b === 0 && c && d === 0) return 'utf-16le'
  return a === 0 && b && c === 0 && d ? 'utf-16be' : undefined
}

function asLetters(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

/** The first character that is not white space or a byte order mark, which in UTF-8 is three letters here. */
function firstLetter(head: string): string {
  return head.replace(/^[\s\ufeff\u00ef\u00bb\u00bf]+/, '').charAt(0)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // Text that only begins like a value.
    return false
  }
}
