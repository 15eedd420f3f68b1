import { countWhile } from '../../../core/platform/ordered.js'
import type { ShownNote } from '../../player/tokens.js'
import type { Drawing, DrawnBar, DrawnHead } from '../../score-files/tokens.js'

export type ScorePlace = ReturnType<typeof scorePlace>

/** Point in the drawing, in pixels. */
export interface ScorePoint {
  readonly x: number
  readonly y: number
}

export function scorePlace({ bars, order }: Pick<Drawing, 'bars' | 'order'>) {
  const playedAt = (quarter: number) =>
    Math.max(0, countWhile(order.length, index => (order[index]?.quarter ?? 0) <= quarter + SLACK) - 1)
  return {
    playedAt,
    /** Returns the playhead position, interpolated between beats, in pixels. */
    spotAt(quarter: number): ScorePoint & Pick<DrawnBar, 'height'> {
      const index = playedAt(quarter)
      const { quarter: begin = 0, bar: number = 0 } = order[index] ?? {}
      const bar = bars[number]
      if (!bar) return { x: 0, y: 0, height: 0 }
      const length = (order[index + 1]?.quarter ?? Number.POSITIVE_INFINITY) - begin
      return { x: xInBar(bar, Math.max(0, quarter - begin), length), y: bar.y, height: bar.height }
    },
    /** Returns the index of the bar nearest to a point, preferring the nearest system. */
    barAt({ x, y }: ScorePoint) {
      const distance = (bar: DrawnBar) =>
        distanceFromRange(y, bar.y, bar.height) * SYSTEMS_FIRST + distanceFromRange(x, bar.x, bar.width)
      return bars.reduce((best, bar, index) => {
        const than = bars[best]
        return than && distance(bar) < distance(than) ? index : best
      }, 0)
    },
    /** Returns the drawn noteheads of a played note. @param string string number, from 1 */
    headsOf({ onset, pitch, string }: PlayedNote): readonly DrawnHead[] {
      const { quarter: begin = 0, bar = 0 } = order[playedAt(onset + NEAR)] ?? {}
      return (bars[bar]?.heads ?? []).filter(
        head =>
          Math.abs(head.at - (onset - begin)) < NEAR &&
          (head.string === undefined ? head.pitch === pitch : head.string === string),
      )
    },
    /** Returns the index of the bar's repetition nearest to a time. */
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

interface PlayedNote {
  /** Onset in quarter notes. */
  readonly onset: number
  readonly pitch: number
  readonly string: number | undefined
}

/** Tolerance in quarter notes. Performances are quantized to sixteenths or triplets. */
const NEAR = 0.12
/** Tolerance for rounded ticks, in quarter notes. */
export const SLACK = 1e-3
const SYSTEMS_FIRST = 1e6

export const distanceFromRange = (at: number, from: number, length: number) =>
  Math.max(from - at, 0, at - from - length)

/**
 * Moves the playhead at a constant speed between beats, regardless of their width.
 * @param length bar length in quarter notes
 */
function xInBar({ beats, x, width }: DrawnBar, at: number, length: number): number {
  const next = beats.findIndex(beat => beat.at > at + SLACK)
  const before = beats[(next < 0 ? beats.length : next) - 1]
  const after = next < 0 ? { at: length, x: x + width } : beats[next]
  if (!before) return after?.x ?? x
  if (!after || after.at <= before.at) return before.x
  return before.x + ((at - before.at) / (after.at - before.at)) * (after.x - before.x)
}

/** Maximum number of tracks. More staves would be slow to draw and hard to read. */
const MOST_TRACKS = 4

export function shownTracks(notes: readonly ShownNote[]): number[] {
  return [...new Set(notes.map(({ track }) => track))].sort((a, b) => a - b).slice(0, MOST_TRACKS)
}
