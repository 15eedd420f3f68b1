/** A song that has been read and may still lie packed: what a list shows of it, and the whole once it is wanted. */
import { openSongOf } from './open-song.js'
import type { SongReading } from './read-midi-file.js'
import type { OpenSong } from './tokens.js'

/** Plain data, which a worker can send. */
export type SongSummary = Pick<OpenSong, 'title' | 'lengthMs' | 'tracks' | 'notes'>

export interface SongArrival {
  readonly summary: SongSummary
  /** In the page, half a million notes take a while to come into being: only who plays them needs them. */
  reading(): Promise<SongReading>
}

/** @param name of the file, which names a song that does not name itself */
export function arrivalOf(reading: SongReading, name: string): SongArrival {
  return { summary: summaryOf(reading, name), reading: async () => reading }
}

export function summaryOf(reading: SongReading, name: string): SongSummary {
  const { title, lengthMs, tracks, notes } = openSongOf(reading, name)
  return { title, lengthMs, tracks, notes }
}
