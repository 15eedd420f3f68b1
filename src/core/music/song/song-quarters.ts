import type { Song } from './song.js'
import { tempoMap } from './tempo-map.js'

export interface SongQuarters {
  quarterAt(ms: number): number
  msAt(quarter: number): number
}

const FINER = 16

export function songQuarters({ header: { tempos, ppq } }: Pick<Song, 'header'>): SongQuarters {
  const finer = ppq * FINER
  const map = tempoMap(
    tempos.map(({ bpm, ticks }) => ({ bpm, ticks: ticks * FINER })),
    finer,
  )
  return {
    quarterAt: ms => map.ticksAt(Math.max(0, ms) / 1000) / finer,
    msAt: quarter => map.secondsAt(quarter * finer) * 1000,
  }
}
