/** A song as it is open: its tracks, its bars, why a file is none, and what is told of it. */
import { createEvent } from '../../../core/events/event-bus.js'
import type { Song } from '../../../core/music/song/song.js'
import type { SentenceValues } from '../../../core/platform/sentence.js'
import type { SongRemark } from '../midi-file-error.js'

/** Port name of what the open song plays. */
export const SONG_PORT = 'song'

/** A file as the user hands it over; its bytes are only fetched when they are wanted. */
export interface SongFile {
  readonly name: string
  /** In bytes. */
  readonly size: number
  bytes(): Promise<Uint8Array>
}

export interface SongTrackView {
  /** Place in the song, from 0. */
  readonly index: number
  /** As the file has it; empty where it has none. */
  readonly name: string
  /** English name of the instrument, translated where it is shown. */
  readonly instrument: string
  readonly notes: number
  /** 1–16. */
  readonly channel: number
  /** Whether it can be shown on a neck: it holds notes, and they are no drums. */
  readonly playable: boolean
}

/** Bar and beat, both from 1. */
export interface SongPlace {
  readonly bar: number
  readonly beat: number
}

export interface OpenSong {
  /** Knows the song again by its notes, whatever its file is called. */
  readonly key: string
  readonly title: string
  readonly song: Song
  readonly tracks: readonly SongTrackView[]
  /** For the user: what could not be kept. Their sentences are translated with the words of their source, or of this plugin. */
  readonly notes: readonly SongRemark[]
  readonly lengthMs: number
  /** Number of its last bar. */
  readonly bars: number
  placeAt(ms: number): SongPlace
  /** When a bar begins, in milliseconds, also the one behind the last. @param bar from 1 */
  barStart(bar: number): number
}

/** Why the last file was not opened. */
export interface SongProblem {
  readonly file: string
  readonly code: string
  /** English sentence with gaps, the key of its translation. */
  readonly sentence: string
  readonly values: SentenceValues
  /** The plugin whose words translate it; this one unless given. */
  readonly source?: string
}

export const SONG_OPENED = createEvent<OpenSong>('midi-file.song-opened')

export const SONG_CLOSED = createEvent<undefined>('midi-file.song-closed')

/** Whether it plays now. */
export const SONG_PLAYING = createEvent<boolean>('midi-file.song-playing')
