/** Reading a song from bytes, in our formats and in those that plugins add. */
import { createEvent } from '../../../core/events/event-bus.js'
import { createExtensionPoint, createToken } from '../../../core/kernel/services/token.js'
import type { LooseSong } from '../../../core/music/song/song.js'
import type { SentenceValues } from '../../../core/platform/sentence.js'
import type { SongReading } from '../read-midi-file.js'
import type { ReadingControl } from '../reading-control.js'
import type { OpenSong } from './song.js'

/**
 * Reads a MIDI file, a song in JSON, an exported log, or a format that a plugin adds; in a browser, our own formats
 * in a worker.
 *
 * @param name of the file, where it has one: some formats are known by its ending only
 * @throws SentenceError
 */
export type SongReader = (bytes: Uint8Array, name?: string, control?: ReadingControl) => Promise<SongReading>

/** What a format makes of a file. */
export interface SongFormatReading {
  /**
   * As in a song's JSON; what may be left out is filled in.
   * @example { tracks: [{ notes: [{ midi: 64, time: 0, duration: 0.5 }] }] }
   */
  readonly song: LooseSong
  /** For the user: what could not be kept. English sentences with gaps; the plugin's words translate them. */
  readonly remarks?: readonly { readonly sentence: string; readonly values?: SentenceValues }[]
}

/** A kind of file that a plugin can read as a song: in the dialog, by a drop, and in a replay without a screen. */
export interface SongFormat {
  readonly id: string
  /** Plain English: what such a file is called. */
  readonly title: string
  /** Endings of its files, with the dot and in lower case: `.notes`. */
  readonly extensions: readonly string[]
  /** Whether a file is one, by its content. Without it the ending decides. MIDI files are never asked about. */
  looksLike?(bytes: Uint8Array): boolean
  /** @throws SentenceError (or FretworkError) with one sentence for the user: where the file is wrong, what to do */
  read(bytes: Uint8Array): SongFormatReading | Promise<SongFormatReading>
}

/** Plain data, which a worker can send. */
export type SongSummary = Pick<OpenSong, 'title' | 'lengthMs' | 'tracks' | 'notes'>

export interface SongArrival {
  readonly summary: SongSummary
  /** In the page, half a million notes take a while to come into being: only who plays them needs them. */
  reading(): Promise<SongReading>
}

/** The formats that are there, and reading by the one that fits. */
export interface SongFormats {
  /** Endings for the file dialog, those of plugins behind ours. */
  endings(): Promise<readonly string[]>
  /** Reads a file without bringing all of its notes into the page. */
  arrive(bytes: Uint8Array, name?: string, control?: ReadingControl): Promise<SongArrival>
  readonly read: SongReader
}

export const SONG_READER = createToken<SongReader>('midi-file.reader')

/** The plugin's own. */
export const SONG_FORMAT_LIST = createToken<SongFormats>('midi-file.format-list')

export const SONG_FORMATS = createExtensionPoint<SongFormat>('midi-file.formats')

/**
 * A file is about to be chosen or read, one that is no MIDI file. A plugin with a format needs no other reason
 * to start: `activateOn: ['event:midi-file.song-wanted']`; reading waits for it.
 */
export const SONG_WANTED = createEvent<undefined>('midi-file.song-wanted')
