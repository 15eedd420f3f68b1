import type { AudioLevel } from './tokens.js'

/** Peak level of the noise in a quiet room, dBFS. */
const NOISE_DB = -60
/** Plucked strings should be at least 20 dB above the noise. */
const QUIET_DB = NOISE_DB + 20
const CLIPPING_DB = -0.1
/** How long clipping stays visible, ms. */
const CLIPPED_MS = 1500
/** Minimum rise of a plucked string above what is still sounding, dB. */
const RISE_DB = 6
/** Decay of the level that a plucked string is compared with, dB per ms. */
const DECAY = 0.03
/** Time from the rise of a plucked string to its peak, ms. */
const ATTACK_MS = 150

/** Measures the level, and judges it by the latest plucked string. */
export class LevelMeter {
  private before = Number.NEGATIVE_INFINITY
  private measuredAt = 0
  private clippedAt = Number.NEGATIVE_INFINITY
  private plucked = Number.NEGATIVE_INFINITY
  private pluckedAt = Number.NEGATIVE_INFINITY

  /** @param peak 0–1 @param at ms */
  measure(peak: number, at: number): AudioLevel {
    const db = 20 * Math.log10(Math.max(peak, 1e-5))
    const before = this.before - DECAY * (at - this.measuredAt)
    if (db > Math.max(NOISE_DB, before + RISE_DB)) {
      this.plucked = db
      this.pluckedAt = at
    } else if (at - this.pluckedAt < ATTACK_MS) this.plucked = Math.max(this.plucked, db)
    if (db >= CLIPPING_DB) this.clippedAt = at
    this.before = Math.max(db, before)
    this.measuredAt = at
    return { peak: db, state: this.stateAt(at) }
  }

  private stateAt(at: number): AudioLevel['state'] {
    if (at - this.clippedAt < CLIPPED_MS) return 'clipping'
    if (this.plucked < NOISE_DB) return 'silent'
    return this.plucked < QUIET_DB ? 'quiet' : 'good'
  }
}
