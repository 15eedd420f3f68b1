import type { MetronomeSettings } from '../metronome-settings.js'

export interface Tick {
  /** Milliseconds. */
  readonly atMs: number
  readonly bar: number
  readonly beat: number
  readonly level: 'strong' | 'plain' | 'between'
  readonly silent: boolean
  /** Beats per minute. */
  readonly bpm: number
}

/** Positions in the beat, 0–1; the second swing eighth is the third triplet. */
const PARTS: Readonly<Record<MetronomeSettings['subdivision'], readonly number[]>> = {
  none: [0],
  eighths: [0, 1 / 2],
  swing: [0, 2 / 3],
  triplets: [0, 1 / 3, 2 / 3],
  sixteenths: [0, 1 / 4, 1 / 2, 3 / 4],
}

const MINUTE_MS = 60_000

/** @param bar from 1 */
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

/** Endless ticks. Settings are read at each beat, so that a change drops none. */
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
