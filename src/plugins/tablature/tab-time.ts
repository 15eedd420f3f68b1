import { songQuarters } from '../../core/music/song/tempo-map.js'
import { countWhile } from '../../core/platform/ordered.js'
import type { OpenSong } from '../player/tokens.js'

/** A damaged file can claim billions. */
const MOST_BARS = 100_000

export type TabTime = ReturnType<typeof tabTime>

export function tabTime({ song, bars: all, barStart }: Pick<OpenSong, 'song' | 'bars' | 'barStart'>) {
  const bars = Math.min(all, MOST_BARS)
  const { quarterAt, msAt } = songQuarters(song)
  const { ppq } = song.header
  const starts = Float64Array.from(
    { length: bars + 1 },
    (_, bar) => Math.round(quarterAt(barStart(bar + 1)) * ppq) / ppq,
  )
  return {
    /** Bars in quarter notes, with the end of the last one. */
    starts,
    quarterAt,
    msAt,
    /** Index of a bar, limited to the song. */
    barAt: (quarter: number) =>
      Math.min(
        bars - 1,
        Math.max(0, countWhile(starts.length, index => (starts[index] ?? 0) <= quarter) - 1),
      ),
  }
}

/** @param notes by onset */
export function firstFrom(notes: readonly { readonly onset: number }[], quarter: number): number {
  return countWhile(notes.length, index => (notes[index]?.onset ?? 0) < quarter)
}
