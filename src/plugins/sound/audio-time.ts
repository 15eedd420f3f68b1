/** A larger jump means that the audio was suspended, seconds. */
const JUMP_S = 0.1
/** Maximum drift of the clocks, seconds per second; quartz drifts a tenth of that. */
const DRIFT = 0.001

/**
 * Converts application time in milliseconds to audio time in seconds, never in the past. A page reads the audio's clock
 * in steps of 3 to 40 ms, so a reading is late by up to one step. Using the earliest keeps the time between notes exact.
 */
export function createAudioTime(now: () => number, currentTime: () => number): (ms: number) => number {
  let offset = Number.NEGATIVE_INFINITY
  let readAt = 0

  return ms => {
    const nowS = now() / 1000
    const read = currentTime()
    const measured = read - nowS
    const drifted = offset - Math.max(0, nowS - readAt) * DRIFT
    offset = Math.abs(measured - drifted) > JUMP_S ? measured : Math.max(measured, drifted)
    readAt = nowS
    return Math.max(read, offset + ms / 1000)
  }
}
