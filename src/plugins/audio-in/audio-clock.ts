/** A larger change of the offset, in ms, means that audio was paused. */
const JUMP_MS = 100
/** Maximum clock drift, ten times that of a quartz clock. */
const DRIFT = 0.001

/**
 * Converts audio time in seconds to application time in ms. Messages from the audio thread arrive late by
 * varying delays, so the earliest arrival determines the offset.
 */
export class AudioClock {
  private offset = Number.POSITIVE_INFINITY
  private readAt = 0

  /**
   * @param seconds audio time after the last sample of a message
   * @param nowMs when the message arrived
   */
  observe(seconds: number, nowMs: number): void {
    const measured = nowMs - 1000 * seconds
    const drifted = this.offset + Math.max(0, nowMs - this.readAt) * DRIFT
    const hasJumped = Math.abs(measured - drifted) > JUMP_MS
    this.offset = hasJumped ? measured : Math.min(measured, drifted)
    this.readAt = nowMs
  }

  /** @param seconds audio time */
  toMs(seconds: number): number {
    return this.offset + 1000 * seconds
  }
}
