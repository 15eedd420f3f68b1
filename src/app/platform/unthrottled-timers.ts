/**
 * Timers that are on time also while the tab is hidden. Browsers let the timers of a hidden page wait for a second,
 * later for a minute; a worker's they do not, and a message from one comes at once.
 */
import { type Disposable, disposable } from '../../core/platform/disposable.js'
import { LONGEST_TIMER_MS } from '../../core/platform/long-timers.js'
import type { ClockPort } from '../../core/platform/ports.js'

/** A timer that runs elsewhere: one at a time. */
interface Waker {
  /** Instead of what was asked for before. */
  wakeIn(ms: number): void
  end(): void
}

interface UnthrottledTimersParts {
  /** With the page's own timers. */
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly isHidden: () => boolean
  /** Called when the page is hidden and when it is shown again. */
  readonly onVisibility: (run: () => void) => void
  /** `undefined` where there is none: the page's own timers have to do. */
  readonly startWaker: (onWake: () => void) => Waker | undefined
  /** Takes what a timer's function throws: the others run all the same. */
  readonly onThrown: (thrown: unknown) => void
}

interface Waiting {
  readonly dueAt: number
  readonly timer: Disposable
  readonly run: () => void
}

/** Both run what is due, whichever comes first: the page's own timer, and while the page is hidden the waker. */
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
    // Woken before it is time, it waits once more.
    waker?.wakeIn(Math.min(LONGEST_TIMER_MS, Math.max(0, Math.ceil(dueAt - clock.now()))))
  }

  const wake = () => {
    wakesAt = Number.POSITIVE_INFINITY
    const now = clock.now()
    const due = [...waiting].filter(({ dueAt }) => dueAt <= now).sort((a, b) => a.dueAt - b.dueAt)
    for (const each of due) {
      // One that ran before may have called it off.
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

/** No file of its own: it would have to be fetched when the page is hidden, perhaps without a connection. */
const WORKER = 'let t;onmessage=e=>{clearTimeout(t);t=setTimeout(()=>postMessage(0),e.data)}'

export function startWorkerWaker(onWake: () => void): Waker | undefined {
  const address = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }))
  let worker: Worker
  try {
    worker = new Worker(address)
  } catch {
    // Forbidden or unknown here: what is due then comes late, by the page's own timers.
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
