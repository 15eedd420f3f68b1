/** What is asked of the worker in which alphaTab runs, and what comes back. */
import type { Song } from '../../core/music/song/song.js'
import type { SongFormatReading } from '../midi-file/tokens.js'
import type { Drawing, DrawingOptions } from './drawing/drawing.js'
import type { ReadingGrid, ScoreFormat } from './tokens.js'

export interface ScoreOrders {
  readonly read: { readonly bytes: Uint8Array }
  readonly draw: { readonly song: Song; readonly grid: ReadingGrid; readonly options: DrawingOptions }
  readonly write: { readonly song: Song; readonly format: ScoreFormat; readonly grid: ReadingGrid }
}

export interface ScoreResults {
  readonly read: SongFormatReading
  readonly draw: Drawing
  readonly write: Uint8Array
}
