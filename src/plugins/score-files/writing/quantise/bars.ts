import { metersOf, ticksPerBeat } from '../../../../core/music/song/pickup.js'
import type { Song } from '../../../../core/music/song/song.js'

export interface PlayedBar {
  /** Quarter notes from the beginning. */
  readonly start: number
  readonly length: number
  readonly meter: readonly [number, number]
}

/** A damaged song may claim more. */
const MOST_BARS = 20_000

/** @param end of the song, quarter notes */
export function playedBars({ header }: Song, end: number): PlayedBar[] {
  const meters = metersOf(header)
  const bars: PlayedBar[] = []
  for (const [index, { ticks, timeSignature }] of meters.entries()) {
    const [beats, unit] = timeSignature
    const length = (beats * ticksPerBeat(header.ppq, unit)) / header.ppq
    const next = meters[index + 1]
    const until = next ? next.ticks / header.ppq : Math.max(end, ticks / header.ppq + length)
    let start = ticks / header.ppq
    while (start < until - 1e-6 && bars.length < MOST_BARS) {
      bars.push({ start, length: Math.min(length, until - start), meter: timeSignature })
      start += length
    }
  }
  const last = bars.at(-1)
  if (!last) return bars
  const [beats, unit] = last.meter
  return [...bars.slice(0, -1), { ...last, length: (beats * 4) / unit }]
}
