/** Maximum clock drift, ten times the drift of a quartz clock. */
const DRIFT = 0.001
/** A message this much later than expected is late, or audio was paused, ms. */
const LATE_MS = 100
/** Number of consecutive late messages after which audio must have been paused. */
const PAUSED = 20

/**
 * Converts audio time in seconds to application time in ms. Messages from the audio thread arrive with varying
 * delays, so the earliest ones determine the offset.
 */
export class AudioClock {
  private offset = Number.POSITIVE_INFINITY
  private readAt = 0
  private late = 0

  /**
   * @param seconds audio time after the last sample of a message
   * @param nowMs when the message arrived
   */
  observe(seconds: number, nowMs: number): void {
    const measured = nowMs - 1000 * seconds
    const drifted = this.offset + Math.max(0, nowMs - this.readAt) * DRIFT
    this.readAt = nowMs
    this.late = measured > drifted + LATE_MS ? this.late + 1 : 0
    this.offset = this.late >= PAUSED ? measured : Math.min(measured, drifted)
  }

  /** @param ms application time @returns audio time in seconds */
  toSeconds(ms: number): number {
    return (ms - this.offset) / 1000
  }

  /** @param seconds audio time */
  toMs(seconds: number): number {
    return this.offset + 1000 * seconds
  }
}
