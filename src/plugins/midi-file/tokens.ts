import { createEvent } from '../../core/events/event-bus.js'
import { type Song } from '../../core/music/song/song.js'
import { type LooseSong } from '../../core/music/song/song-schema.js'
import type { SentenceValues } from '../../core/platform/phrases.js'
import { createExtensionPoint, createToken } from '../../core/platform/services/token.js'

/** The longest real songs have less than 2 MB. */
export const LARGEST_FILE_BYTES = 32 * 1024 * 1024

/** Version of the readers. Raise it when a reader's notes change: library songs can then be reloaded. */
export const READERS = 2

export interface ReadingControl {
  /** Version of the readers, by default the current one; 1 reads like Fretwork 1.2. */
  readonly reader?: number | undefined
  /** Formats of plugins are read to the end first. */
  readonly signal?: AbortSignal | undefined
  /** 0–1. */
  readonly onProgress?: ((portion: number) => void) | undefined
}

export interface SongRemark {
  readonly code: string
  /** English with gaps, for translation with `values`. */
  readonly sentence: string
  readonly values: SentenceValues
  readonly message: string
  /** Plugin that translates it, by default `midi-file`. */
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

/** From the file, or as the user wrote them; empty texts were removed by the user. */
export interface SongCredits {
  readonly artist?: string
  readonly album?: string
  readonly arranger?: string
}

export interface SongSummary extends SongCredits {
  readonly title: string
  /** Identifies the notes regardless of the file name, such as `b4e1c2d0-312`. */
  readonly key: string
  readonly lengthMs: number
  readonly tracks: readonly SongTrackView[]
  readonly notes: readonly SongRemark[]
}

/** @param name for formats known by their extension only @throws SentenceError */
export type ReadSong = (bytes: Uint8Array, name?: string, control?: ReadingControl) => Promise<SongReading>

export interface SongReader {
  readonly read: ReadSong
  /** Keeps the notes out of the page. */
  summarize(bytes: Uint8Array, name?: string, control?: ReadingControl): Promise<SongSummary>
  summaryOf(reading: SongReading, name: string): SongSummary
  /** Returns a remark of a stored song in today's words. */
  reworded(note: SongRemark): SongRemark
  /** Returns the MIDI file without its damaged parts. @throws SentenceError if nothing can be repaired */
  repair(bytes: Uint8Array, name?: string): Promise<RepairedSong>
  endings(): Promise<readonly string[]>
  /** @throws MidiFileError `format_not_written` */
  write(song: Song, ending: string, options?: SongWritingOptions): Promise<Uint8Array>
}

export interface RepairedSong {
  readonly bytes: Uint8Array
  /** Remarks on the removed parts. */
  readonly notes: readonly SongRemark[]
}

export interface SongWritingOptions {
  /** Named by the format: `1/16`. */
  readonly grid?: string | undefined
}

/**
 * Reads a file of any format into a song.
 * @since 1.0.0
 * @example const { song } = await get(SONG_READER).read(new Uint8Array())
 */
export const SONG_READER = createToken<SongReader>('midi-file.reader')

export interface ExportedSong {
  readonly name: string
  readonly content: string | Uint8Array
  readonly notes: readonly SongRemark[]
}

export interface SongExporter {
  /** @param format ours, or a plugin's extension: `.musicxml` */
  save(song: Song, title: string, format: 'midi' | 'json' | `.${string}`): Promise<ExportedSong>
  saveFile(name: string, content: Uint8Array): Promise<ExportedSong>
}

export const SONG_EXPORTER = createToken<SongExporter>('midi-file.exporter', { permission: 'files' })

export interface SongFormatReading {
  /** Completed with defaults, as JSON songs are. */
  readonly song: LooseSong
  /** Skips the check of a song that `parseSong` returned. */
  readonly isComplete?: boolean
  /** English with gaps, translated by the plugin. */
  readonly remarks?: readonly { readonly sentence: string; readonly values?: SentenceValues }[]
}

export interface SongFormat {
  readonly id: string
  readonly title: string
  /** In lower case with the dot: `.notes`. */
  readonly extensions: readonly string[]
  /** By content; else the extension decides. Not called for MIDI files. */
  looksLike?(bytes: Uint8Array): boolean
  /** @param reader version of the readers; ignored by formats with only one @throws SentenceError or FretworkError with one sentence for the user */
  read(bytes: Uint8Array, reader?: number): SongFormatReading | Promise<SongFormatReading>
  readonly writes?: readonly string[]
  /** @throws SentenceError */
  write?(song: Song, ending: string, options: SongWritingOptions): Promise<Uint8Array>
}

/**
 * Formats of songs, to read and to write.
 * @since 1.0.0
 * @example
 * extend(SONG_FORMATS, {
 *   ...{ id: 'lines', title: 'Lines', extensions: ['.lines'] },
 *   read: () => ({ song: { tracks: [{ notes: [{ midi: 64, time: 0, duration: 0.5 }] }] } }),
 * })
 */
export const SONG_FORMATS = createExtensionPoint<SongFormat>('midi-file.formats')

/** Reading waits for plugins with `activateOn: ['event:midi-file.song-wanted']`. */
export const SONG_WANTED = createEvent<undefined>('midi-file.song-wanted')
