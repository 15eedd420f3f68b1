/** The ticks of a metronome: beats and what is between them, bar after bar, at exact times. */
import type { MetronomeSettings } from '../metronome-settings.js'

export interface Tick {
  /** Milliseconds of the clock. */
  readonly atMs: number
  /** From 1. */
  readonly bar: number
  readonly beat: number
  /** The beat itself, or between beats. */
  readonly level: 'strong' | 'plain' | 'between'
  /** In a bar that is silent, or on a beat that is. */
  readonly silent: boolean
  /** Beats a minute. */
  readonly bpm: number
}

/** Where in a beat its ticks are, 0–1. The second of swung eighths comes with the third triplet. */
const PARTS: Readonly<Record<MetronomeSettings['subdivision'], readonly number[]>> = {
  none: [0],
  eighths: [0, 1 / 2],
  swing: [0, 2 / 3],
  triplets: [0, 1 / 3, 2 / 3],
  sixteenths: [0, 1 / 4, 1 / 2, 3 / 4],
}

const MINUTE_MS = 60_000

/** The tempo of a bar, from 1. */
export function tempoOfBar(
  { bpm, fasterBy, fasterEvery, fasterUpTo }: MetronomeSettings,
  bar: number,
): number {
  if (fasterBy === 0 || bpm >= fasterUpTo) return bpm
  return Math.min(fasterUpTo, bpm + fasterBy * Math.floor((bar - 1) / fasterEvery))
}

export function isSilentBar({ soundingBars, silentBars }: MetronomeSettings, bar: number): boolean {
  return silentBars > 0 && (bar - 1) % (soundingBars + silentBars) >= soundingBars
}

/**
 * Ticks from a moment on, without end. The settings are asked for at each beat: a change holds from the next one on, and
 * no beat is lost.
 */
export function* ticks(settings: () => MetronomeSettings, beginMs: number): Generator<Tick, never> {
  let atMs = beginMs
  for (let bar = 1; ; bar += 1) {
    for (let beat = 1; beat <= settings().accents.length; beat += 1) {
      const now = settings()
      const bpm = tempoOfBar(now, bar)
      const accent = now.accents[beat - 1] ?? 'plain'
      const silent = accent === 'silent' || isSilentBar(now, bar)
      for (const part of PARTS[now.subdivision]) {
        const level = part > 0 ? 'between' : accent === 'strong' ? 'strong' : 'plain'
        yield { atMs: atMs + (part * MINUTE_MS) / bpm, bar, beat, level, silent, bpm }
      }
      atMs += MINUTE_MS / bpm
    }
  }
}
