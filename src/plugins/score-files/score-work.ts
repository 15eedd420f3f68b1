// Both the page and the worker import this file, so alphaTab is loaded on the first call.
import type { Song } from '../../music/song/song.js'
import type { DrawingOptions, ReadingGrid, ScoreFormat } from './tokens.js'

const loadEngine = () => import('./engine-room.js')

export const SCORE_WORK = {
  read: async (bytes: Uint8Array, reader?: number) => (await loadEngine()).readChecked(bytes, reader),
  write: async (song: Song, format: ScoreFormat, grid: ReadingGrid) =>
    (await loadEngine()).writeScore(song, format, grid),
  draw: async (song: Song, options: DrawingOptions) => (await loadEngine()).drawScore(song, options),
  earlierTune: async (bytes: Uint8Array) => (await import('./reading/earlier-tune.js')).earlierTune(bytes),
  readTune: async (bytes: Uint8Array) => (await loadEngine()).readTune(bytes),
}

export type ScoreWork = typeof SCORE_WORK
