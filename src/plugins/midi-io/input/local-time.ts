/** The local time of day for many events a second, without a Date for each. */
import { timeOfDay } from '../../../core/music/song/time-of-day.js'
import type { ClockPort } from '../../../core/platform/ports.js'

/** How long a changed system clock or time zone may go unnoticed. */
const REREAD_MS = 1000

/** Returns a function that gives the local time now as `HH:mm:ss:SSS`. */
export function createLocalTime(clock: Pick<ClockPort, 'now' | 'date'>): () => string {
  let readAt = Number.NEGATIVE_INFINITY
  /** Milliseconds of the day when the clock stood at 0. */
  let dayAtZero = 0
  let shownMs = Number.NaN
  let shown = ''

  return () => {
    const now = clock.now()
    if (now - readAt >= REREAD_MS || now < readAt) {
      readAt = now
      dayAtZero = millisOfDay(clock.date()) - now
    }
    const ms = Math.floor(now + dayAtZero)
    if (ms !== shownMs) {
      shownMs = ms
      shown = timeOfDay(ms)
    }
    return shown
  }
}

function millisOfDay(date: Date): number {
  const minutes = date.getHours() * 60 + date.getMinutes()
  return (minutes * 60 + date.getSeconds()) * 1000 + date.getMilliseconds()
}
