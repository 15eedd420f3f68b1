/** Which part of a tablature is drawn, and where on the screen it stands. */
import type { TabTime } from './tab-time.js'

/** Bars by index from 0, the last one included. */
export interface DrawnBars {
  readonly first: number
  readonly last: number
}

/** Beyond this many the page gets slow: only bars of a few pixels are so many. */
const MOST_BARS = 160
/** Of these so many lie before what is seen, and so many behind its left edge are enough until bars are drawn anew. */
const BARS_BEFORE = MOST_BARS / 4
const ENOUGH_BARS = MOST_BARS / 2
/** Screenfuls drawn before and behind what is seen. */
const BEFORE = 0.75
const BEHIND = 1.5

/** @param left quarter note at the left edge @param width of what is seen, in quarter notes */
export function barsToDraw({ starts, barAt }: TabTime, left: number, width: number): DrawnBars {
  const first = barAt(left - width * BEFORE)
  const last = barAt(left + width * (1 + BEHIND))
  const seen = barAt(left)
  const from = Math.max(first, seen - BARS_BEFORE)
  return { first: from, last: Math.min(last, from + MOST_BARS, Math.max(0, starts.length - 2)) }
}

/** Whether all that is seen is drawn already, and nothing that is not there; of more bars than are ever drawn, enough of them. */
export function isDrawn(drawn: DrawnBars, { starts, barAt }: TabTime, left: number, width: number): boolean {
  const seen = barAt(left)
  const needed = Math.min(barAt(left + width), seen + ENOUGH_BARS)
  // Another song may have fewer bars than the one before.
  const there = Math.max(0, starts.length - 2)
  return seen >= drawn.first && needed <= drawn.last && drawn.last <= there
}

/** The playhead stands here, so that a hand sees more of what comes than of what was. */
export function headOf(width: number): number {
  return Math.round(Math.min(200, width * 0.25))
}

/** The place at the playhead where nothing may scroll: the bar, or where it is longer than the screen, the next part of it. */
export function pageStart({ starts, barAt }: TabTime, quarter: number, room: number): number {
  const start = starts[barAt(quarter)] ?? 0
  const pages = room > 0 ? Math.floor((quarter - start) / room) : 0
  return start + Math.max(0, pages) * room
}
