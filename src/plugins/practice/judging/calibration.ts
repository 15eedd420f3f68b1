/** How late notes of an instrument arrive, from taps along with clicks. */
import { median } from '../../../core/platform/ordered.js'

export type Calibration =
  | { readonly kind: 'found'; readonly latencyMs: number; readonly taps: number }
  | { readonly kind: 'too-few'; readonly taps: number }
  | { readonly kind: 'uneven'; readonly spreadMs: number }

/** Fewer hits say too little. */
export const LEAST_TAPS = 8
/** Half of the hits are within this of the median, or the taps say more of the player than of the instrument. */
const MOST_SPREAD_MS = 40

/**
 * The median of the hits: taps nearer than half a beat to a click. A click that was not tapped, and a tap besides,
 * do not count.
 *
 * @param clicks when they were to be heard, in milliseconds, ascending @param taps when they arrived, on the same clock
 */
export function calibrate(clicks: readonly number[], taps: readonly number[]): Calibration {
  const apart = median(clicks.slice(1).map((click, index) => click - (clicks[index] ?? 0))) ?? 0
  const byClick = new Map<number, number>()
  for (const tap of taps) {
    const click = nearest(clicks, tap)
    if (click === undefined || Math.abs(tap - click) >= apart / 2) continue
    const before = byClick.get(click)
    if (before === undefined || Math.abs(tap - click) < Math.abs(before)) byClick.set(click, tap - click)
  }
  const hits = [...byClick.values()]
  const latency = median(hits)
  if (latency === undefined || hits.length < LEAST_TAPS) return { kind: 'too-few', taps: hits.length }
  const spread = median(hits.map(hit => Math.abs(hit - latency))) ?? 0
  if (spread > MOST_SPREAD_MS) return { kind: 'uneven', spreadMs: Math.round(spread) }
  return { kind: 'found', latencyMs: Math.round(latency), taps: hits.length }
}

function nearest(clicks: readonly number[], tap: number): number | undefined {
  let best: number | undefined
  for (const click of clicks)
    if (best === undefined || Math.abs(tap - click) < Math.abs(tap - best)) best = click
  return best
}
