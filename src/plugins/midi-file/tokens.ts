/** Reading songs from files, formats that plugins add, and saving songs as files. */
import { createEvent } from '../../core/events/event-bus.js'
import { type Song } from '../../core/music/song/song.js'
import { type LooseSong } from '../../core/music/song/song-schema.js'
import type { SentenceValues } from '../../core/platform/sentence-error.js'
import { createExtensionPoint, createToken } from '../../core/platform/services/token.js'

/**
 * Larger files are refused: the longest real songs are far below 2 MB.
 * @example log.info('largest file bytes', LARGEST_FILE_BYTES)
 */
export const LARGEST_FILE_BYTES = 32 * 1024 * 1024

/** Follows a reading, and cancels it. */
export interface ReadingControl {
  /** Once it is aborted, reading ends with its reason. A format of a plugin is read to its end first. */
  readonly signal?: AbortSignal | undefined
  /** Called with how much is done, 0–1. */
  readonly onProgress?: ((portion: number) => void) | undefined
}

/** What was left out of a song, or corrected. */
export interface SongRemark {
  readonly code: string
  /** The English sentence with its gaps, for translation with `values`. */
  readonly sentence: string
  readonly values: SentenceValues
  /** The English sentence. */
  readonly message: string
  /** The plugin whose words translate it; `midi-file` unless given. */
  readonly source?: string
}

export interface SongReading {
  readonly song: Song
  readonly notes: readonly SongRemark[]
}

export interface SongTrackView {
  /** Index in the song, from 0. */
  readonly index: number
  /** As in the file; empty where it has none. */
  readonly name: string
  /** English name of the instrument, translated where it is shown. */
  readonly instrument: string
  readonly notes: number
  /** 1–16. */
  readonly channel: number
  /** Whether a neck can show it: it has notes, and they are not drums. */
  readonly playable: boolean
}

/** What a list shows of a song. Plain data, which a worker can send. */
export interface SongSummary {
  readonly title: string
  readonly lengthMs: number
  readonly tracks: readonly SongTrackView[]
  /** Sentences for the user, translated with the words of their source. */
  readonly notes: readonly SongRemark[]
}

/**
 * Reads a MIDI file, a song in JSON, an exported log, or a format that a plugin adds; in a browser, our own formats
 * in a worker.
 *
 * @param name of the file: some formats are known by its extension only
 * @throws SentenceError
 */
export type ReadSong = (bytes: Uint8Array, name?: string, control?: ReadingControl) => Promise<SongReading>

export interface SongReader {
  readonly read: ReadSong
  /** Reads a file without bringing its notes into the page: for a list. */
  summarize(bytes: Uint8Array, name?: string, control?: ReadingControl): Promise<SongSummary>
  /** @param name of the file, the title of a song without one */
  summaryOf(reading: SongReading, name: string): SongSummary
  /** Extensions for the file dialog, those of plugins last. */
  endings(): Promise<readonly string[]>
  /** Writes a song as a file of a plugin's format. @throws MidiFileError `format_not_written` */
  write(song: Song, ending: string, options?: SongWritingOptions): Promise<Uint8Array>
}

export interface SongWritingOptions {
  /** How notes that were played are read, by the name that the format gives to it: `1/16`. */
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
  /** What differs between the file and the song. */
  readonly notes: readonly SongRemark[]
}

/** Saves songs as files of the user, and says so. */
export interface SongExporter {
  /** @param format of ours, or the extension of a file that a plugin writes: `.musicxml` */
  save(song: Song, title: string, format: 'midi' | 'json' | `.${string}`): Promise<ExportedSong>
  /** Saves a file as it is. */
  saveFile(name: string, content: Uint8Array): Promise<ExportedSong>
}

/** @example const songExporter = get(SONG_EXPORTER) */
export const SONG_EXPORTER = createToken<SongExporter>('midi-file.exporter', { permission: 'files' })

/** What a format reads from a file. */
export interface SongFormatReading {
  /**
   * As in a song's JSON; what may be left out is filled in.
   * @example { tracks: [{ notes: [{ midi: 64, time: 0, duration: 0.5 }] }] }
   */
  readonly song: LooseSong
  /** `song` is what `parseSong` returned, as in a worker, and is not checked again. */
  readonly isComplete?: boolean
  /** What was left out: English sentences with gaps, translated with the plugin's words. */
  readonly remarks?: readonly { readonly sentence: string; readonly values?: SentenceValues }[]
}

/** A kind of file that a plugin can read as a song: in the dialog, by a drop, and in a replay without a screen. */
export interface SongFormat {
  readonly id: string
  /** Plain English: what such a file is called. */
  readonly title: string
  /** Extensions of its files, with the dot and in lower case: `.notes`. */
  readonly extensions: readonly string[]
  /** Whether a file is one, by its content. Without it the extension decides. Not called for MIDI files. */
  looksLike?(bytes: Uint8Array): boolean
  /** @throws SentenceError (or FretworkError) with one sentence for the user: where the file is wrong, what to do */
  read(bytes: Uint8Array): SongFormatReading | Promise<SongFormatReading>
  /** Extensions of the files that it writes. Without them, it only reads. */
  readonly writes?: readonly string[]
  /** @param ending one of `writes` @throws SentenceError */
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

/**
 * A file other than a MIDI file is about to be chosen or read. A plugin with a format needs no other reason
 * to start: `activateOn: ['event:midi-file.song-wanted']`; reading waits for it.
 * @example scope.add(get(EVENTS).on(SONG_WANTED, () => log.info('song wanted')))
 */
export const SONG_WANTED = createEvent<undefined>('midi-file.song-wanted')
