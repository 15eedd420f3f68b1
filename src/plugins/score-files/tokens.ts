/** Scores: music as it is written, read from files that notation programs save, and written for them. */
import type { Song } from '../../core/music/song/song.js'
import { createToken } from '../../core/platform/services/token.js'
import type { SongFormatReading } from '../midi-file/tokens.js'
import type { Drawing, DrawingOptions } from './tokens/drawing.js'

export type * from './tokens/drawing.js'

/** MusicXML 4, the same compressed, and Guitar Pro 7. */
export type ScoreFormat = 'musicxml' | 'mxl' | 'gp'

/**
 * How a song that was played is read as notes: the shortest value, straight or as triplets (`T`). `auto` takes for
 * each quarter what fits it best.
 * @example log.info(`grids: ${READING_GRIDS.join(', ')}`)
 */
export const READING_GRIDS = ['1/8', '1/16', '1/32', '1/8T', '1/16T', 'auto'] as const
export type ReadingGrid = (typeof READING_GRIDS)[number]

/** What alphaTab reads and writes. In a browser, in a worker of its own, which a time limit ends. */
export interface Scores {
  /** @throws SentenceError */
  read(bytes: Uint8Array): Promise<SongFormatReading>
  /**
   * The score of the song as it is written. A song without one is quantised for reading, and tracks that a guitar or
   * bass can play get positions.
   *
   * @param grid a name of `READING_GRIDS`; `auto` unless given
   * @throws SentenceError `score_no_grid` for another name
   */
  write(song: Song, format: ScoreFormat, grid?: string): Promise<Uint8Array>
  /** @param signal ends the drawing @throws what alphaTab throws where it cannot draw the score */
  draw(song: Song, options: DrawingOptions, signal?: AbortSignal): Promise<Drawing>
  /** The song with positions on tracks that have none, where a guitar or bass can play them. */
  positioned(song: Song): Promise<Song>
}

/** @example const scores = await load(SCORES) */
export const SCORES = createToken<Scores>('score-files.scores')
