/** Browsers throttle timers in hidden pages to once per second or minute, but not timers in workers. */

import { LONGEST_TIMER_MS } from '../../core/platform/long-timers.js'
import type { ClockPort } from '../../core/platform/ports.js'
import { type Disposable, disposable } from '../../core/platform/store.js'

interface Waker {
  wakeIn(ms: number): void
  end(): void
}

interface UnthrottledTimersParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly isHidden: () => boolean
  readonly onVisibility: (run: () => void) => void
  readonly startWaker: (onWake: () => void) => Waker | undefined
  readonly onThrown: (thrown: unknown) => void
}

interface Waiting {
  readonly dueAt: number
  readonly timer: Disposable
  readonly run: () => void
}

/** Due tasks are run by the page's or the worker's timer, whichever fires first. */
export function unthrottledTimers(parts: UnthrottledTimersParts): ClockPort['after'] {
  const { clock, isHidden, onVisibility, startWaker, onThrown } = parts
  const waiting = new Set<Waiting>()
  let waker: Waker | undefined
  let wakesAt = Number.POSITIVE_INFINITY

  const drop = (each: Waiting) => {
    each.timer.dispose()
    return waiting.delete(each)
  }

  const wakeFor = (dueAt: number) => {
    if (dueAt >= wakesAt) return
    waker ??= startWaker(wake)
    wakesAt = dueAt
    waker?.wakeIn(Math.min(LONGEST_TIMER_MS, Math.max(0, Math.ceil(dueAt - clock.now()))))
  }

  const wake = () => {
    wakesAt = Number.POSITIVE_INFINITY
    const now = clock.now()
    const due = [...waiting].filter(({ dueAt }) => dueAt <= now).sort((a, b) => a.dueAt - b.dueAt)
    for (const each of due) {
      if (!drop(each)) continue
      try {
        each.run()
      } catch (thrown) {
        onThrown(thrown)
      }
    }
    follow()
  }

  const follow = () => {
    if (isHidden()) {
      for (const { dueAt } of waiting) wakeFor(dueAt)
      return
    }
    waker?.end()
    waker = undefined
    wakesAt = Number.POSITIVE_INFINITY
  }

  onVisibility(follow)

  return (ms, run) => {
    const dueAt = clock.now() + ms
    const timer = clock.after(ms, () => {
      waiting.delete(each)
      run()
    })
    const each: Waiting = { dueAt, timer, run }
    waiting.add(each)
    if (isHidden()) wakeFor(dueAt)
    return disposable(() => drop(each))
  }
}

/** Worker script. Inlined, because a separate file could not be loaded offline. */
const WORKER = 'let t;onmessage=e=>{clearTimeout(t);t=setTimeout(()=>postMessage(0),e.data)}'

export function startWorkerWaker(onWake: () => void): Waker | undefined {
  const address = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }))
  let worker: Worker
  try {
    worker = new Worker(address)
  } catch {
    URL.revokeObjectURL(address)
    return undefined
  }
  worker.onmessage = onWake
  return {
    wakeIn: ms => worker.postMessage(ms),
    end() {
      worker.terminate()
      URL.revokeObjectURL(address)
    },
  }
}
