import { createToken } from '../../core/platform/token.js'
import type { Song } from '../../music/song/song.js'
import type { SongFormatReading } from '../midi-file/tokens.js'

/** MusicXML 4 (plain or compressed) and Guitar Pro 7. */
export type ScoreFormat = 'musicxml' | 'mxl' | 'gp'

/** Shortest note values for transcribing, straight or triplets (`T`). `auto` fits each quarter note. */
export const READING_GRIDS = ['1/8', '1/16', '1/32', '1/8T', '1/16T', 'auto'] as const
export type ReadingGrid = (typeof READING_GRIDS)[number]

/** Runs alphaTab; in browsers, in a worker with a time limit. */
export interface Scores {
  /**
   * @param reader version of the score reader
   * @throws SentenceError
   */
  read(bytes: Uint8Array, reader?: number): Promise<SongFormatReading>
  /**
   * Writes a score file. Songs without a score are quantized, and positions are added for guitar and bass.
   *
   * @param grid default: `auto`
   * @throws SentenceError `score_no_grid`
   */
  write(song: Song, format: ScoreFormat, grid?: string): Promise<Uint8Array>
  /** @throws alphaTab's error if it can't draw the score */
  draw(song: Song, options: DrawingOptions, signal?: AbortSignal): Promise<Drawing>
  positioned(song: Song): Promise<Song>
}

export interface DrawnNote {
  /** MIDI note, 0–127. */
  readonly pitch: number
  /** String number, from 1. */
  readonly string?: number
  readonly fret?: number
}

export interface DrawnBeat {
  /** Quarter notes since the start of the bar. */
  readonly at: number
  /** Horizontal position in pixels. */
  readonly x: number
  /** Empty for a rest. */
  readonly notes: readonly DrawnNote[]
}

/** Bounding box in pixels. */
interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Notehead. A note has one on each staff that shows it. */
export interface DrawnHead extends Box, DrawnNote {
  /** Quarter notes since the start of the bar. */
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
  /** Bars in playing order: start in quarter notes of the song, and index in `bars`. */
  readonly order: readonly { readonly quarter: number; readonly bar: number }[]
}

export type DrawnStaves = 'tablature' | 'notation' | 'both'

export interface DrawingOptions {
  readonly staves: DrawnStaves
  /** Track indices. Tracks without notes are skipped. */
  readonly tracks: readonly number[]
  readonly scale: number
  /** Semitones from the written key to the song's notes. */
  readonly transpose?: number
  /** Pixels; if undefined, the score is a single line. */
  readonly pageWidth?: number
}

export const SCORES = createToken<Scores>('score-files.scores')
