/** Where in the bars of a song a moment lies. */
import type { Song } from '../../core/music/song.js'
import { tempoMap } from '../../core/music/tempo-map.js'
import type { SongPlace } from './tokens.js'

/** A stretch of bars of one time signature. */
interface Stretch {
  readonly ticks: number
  /** Number of its first bar, from 1. */
  readonly bar: number
  readonly beats: number
  readonly ticksPerBeat: number
}

/** Where a file says nothing, MIDI counts four quarters to the bar. */
const USUAL: readonly [number, number] = [4, 4]

/**
 * Makes a function from milliseconds to bar and beat. A beat is one of the lower number of the time signature;
 * a change of time signature within a bar begins a new one.
 *
 * @example barsOf(song)(2000) // { bar: 2, beat: 1 } in 4/4 at 120 beats a minute
 */
export function barsOf({ header }: Song): (ms: number) => SongPlace {
  const { ticksAt } = tempoMap(header.tempos, header.ppq)
  const stretches = stretchesOf(header)
  return ms => {
    const ticks = ticksAt(Math.max(0, ms) / 1000)
    const from = stretches.findLast(stretch => stretch.ticks <= ticks)
    if (!from) return { bar: 1, beat: 1 }
    const beats = Math.floor((ticks - from.ticks) / from.ticksPerBeat)
    return { bar: from.bar + Math.floor(beats / from.beats), beat: (beats % from.beats) + 1 }
  }
}

function stretchesOf({ ppq, timeSignatures }: Song['header']): Stretch[] {
  const stretches: Stretch[] = []
  const changes = timeSignatures.toSorted((a, b) => a.ticks - b.ticks)
  if (changes[0]?.ticks !== 0) changes.unshift({ ticks: 0, timeSignature: [...USUAL] })
  for (const { ticks, timeSignature } of changes) {
    const [beats, unit] = timeSignature
    const before = stretches.at(-1)
    const bars = before ? Math.ceil((ticks - before.ticks) / (before.beats * before.ticksPerBeat)) : 0
    stretches.push({
      ticks,
      bar: (before?.bar ?? 1) + bars,
      beats: Math.max(1, Math.round(beats)),
      ticksPerBeat: (ppq * 4) / unit,
    })
  }
  return stretches
}
