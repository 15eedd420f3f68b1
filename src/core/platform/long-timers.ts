/** Timers of any length: those of browsers and Node overflow after 24.8 days, and would fire at once. */
import { type Disposable, disposable } from './disposable.js'
import type { ClockPort } from './ports.js'

/** Milliseconds: the longest wait that the host's own timers know. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * @param after the host's own
 * @returns one that waits in several goes where it has to; for `Infinity` it never fires, but it is a timer all the
 * same: Node goes on for as long as it waits
 */
export function longTimers(after: ClockPort['after']): ClockPort['after'] {
  return (ms, run) => {
    if (ms <= LONGEST_TIMER_MS) return after(ms, run)
    let timer: Disposable
    const wait = (left: number) => {
      timer =
        left <= LONGEST_TIMER_MS
          ? after(left, run)
          : after(LONGEST_TIMER_MS, () => wait(left - LONGEST_TIMER_MS))
    }
    wait(ms)
    return disposable(() => timer.dispose())
  }
}
