/** How far a song is played in one go: to its end, to the end of a loop, or to a moment at which it waits. */
import type { SongEvent } from '../../../core/music/song/song-events.js'

/** A part of a song, in its milliseconds. */
export interface Stretch {
  readonly fromMs: number
  readonly toMs: number
}

export type Limit = { readonly atMs: number } & (
  | { readonly kind: 'end' }
  | { readonly kind: 'loop'; readonly backToMs: number }
  | { readonly kind: 'hold' }
)

interface Limits {
  /** Of the last event. */
  readonly endMs: number
  readonly loop: Stretch | undefined
  /** Moments at which it waits, ascending. */
  readonly holds: readonly number[]
}

/** Moments nearer to one another than this are one: they are worked out along different ways. */
const SAME_MS = 0.001

/** @param released it has waited at `fromMs` already */
export function limitFrom(fromMs: number, { endMs, loop, holds }: Limits, released: boolean): Limit {
  const limit: Limit =
    loop && fromMs < loop.toMs
      ? { kind: 'loop', atMs: loop.toMs, backToMs: loop.fromMs }
      : { kind: 'end', atMs: Math.max(endMs, fromMs) }
  const hold = holds.find(ms => (released ? ms > fromMs + SAME_MS : ms >= fromMs - SAME_MS))
  return hold !== undefined && hold < limit.atMs ? { kind: 'hold', atMs: hold } : limit
}

/** Whether an event is still played before the limit: at the end of the song all are, at a hold what is no beginning. */
export function isWithin({ kind, atMs: limitMs }: Limit, { atMs, bytes: [status = 0] }: SongEvent): boolean {
  if (kind === 'end') return true
  if (atMs < limitMs) return true
  return kind === 'hold' && atMs === limitMs && status >> 4 !== 9
}
