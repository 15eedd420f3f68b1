/** The application's clock in the seconds of the browser's audio, without the steps in which that advances. */

/** A larger jump means that the audio was suspended in the meantime. */
const JUMP_S = 0.1
/** Maximum drift between the two clocks, in seconds per second; quartz drifts a tenth of that. */
const DRIFT = 0.001

/**
 * A page reads the audio's clock in steps of one buffer (3 to 40 ms), so each reading is late by up to one: the
 * earliest of them is right. Two notes 5 ms apart then stay 5 ms apart.
 *
 * @param now milliseconds on the application's clock
 * @param currentTime seconds on the audio's clock, as it can be read
 * @returns gives the audio's time of a time of the application; never in the past
 */
export function createAudioTime(now: () => number, currentTime: () => number): (ms: number) => number {
  /** Audio time of the application's 0. */
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
