/** The bars of a song in quarter notes, and conversion from and to milliseconds. */

import { type SongQuarters, songQuarters } from '../../core/music/song/song-quarters.js'
import { countWhile } from '../../core/platform/ordered.js'
import type { OpenSong } from '../player/tokens.js'

export interface TabTime extends SongQuarters {
  /** Start of each bar in quarter notes, and the end of the last one. */
  readonly starts: Float64Array
  /** Index of the bar at a quarter note, limited to the song. */
  barAt(quarter: number): number
}

/** A damaged file can claim billions; the longest music has a few thousand. */
const MOST_BARS = 100_000

/** Limited to the first 100,000 bars. */
export function tabTime({
  song,
  bars: all,
  barStart,
}: Pick<OpenSong, 'song' | 'bars' | 'barStart'>): TabTime {
  const bars = Math.min(all, MOST_BARS)
  const { quarterAt, msAt } = songQuarters(song)
  const { ppq } = song.header
  const starts = Float64Array.from(
    { length: bars + 1 },
    (_, bar) => Math.round(quarterAt(barStart(bar + 1)) * ppq) / ppq,
  )
  return {
    starts,
    quarterAt,
    msAt,
    barAt: quarter =>
      Math.min(
        bars - 1,
        Math.max(0, countWhile(starts.length, index => (starts[index] ?? 0) <= quarter) - 1),
      ),
  }
}

/** Index of the first note at or after a quarter note. @param notes ordered by onset */
export function firstFrom(notes: readonly { readonly onset: number }[], quarter: number): number {
  return countWhile(notes.length, index => (notes[index]?.onset ?? 0) < quarter)
}
