/** What can be replayed: a MIDI file, a song in JSON, or an exported log. Its content says which, not its name. */
import {
  LOG_FORMAT,
  type LogFile,
  type LogHeader,
  type LogSettings,
  logStateMessages,
  readLogFile,
} from '../../core/music/midi/log-file.js'
import type { MidiEvent } from '../../core/music/midi/midi-event.js'
import { type Song, songLengthMs } from '../../core/music/song/song.js'
import { songEvents } from '../../core/music/song/song-events.js'
import { timeOfDay } from '../../core/music/song/time-of-day.js'

/** One message and what is known of it. A logged MidiEvent is one. */
export interface ReplayEvent extends Pick<MidiEvent, 'raw' | 'portId' | 'at' | 'time'> {
  readonly key?: number | undefined
  readonly string?: number | undefined
  /** Of a song: which of its tracks it comes from, from 0. */
  readonly track?: number | undefined
}

export interface ReplaySource {
  readonly kind: 'song' | 'log'
  /** Name of the song; empty where there is none. */
  readonly name: string
  /** What held before the first event of a log: bends, controllers and notes. Not part of the log itself. */
  readonly state: readonly ReplayEvent[]
  readonly events: readonly ReplayEvent[]
  /** The clock time (`at`) at which the replay begins. */
  readonly startMs: number
  readonly lengthMs: number
  /** Of a song; a log has none. */
  readonly tracks: readonly { readonly name: string }[]
  /** Everything in a log but its events. */
  readonly header?: LogHeader
  /** Settings in force when the log was exported; they decide names and octaves. */
  readonly settings?: LogSettings
  /** It is not as it was opened: what its header says of its beginning holds no more. */
  readonly edited?: boolean
  /** For the user, in English: what could not be read. */
  readonly notes: readonly string[]
}

/** The port name of what comes from a song. */
export const SONG_PORT = 'file'

/** A song replays on one port, its times counted from 00:00:00:000. */
export function fromSong(song: Song, notes: readonly string[] = []): ReplaySource {
  const events = songEvents(song).map(({ atMs, bytes, track }) => ({
    raw: bytes,
    portId: SONG_PORT,
    at: atMs,
    time: timeOfDay(atMs),
    track,
  }))
  return {
    kind: 'song',
    name: song.header.name,
    state: [],
    events,
    startMs: 0,
    lengthMs: songLengthMs(song),
    tracks: song.tracks.map(({ name }) => ({ name })),
    notes,
  }
}

/** A log replays with its own times, keys and ports. */
export function fromLog(log: LogFile): ReplaySource {
  const first = log.events[0]
  const startMs = first?.at ?? 0
  const lengthMs = log.events.reduce((last, event) => Math.max(last, event.at), startMs) - startMs
  const state = stateOf(log, startMs, first?.time ?? timeOfDay(0))
  return {
    kind: 'log',
    name: '',
    state,
    events: log.events,
    startMs,
    lengthMs,
    tracks: [],
    header: headerOf(log),
    settings: log.settings,
    notes: [],
  }
}

function headerOf({ events: _events, ...header }: LogFile): LogHeader {
  return header
}

function stateOf({ state }: LogFile, at: number, time: string): ReplayEvent[] {
  // Controllers and bends weren't logged as events and have no keys; negative ones are unique.
  const messages = logStateMessages(state).map((message, index) => ({
    ...message,
    at,
    time,
    key: -1 - index,
  }))
  return [...messages, ...state.held]
}

const DRUMS = 9

/** The same for a note-on and its note-off. */
export function noteKey({ raw, portId }: Pick<ReplayEvent, 'raw' | 'portId'>): string {
  return `${portId} ${(raw[0] ?? 0) & 15} ${raw[1]}`
}

/** Notes and their pressure moved by semitones; `undefined` where they would leave 0–127. */
export function transposed(raw: readonly number[], semitones: number): readonly number[] | undefined {
  const [status = 0, note = 0, ...rest] = raw
  const kind = status >> 4
  if (kind < 0x8 || kind > 0xa || (status & 15) === DRUMS) return raw
  const moved = note + semitones
  return moved >= 0 && moved <= 127 ? [status, moved, ...rest] : undefined
}

/** Reads a song in any format that is known: what the midi-file plugin provides. */
export type ReadSong = (
  bytes: Uint8Array,
  name?: string,
) => Promise<{ readonly song: Song; readonly notes: readonly { readonly message: string }[] }>

/** How far into a file the format of a log is looked for: in ours it comes first. */
const HEAD_BYTES = 4096

/**
 * Opens what is in a file.
 *
 * @param name of the file: some formats are known by its ending only
 * @throws LogFileError for a damaged or newer log, and what `readSong` throws for anything else.
 */
export async function openReplay(
  bytes: Uint8Array,
  readSong: ReadSong,
  name?: string,
): Promise<ReplaySource> {
  if (isLog(bytes)) return fromLog(readLogFile(new TextDecoder().decode(bytes)))
  const { song, notes } = await readSong(bytes, name)
  return fromSong(
    song,
    notes.map(note => note.message),
  )
}

/** JSON that says it is a log, or lines of JSON that are logged events. */
function isLog(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)).trimStart()
  if (!head.startsWith('{')) return false
  return head.includes(`"${LOG_FORMAT}"`) || (/"kind"\s*:/.test(head) && /"raw"\s*:/.test(head))
}
