import { createEvent } from '../../core/events/event-bus.js'
import type { SentenceValues } from '../../core/platform/phrases.js'
import { createExtensionPoint, createToken } from '../../core/platform/token.js'
import { type Song } from '../../music/song/song.js'
import { type LooseSong } from '../../music/song/song-schema.js'

/** Maximum file size, bytes. The longest real songs are smaller than 2 MB. */
export const LARGEST_FILE_BYTES = 32 * 1024 * 1024

/** Increase this when a reader produces different notes, so that library songs can be reloaded. */
export const READERS = 2

export interface ReadingControl {
  /** Version of the readers. Default: the current one. Version 1 reads like Fretwork 1.2. */
  readonly reader?: number | undefined
  /** A format from a plugin finishes reading before the abort takes effect. */
  readonly signal?: AbortSignal | undefined
  /** Called with the progress, 0–1. */
  readonly onProgress?: ((portion: number) => void) | undefined
}

export interface SongRemark {
  readonly code: string
  /** English message with placeholders for `values`. */
  readonly sentence: string
  readonly values: SentenceValues
  readonly message: string
  /** Plugin that translates the message. Default: `midi-file`. */
  readonly source?: string
}

export interface SongReading {
  readonly song: Song
  readonly notes: readonly SongRemark[]
}

export interface SongTrackView {
  readonly index: number
  readonly name: string
  readonly instrument: string
  readonly notes: number
  /** 1–16. */
  readonly channel: number
  readonly playable: boolean
}

/** Credits from the file or the user. An empty string means that the user cleared the field. */
export interface SongCredits {
  readonly artist?: string
  readonly album?: string
  readonly arranger?: string
}

export interface SongSummary extends SongCredits {
  readonly title: string
  /** Identifies a song by its notes, regardless of the file name. Example: `b4e1c2d0-312`. */
  readonly key: string
  readonly lengthMs: number
  readonly tracks: readonly SongTrackView[]
  readonly notes: readonly SongRemark[]
}

/**
 * @param name file name, for formats that are recognized only by extension
 * @throws SentenceError
 */
export type ReadSong = (bytes: Uint8Array, name?: string, control?: ReadingControl) => Promise<SongReading>

export interface SongReader {
  readonly read: ReadSong
  /** English names of the 128 General MIDI programs, translated by `midi-file`. */
  readonly programNames: readonly string[]
  /** Returns only a summary, so that the page doesn't keep the notes in memory. */
  summarize(bytes: Uint8Array, name?: string, control?: ReadingControl): Promise<SongSummary>
  summaryOf(reading: SongReading, name: string): SongSummary
  /** Returns a stored remark in the current wording. */
  reworded(note: SongRemark): SongRemark
  /**
   * Returns the MIDI file without its damaged parts.
   * @throws SentenceError if it can't be repaired
   */
  repair(bytes: Uint8Array, name?: string): Promise<RepairedSong>
  endings(): Promise<readonly string[]>
  /** @throws MidiFileError `format_not_written` */
  write(song: Song, ending: string, options?: SongWritingOptions): Promise<Uint8Array>
}

export interface RepairedSong {
  readonly bytes: Uint8Array
  readonly notes: readonly SongRemark[]
}

export interface SongWritingOptions {
  /** In the format's notation, such as `1/16`. */
  readonly grid?: string | undefined
}

/** Reads songs from files in any format. */
export const SONG_READER = createToken<SongReader>('midi-file.reader')

export interface ExportedSong {
  readonly name: string
  readonly content: string | Uint8Array
  readonly notes: readonly SongRemark[]
}

export interface SongExporter {
  /** @param format built-in format, or the extension of a plugin's format: `.musicxml` */
  save(song: Song, title: string, format: 'midi' | 'json' | `.${string}`): Promise<ExportedSong>
  saveFile(name: string, content: Uint8Array): Promise<ExportedSong>
}

export const SONG_EXPORTER = createToken<SongExporter>('midi-file.exporter', { permission: 'files' })

export interface SongFormatReading {
  /** Missing values are filled with defaults, as in JSON songs. */
  readonly song: LooseSong
  /** Set if `parseSong` returned the song, which is then not validated again. */
  readonly isComplete?: boolean
  /** English messages with placeholders. The plugin translates them. */
  readonly remarks?: readonly { readonly sentence: string; readonly values?: SentenceValues }[]
}

export interface SongFormat {
  readonly id: string
  readonly title: string
  /** Lowercase extensions with the dot: `.notes`. */
  readonly extensions: readonly string[]
  /** Detects the format from the content. If missing, the extension decides. Not called for MIDI files. */
  looksLike?(bytes: Uint8Array): boolean
  /**
   * @param reader version of the readers; ignored by formats with only one
   * @throws SentenceError or FretworkError with a message for the user
   */
  read(bytes: Uint8Array, reader?: number): SongFormatReading | Promise<SongFormatReading>
  readonly writes?: readonly string[]
  /** @throws SentenceError */
  write?(song: Song, ending: string, options: SongWritingOptions): Promise<Uint8Array>
}

/**
 * Formats for reading and writing songs.
 * @example
 * extend(SONG_FORMATS, {
 * ...{ id: 'lines', title: 'Lines', extensions: ['.lines'] },
 * read: () => ({ song: { tracks: [{ notes: [{ midi: 64, time: 0, duration: 0.5 }] }] } }),
 * })
 */
export const SONG_FORMATS = createExtensionPoint<SongFormat>('midi-file.formats')

/** Emitted before reading. Reading waits for plugins with `activateOn: ['event:midi-file.song-wanted']`. */
export const SONG_WANTED = createEvent<undefined>('midi-file.song-wanted')
