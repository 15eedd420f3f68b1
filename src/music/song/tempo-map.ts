import { countWhile } from '../../core/platform/ordered.js'
import type { Song } from './song.js'

export interface Tempo {
  readonly bpm: number
  readonly ticks: number
}

export const DEFAULT_PPQ = 480
export const DEFAULT_BPM = 120

interface Stretch {
  readonly ticks: number
  readonly seconds: number
  readonly secondsPerTick: number
}

export function tempoMap(tempos: readonly Tempo[], ppq = DEFAULT_PPQ) {
  const stretches: Stretch[] = [{ ticks: 0, seconds: 0, secondsPerTick: 60 / DEFAULT_BPM / ppq }]
  for (const tempo of tempos.toSorted((a, b) => a.ticks - b.ticks)) {
    const last = stretches[stretches.length - 1]
    if (!last) break
    const seconds = last.seconds + (tempo.ticks - last.ticks) * last.secondsPerTick
    stretches.push({ ticks: tempo.ticks, seconds, secondsPerTick: 60 / tempo.bpm / ppq })
  }
  return {
    secondsAt(ticks: number) {
      const from = lastBefore(stretches, stretch => stretch.ticks <= ticks)
      return from.seconds + (ticks - from.ticks) * from.secondsPerTick
    },
    ticksAt(seconds: number) {
      const from = lastBefore(stretches, stretch => stretch.seconds <= seconds)
      return Math.round(from.ticks + (seconds - from.seconds) / from.secondsPerTick)
    },
  }
}

export type TempoMap = ReturnType<typeof tempoMap>

function lastBefore(stretches: readonly Stretch[], isBefore: (stretch: Stretch) => boolean): Stretch {
  const count = countWhile(stretches.length, index => isBefore(stretches[index] as Stretch))
  return stretches[Math.max(0, count - 1)] as Stretch
}

/** Maximum spread of a rolled chord in a recording, quarter notes. Gaps between written notes are wider. */
export const TOGETHER = 0.03

export type SongQuarters = ReturnType<typeof songQuarters>

const FINER = 16

export function songQuarters({ header: { tempos, ppq } }: Pick<Song, 'header'>) {
  const finer = ppq * FINER
  const map = tempoMap(
    tempos.map(({ bpm, ticks }) => ({ bpm, ticks: ticks * FINER })),
    finer,
  )
  return {
    quarterAt: (ms: number) => map.ticksAt(Math.max(0, ms) / 1000) / finer,
    msAt: (quarter: number) => map.secondsAt(quarter * finer) * 1000,
  }
}
