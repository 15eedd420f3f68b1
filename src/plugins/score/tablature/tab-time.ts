import { countWhile } from '../../../core/platform/ordered.js'
import { songQuarters } from '../../../music/song/song-time.js'
import type { OpenSong } from '../../player/tokens.js'

/** Maximum number of bars. A damaged file can claim billions. */
const MOST_BARS = 100_000

export type TabTime = ReturnType<typeof tabTime>

export function tabTime({
  song,
  firstBar,
  bars: last,
  barStart,
}: Pick<OpenSong, 'song' | 'firstBar' | 'bars' | 'barStart'>) {
  const bars = Math.min(last + 1 - firstBar, MOST_BARS)
  const { quarterAt, msAt } = songQuarters(song)
  const { ppq } = song.header
  const starts = Float64Array.from(
    { length: bars + 1 },
    (_, bar) => Math.round(quarterAt(barStart(firstBar + bar)) * ppq) / ppq,
  )
  return {
    /** Number of the bar at index 0. */
    firstBar,
    /** Bar starts in quarter notes, plus the end of the last bar. */
    starts,
    quarterAt,
    msAt,
    /** Returns the index of the bar at a position in quarter notes, clamped to the song. */
    barAt: (quarter: number) =>
      Math.min(
        bars - 1,
        Math.max(0, countWhile(starts.length, index => (starts[index] ?? 0) <= quarter) - 1),
      ),
  }
}

/** @param notes sorted by onset */
export function firstFrom(notes: readonly { readonly onset: number }[], quarter: number): number {
  return countWhile(notes.length, index => (notes[index]?.onset ?? 0) < quarter)
}

/** Inclusive range of bar indices, from 0. */
export interface DrawnBars {
  readonly first: number
  readonly last: number
}

const MOST_DRAWN_BARS = 160
const BARS_BEFORE = MOST_DRAWN_BARS / 4
const ENOUGH_BARS = MOST_DRAWN_BARS / 2
const BEFORE = 0.75
const BEHIND = 1.5

/** @param left left edge of the screen @param width screen width; both in quarter notes */
export function barsToDraw({ starts, barAt }: TabTime, left: number, width: number): DrawnBars {
  const first = barAt(left - width * BEFORE)
  const last = barAt(left + width * (1 + BEHIND))
  const seen = barAt(left)
  const from = Math.max(first, seen - BARS_BEFORE)
  return { first: from, last: Math.min(last, from + MOST_DRAWN_BARS, Math.max(0, starts.length - 2)) }
}

/** Returns whether the drawn bars exist in this song and cover enough of the screen. */
export function isDrawn(drawn: DrawnBars, { starts, barAt }: TabTime, left: number, width: number): boolean {
  const seen = barAt(left)
  const needed = Math.min(barAt(left + width), seen + ENOUGH_BARS)
  const there = Math.max(0, starts.length - 2)
  return seen >= drawn.first && needed <= drawn.last && drawn.last <= there
}

/** Places the playhead left of center to show more of the upcoming notes. */
export function headOf(width: number): number {
  return Math.round(Math.min(200, width * 0.25))
}

/** Returns the start of the quarter note in its bar. A pickup may end in the middle of a quarter of the song. */
export function beatStart({ starts, barAt }: TabTime, quarter: number): number {
  const start = starts[barAt(quarter)] ?? 0
  return start + Math.floor(quarter - start)
}

/**
 * Returns the start of the page shown with reduced motion. Pages begin at bars;
 * a bar wider than the screen is split into several pages.
 */
export function pageStart({ starts, barAt }: TabTime, quarter: number, room: number): number {
  const start = starts[barAt(quarter)] ?? 0
  const pages = room > 0 ? Math.floor((quarter - start) / room) : 0
  return start + Math.max(0, pages) * room
}
