/** From the bytes of a file to a song: a MIDI file, or a song in JSON. Which one it is, its content says. */

import { LOG_FORMAT, type LogFile, LogFileError, readLogFile } from '../../../core/music/midi/log-file.js'
import { logAsMidiFile } from '../../../core/music/midi/log-midi-file.js'
import { parseSong, type Song, SongError } from '../../../core/music/song/song.js'
import { tempoMap } from '../../../core/music/song/tempo-map.js'
import { SentenceError } from '../../../core/platform/sentence-error.js'
import { MidiFileError, midiFileNote } from '../midi-file-error.js'
import type { ReadingControl, SongReading } from '../tokens.js'
import { readChunks } from './chunks.js'
import { cleanFile } from './clean-file.js'
import { jsonText } from './json-text.js'
import { decodeText } from './text-encoding.js'
import { parseWithLibrary } from './tonejs-midi.js'

/** Words about logs are the replay's. */
const LOG_WORDS = 'replay'
/** Characters: the format stands first, whoever writes it. */
const LONGEST_LOG_HEAD = 4096

/** Told how much of the work is done, 0–1; each step by itself may take a while. */
export type OnProgress = (portion: number) => void

/** How far each step of reading a MIDI file leads, as long files take it. */
const STEPS = { events: 0.15, written: 0.3, parsed: 0.8, checked: 0.95 } as const

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

/**
 * Reads a MIDI file of format 0, 1 or 2. Times come out finite and within 24 hours, notes within MIDI's ranges.
 *
 * @throws MidiFileError with the byte at which the file is damaged, where there is one.
 */
export async function readMidiFile(
  bytes: Uint8Array,
  onProgress: OnProgress = () => undefined,
): Promise<SongReading> {
  const {
    bytes: clean,
    parts,
    notes,
    hasAddedTempo,
  } = cleanFile(bytes, readChunks(bytes), portion => onProgress(portion * STEPS.events))
  onProgress(STEPS.written)
  const json = await parseWithLibrary(clean)
  onProgress(STEPS.parsed)
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
  if (hasAddedTempo) json.header.tempos.shift()
  for (const meta of json.header.meta) meta.text = readable(meta.text)
  const song = checkedFile(json)
  const tempo = tempoMap(song.header.tempos, song.header.ppq)
  for (const [index, { polyMode }] of parts.entries()) {
    const changes = polyMode.map(change => ({ number: 127, time: tempo.secondsAt(change.ticks), ...change }))
    const track = song.tracks[index]
    if (track && changes.length > 0) track.controlChanges['127'] = changes
  }
  onProgress(STEPS.checked)
  return { song, notes }
}

async function readSongJson(text: string, onProgress: OnProgress): Promise<SongReading> {
  if (isLog(text)) return readLog(text, onProgress)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new MidiFileError('song_broken_json', {}, { cause })
  }
  onProgress(STEPS.parsed)
  const song = checked(json)
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
