import { countWhile } from '../../core/platform/ordered.js'
import type { Drawing, DrawnBar } from '../score-files/tokens.js'

export type ScorePlace = ReturnType<typeof scorePlace>

export function scorePlace({ bars, order, width }: Pick<Drawing, 'bars' | 'order' | 'width'>) {
  const playedAt = (quarter: number) =>
    Math.max(0, countWhile(order.length, index => (order[index]?.quarter ?? 0) <= quarter + SLACK) - 1)
  return {
    playedAt,
    /** Pixels, between the beats of the bar. */
    xAt(quarter: number) {
      const played = order[playedAt(quarter)]
      const bar = bars[played?.bar ?? 0]
      return bar ? xInBar(bar, Math.max(0, quarter - (played?.quarter ?? 0))) : 0
    },
    barAt(x: number) {
      const limited = Math.min(width, Math.max(0, x))
      return Math.max(0, countWhile(bars.length, index => (bars[index]?.x ?? 0) <= limited) - 1)
    },
    /** Index of the repetition that is nearest to a moment. */
    playedNear(bar: number, quarter: number) {
      let nearest = 0
      let least = Number.POSITIVE_INFINITY
      for (const [index, played] of order.entries()) {
        const distance = played.bar === bar ? Math.abs(played.quarter - quarter) : Number.POSITIVE_INFINITY
        if (distance >= least) continue
        least = distance
        nearest = index
      }
      return nearest
    },
  }
}

/** Rounding error of ticks, in quarters. */
const SLACK = 1e-3

/** The playhead moves evenly between beats, however wide they are. */
function xInBar({ beats, x, width }: DrawnBar, at: number): number {
  const next = beats.findIndex(beat => beat.at > at + SLACK)
  const before = beats[(next < 0 ? beats.length : next) - 1]
  const after = next < 0 ? undefined : beats[next]
  if (!before) return after?.x ?? x
  if (!after) return Math.min(x + width, before.x)
  return before.x + ((at - before.at) / (after.at - before.at)) * (after.x - before.x)
}
