import { jsonProblem, parsedJson } from '../../../core/platform/json.js'
import { SentenceError } from '../../../core/platform/phrases.js'
import { LOG_FORMAT, type LogFile, LogFileError, readLogFile } from '../../../music/midi/log-file.js'
import { logAsMidiFile } from '../../../music/midi/log-midi-file.js'
import { parseSong, type Song, SongError } from '../../../music/song/song.js'
import { decodeText } from '../../../music/song/text-encoding.js'
import { MidiFileError, type MidiFileErrorCode, midiFileNote } from '../midi-file-error.js'
import { type Readings, readingsOf } from '../song-summary.js'
import type { ReadingControl, SongReading } from '../tokens.js'
import { MOST_EVENTS, readMidiFile } from './read-midi-file.js'

const TOO_MUCH = new Set<MidiFileErrorCode>([
  ...(['midi_too_large', 'midi_too_many_events', 'midi_too_many_tracks', 'midi_too_long'] as const),
])
const LOG_WORDS = 'diagnostics'
/** Maximum length of a log's header, which contains the format name, in characters. */
const LONGEST_LOG_HEAD = 4096

type OnProgress = (portion: number) => void

/**
 * Detects the format by content, ignoring the file name.
 * @throws SentenceError
 */
export async function readSongFile(
  bytes: Uint8Array,
  _name?: string,
  { onProgress = () => undefined, reader }: ReadingControl = {},
): Promise<SongReading> {
  const json = jsonText(bytes)
  if (json !== undefined) return readSongJson(json, onProgress)
  try {
    return await readMidiFile(withoutContainer(bytes), onProgress, reader)
  } catch (thrown) {
    throw thrown instanceof MidiFileError ? await withRepair(thrown, bytes) : thrown
  }
}

/** Adds `repairedNotes`, the number of notes that a repair would keep. */
async function withRepair(error: MidiFileError, bytes: Uint8Array): Promise<MidiFileError> {
  if (TOO_MUCH.has(error.code)) return error
  const { repairMidiFile } = await import('./repair-midi-file.js')
  const { kept: repairedNotes } = (await repairMidiFile(bytes)) ?? {}
  return repairedNotes ? new MidiFileError(error.code, { ...error.values, repairedNotes }) : error
}

/** In a worker, only requested results are copied back to the page. */
export async function readOwn<W extends keyof Readings>(
  wanted: W,
  bytes: Uint8Array,
  name: string,
  onProgress?: OnProgress,
  reader?: number,
): Promise<Readings[W]> {
  return readingsOf(await readSongFile(bytes, name, { onProgress, reader }), name)[wanted]
}

async function readSongJson(text: string, onProgress: OnProgress): Promise<SongReading> {
  if (text.slice(0, LONGEST_LOG_HEAD).includes(`"${LOG_FORMAT}"`)) return readLog(text, onProgress)
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

/** Bytes searched for the first letter. */
const HEAD = 1024
const OTHER_VALUES = /["\-\dtfn]/

/** Decodes the text, in any encoding, if it looks like a JSON object or list. */
function jsonText(bytes: Uint8Array): string | undefined {
  const encoding = wideEncoding(bytes)
  const head = bytes.subarray(0, HEAD)
  const first = firstLetter(encoding ? new TextDecoder(encoding).decode(head) : String.fromCharCode(...head))
  const isSong = first === '{' || first === '['
  if (!isSong && !OTHER_VALUES.test(first)) return undefined
  const text = encoding ? new TextDecoder(encoding).decode(bytes) : decodeText(bytes).replace(/^\ufeff/, '')
  return isSong || parsedJson(text) !== undefined ? text : undefined
}

/** Detects UTF-16 by its byte order mark, or by zeros in every other byte. */
function wideEncoding([a, b, c, d]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a && b === 0 && c && d === 0) return 'utf-16le'
  return a === 0 && b && c === 0 && d ? 'utf-16be' : undefined
}

/** Skips whitespace and the byte order mark, which has three bytes in UTF-8. */
function firstLetter(head: string): string {
  return head.replace(/^[\s\ufeff\u00ef\u00bb\u00bf]+/, '').charAt(0)
}

const HEAD_BYTES = 8

/**
 * Extracts the `data` chunk of an RMID file (RP-029). Returns other files unchanged.
 * @throws MidiFileError
 */
function withoutContainer(bytes: Uint8Array): Uint8Array {
  const nameAt = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
  if (nameAt(0) !== 'RIFF' || nameAt(8) !== 'RMID') return bytes
  const { buffer, byteOffset, length: size } = bytes
  const view = new DataView(buffer, byteOffset, size)
  for (let at = 12; at + HEAD_BYTES <= size; ) {
    const length = view.getUint32(at + 4, true)
    const end = at + HEAD_BYTES + length
    if (end > size) throw new MidiFileError('midi_cut', { byte: at, length: HEAD_BYTES + length, size })
    if (nameAt(at) === 'data') return bytes.subarray(at + HEAD_BYTES, end)
    at = end + (length % 2)
  }
  throw new MidiFileError('midi_no_tracks')
}
