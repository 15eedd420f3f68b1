/** The bars of a song that was played: from its time signatures. */
import { metersOf, ticksPerBeat } from '../../../../core/music/song/pickup.js'
import type { Song } from '../../../../core/music/song/song.js'

export interface PlayedBar {
  /** In quarter notes from the beginning. */
  readonly start: number
  readonly length: number
  readonly meter: readonly [number, number]
}

/** Up to this many; a damaged song may claim more. */
const MOST_BARS = 20_000

/** @param end of the song, in quarter notes */
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
      // A change of the time signature within a bar ends it.
      bars.push({ start, length: Math.min(length, until - start), meter: timeSignature })
      start += length
    }
  }
  return bars.map((bar, index) => (index === bars.length - 1 ? { ...bar, length: wholeLength(bar) } : bar))
}

function wholeLength({ meter: [beats, unit] }: PlayedBar): number {
  return (beats * 4) / unit
}
