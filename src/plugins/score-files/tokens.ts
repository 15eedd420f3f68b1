import { createToken } from '../../core/platform/token.js'
import type { Song } from '../../music/song/song.js'
import type { SongFormatReading } from '../midi-file/tokens.js'

/** Supported formats: MusicXML 4, plain or compressed, and Guitar Pro 7. */
export type ScoreFormat = 'musicxml' | 'mxl' | 'gp'

/**
 * Shortest values for transcribing a performance, straight or as triplets (`T`); `auto` fits each quarter.
 */
export const READING_GRIDS = ['1/8', '1/16', '1/32', '1/8T', '1/16T', 'auto'] as const
export type ReadingGrid = (typeof READING_GRIDS)[number]

/** Runs alphaTab; in a browser, in a worker with a time limit. */
export interface Scores {
  /** @param reader version of the readers @throws SentenceError */
  read(bytes: Uint8Array, reader?: number): Promise<SongFormatReading>
  /**
   * Quantizes songs without a score, and adds positions for guitar and bass.
   *
   * @param grid default: `auto`
   * @throws SentenceError `score_no_grid`
   */
  write(song: Song, format: ScoreFormat, grid?: string): Promise<Uint8Array>
  /** @throws alphaTab's error for a score that it cannot draw */
  draw(song: Song, options: DrawingOptions, signal?: AbortSignal): Promise<Drawing>
  positioned(song: Song): Promise<Song>
}

export interface DrawnNote {
  /** Note number, 0–127. */
  readonly pitch: number
  /** String number, from 1. */
  readonly string?: number
  readonly fret?: number
}

export interface DrawnBeat {
  /** Offset from the beginning of the bar, quarter notes. */
  readonly at: number
  /** Horizontal position, pixels. */
  readonly x: number
  /** Empty for a rest. */
  readonly notes: readonly DrawnNote[]
}

/** Rectangle in pixels. */
interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Note head; a note has one on each staff that shows it. */
export interface DrawnHead extends Box, DrawnNote {
  /** Offset from the beginning of the bar, quarter notes. */
  readonly at: number
}

export interface DrawnBar extends Box {
  readonly heads: readonly DrawnHead[]
  readonly beats: readonly DrawnBeat[]
}

export interface DrawnPiece extends Box {
  readonly svg: string
}

export interface Drawing extends Pick<Box, 'width' | 'height'> {
  readonly pieces: readonly DrawnPiece[]
  readonly bars: readonly DrawnBar[]
  /** Playing order: start of each bar, in quarter notes of the song, and its index in `bars`. */
  readonly order: readonly { readonly quarter: number; readonly bar: number }[]
}

/** Staves to draw for each track. */
export type DrawnStaves = 'tablature' | 'notation' | 'both'

export interface DrawingOptions {
  readonly staves: DrawnStaves
  /** Indices of the tracks; tracks without notes are skipped. */
  readonly tracks: readonly number[]
  readonly scale: number
  /** Semitones from the written key to the notes of the song. */
  readonly transpose?: number
  /** Width of the page in pixels; without it, the score is a single line. */
  readonly pageWidth?: number
}

export const SCORES = createToken<Scores>('score-files.scores')
