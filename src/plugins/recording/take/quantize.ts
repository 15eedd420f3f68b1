import type { Song } from '../../../core/music/song/song.js'
import { tempoMap } from '../../../core/music/song/tempo-map.js'

/** @param grid parts of a whole note: 16, or 12 for eighth triplets @param strength 0–100 percent */
export function quantized(song: Song, grid: number, strength: number): Song {
  const { ppq, tempos } = song.header
  const map = tempoMap(tempos, ppq)
  const step = (ppq * 4) / grid
  const tracks = song.tracks.map(track => ({
    ...track,
    notes: track.notes
      .map(note => {
        const line = Math.round(note.ticks / step) * step
        const ticks = Math.max(0, Math.round(note.ticks + ((line - note.ticks) * strength) / 100))
        return { ...note, ticks, time: map.secondsAt(ticks) }
      })
      .sort((a, b) => a.ticks - b.ticks),
  }))
  return { ...song, tracks }
}
