/** A song that has been read and may still lie packed: what a list shows of it, and the whole once it is wanted. */
import { openSongOf } from './open-song.js'
import type { SongReading } from './read-midi-file.js'
import type { SongArrival, SongSummary } from './tokens.js'

/** @param name of the file, which names a song that does not name itself */
export function arrivalOf(reading: SongReading, name: string): SongArrival {
  return { summary: summaryOf(reading, name), reading: async () => reading }
}

export function summaryOf(reading: SongReading, name: string): SongSummary {
  const { title, lengthMs, tracks, notes } = openSongOf(reading, name)
  return { title, lengthMs, tracks, notes }
}
