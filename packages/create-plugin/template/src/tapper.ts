/** Measures the tempo as the mean of the last few intervals between taps. */
import { CLOCK, type ClockPort, createStore, inject, injectable } from '@fretwork/sdk'
import type { Tapper } from './tokens.js'

/** After a longer pause, the next tap starts over. */
const PAUSE_MS = 2000
/** Number of taps to average, so that the tempo follows changes. */
const COUNTED_TAPS = 8
const MINUTE_MS = 60_000

@injectable()
export class TempoTapper implements Tapper {
  readonly tempo = createStore<number | undefined>(undefined)
  private taps: readonly number[] = []

  constructor(@inject(CLOCK) private readonly clock: ClockPort) {}

  tap(): void {
    const now = this.clock.now()
    const continues = now - (this.taps.at(-1) ?? Number.NEGATIVE_INFINITY) <= PAUSE_MS
    this.taps = [...(continues ? this.taps : []), now].slice(-COUNTED_TAPS)
    this.tempo.setState(tempoOf(this.taps), true)
  }
}

/** @param taps times in milliseconds, ascending */
function tempoOf(taps: readonly number[]): number | undefined {
  const lasted = (taps.at(-1) ?? 0) - (taps[0] ?? 0)
  return lasted > 0 ? Math.round((MINUTE_MS * (taps.length - 1)) / lasted) : undefined
}
