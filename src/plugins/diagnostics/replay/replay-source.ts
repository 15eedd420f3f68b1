import {
  LOG_FORMAT,
  type LogFile,
  type LogHeader,
  type LogSettings,
  logStateMessages,
  readLogFile,
} from '../../../music/midi/log-file.js'
import type { MidiEvent } from '../../../music/midi/midi-event.js'
import { timeOfDay } from '../../../music/midi/midi-event.js'
import { type Song, songLengthMs } from '../../../music/song/song.js'
import { songEvents } from '../../../music/song/song-events.js'
import type { Technique } from '../../../music/song/techniques.js'

export interface ReplayEvent extends Pick<MidiEvent, 'raw' | 'portId' | 'at' | 'time'> {
  readonly key?: number | undefined
  readonly string?: number | undefined
  /** Track index in a song, from 0. */
  readonly track?: number | undefined
  /** Index of the note in its track; lost when a source is edited. */
  readonly noteIndex?: number | undefined
  /** Playing techniques of a song's note-on. */
  readonly techniques?: readonly Technique[] | undefined
}

export interface ReplaySource {
  readonly kind: 'song' | 'log'
  readonly song?: Song
  readonly name: string
  /** Bends, controllers and notes in effect before a log's first event. */
  readonly state: readonly ReplayEvent[]
  readonly events: readonly ReplayEvent[]
  /** Start time, on the same clock as the events' `at`. */
  readonly startMs: number
  readonly lengthMs: number
  readonly tracks: readonly { readonly name: string }[]
  readonly header?: LogHeader
  /** Settings when the log was exported. They determine note names and octaves. */
  readonly settings?: LogSettings
  /** Set if the header no longer matches the first event. */
  readonly edited?: boolean
  /** English messages about unreadable parts. */
  readonly notes: readonly string[]
}

export const SONG_PORT = 'file'

export function fromSong(song: Song, notes: readonly string[] = []): ReplaySource {
  const events = songEvents(song).map(({ atMs, bytes, track, note, techniques }) => ({
    raw: bytes,
    portId: SONG_PORT,
    at: atMs,
    time: timeOfDay(atMs),
    ...{ track, noteIndex: note, techniques },
  }))
  return {
    kind: 'song',
    song,
    name: song.header.name,
    state: [],
    events,
    startMs: 0,
    lengthMs: songLengthMs(song),
    tracks: song.tracks.map(({ name }) => ({ name })),
    notes,
  }
}

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
  // State messages have no keys in the log, so use unique negative ones.
  const messages = logStateMessages(state).map((message, index) => ({
    ...message,
    at,
    time,
    key: -1 - index,
  }))
  return [...messages, ...state.held]
}

const DRUMS = 9

/** Returns the same key for a note-on and its note-off. */
export function noteKey({ raw, portId }: Pick<ReplayEvent, 'raw' | 'portId'>): string {
  return `${portId} ${(raw[0] ?? 0) & 15} ${raw[1]}`
}

/** Transposes notes and polyphonic aftertouch. Returns `undefined` if the pitch is outside 0–127. */
export function transposed(raw: readonly number[], semitones: number): readonly number[] | undefined {
  const [status = 0, note = 0, ...rest] = raw
  const kind = status >> 4
  if (kind < 0x8 || kind > 0xa || (status & 15) === DRUMS) return raw
  const moved = note + semitones
  return moved >= 0 && moved <= 127 ? [status, moved, ...rest] : undefined
}

export type ReadSong = (
  bytes: Uint8Array,
  name?: string,
) => Promise<{ readonly song: Song; readonly notes: readonly { readonly message: string }[] }>

const HEAD_BYTES = 4096

/**
 * Opens a file, detecting its format by content.
 *
 * @param name file name, for formats that can only be detected by extension
 * @throws LogFileError, and errors from `readSong`
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

function isLog(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)).trimStart()
  if (!head.startsWith('{')) return false
  return head.includes(`"${LOG_FORMAT}"`) || (/"kind"\s*:/.test(head) && /"raw"\s*:/.test(head))
}
