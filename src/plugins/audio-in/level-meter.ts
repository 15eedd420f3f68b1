import type { AudioLevel } from './tokens.js'

/** Peaks below it are the noise of a quiet room, dBFS. */
const SILENCE_DB = -60
/** Plucked notes below it are easily lost in noise, dBFS. */
const QUIET_DB = -34
const CLIPPING_DB = -0.1
/** Decay of the remembered peak, dB per second: the state stays between two notes. */
const DECAY = 10
const CLIPPED_MS = 1500

export class LevelMeter {
  private loudest = Number.NEGATIVE_INFINITY
  private measuredAt = 0
  private clippedAt = Number.NEGATIVE_INFINITY

  /** @param peak 0–1 @param at ms */
  measure(peak: number, at: number): AudioLevel {
    const db = 20 * Math.log10(Math.max(peak, 1e-5))
    if (db >= CLIPPING_DB) this.clippedAt = at
    this.loudest = Math.max(db, this.loudest - (DECAY * (at - this.measuredAt)) / 1000)
    this.measuredAt = at
    return { peak: db, state: this.stateAt(at) }
  }

  private stateAt(at: number): AudioLevel['state'] {
    if (at - this.clippedAt < CLIPPED_MS) return 'clipping'
    if (this.loudest < SILENCE_DB) return 'silent'
    return this.loudest < QUIET_DB ? 'quiet' : 'good'
  }
}
