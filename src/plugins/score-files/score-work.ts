import type { Song } from '../../core/music/song/song.js'
import type { DrawingOptions, ReadingGrid, ScoreFormat } from './tokens.js'

const loadEngine = () => import('./engine-room.js')

export const SCORE_WORK = {
  read: async (bytes: Uint8Array) => (await loadEngine()).readChecked(bytes),
  write: async (song: Song, format: ScoreFormat, grid: ReadingGrid) =>
    (await loadEngine()).writeScore(song, format, grid),
  draw: async (song: Song, options: DrawingOptions) => (await loadEngine()).drawScore(song, options),
  readTune: async (bytes: Uint8Array) => (await loadEngine()).readTune(bytes),
}

export type ScoreWork = typeof SCORE_WORK
