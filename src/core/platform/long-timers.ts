import type { ClockPort } from './ports.js'
import { type Disposable, disposable } from './store.js'

/** Maximum timer delay, ms (24.8 days). Longer delays overflow and fire immediately. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

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
