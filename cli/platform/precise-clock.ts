/** Clock whose timers run in a separate thread, because Node's timers may fire late. */
import { Worker } from 'node:worker_threads'
import { disposable } from '../../src/core/platform/store.js'

/**
 * Source of the timer thread, inlined so that no file is needed. It reports the earliest due time, using the
 * monotonic clock that both threads share.
 */
const TIMER = `
const { parentPort, workerData } = require('node:worker_threads')
const turn = new Int32Array(workerData, 0, 1)
const due = new Float64Array(workerData, 8, 1)
const now = () => Number(process.hrtime.bigint()) / 1e6
for (let reported = -1; ; ) {
  const seen = Atomics.load(turn, 0)
  if (seen < 0) break
  const wait = reported === seen ? Infinity : due[0] - now()
  if (wait > 0) Atomics.wait(turn, 0, seen, wait)
  else {
    reported = seen
    parentPort.postMessage(seen)
  }
}
`

const now = () => Number(process.hrtime.bigint()) / 1e6

export async function openPreciseClock() {
  const memory = new SharedArrayBuffer(16)
  const turn = new Int32Array(memory, 0, 1)
  const due = new Float64Array(memory, 8, 1)
  due[0] = Number.POSITIVE_INFINITY
  const waiting = new Map<() => void, number>()
  const origin = now() - performance.now()

  const worker = new Worker(TIMER, { eval: true, workerData: memory })
  await new Promise<void>((resolve, reject) => worker.once('online', resolve).once('error', reject))

  const schedule = () => {
    due[0] = Math.min(Number.POSITIVE_INFINITY, ...waiting.values())
    Atomics.add(turn, 0, 1)
    Atomics.notify(turn, 0)
  }
  worker.on('message', () => {
    for (const [run, at] of [...waiting]) {
      if (at > now() || !waiting.delete(run)) continue
      run()
    }
    schedule()
  })
  return {
    clock: {
      now: () => now() - origin,
      after(ms: number, run: () => void) {
        const timer = () => run()
        waiting.set(timer, now() + ms)
        schedule()
        return disposable(() => {
          if (waiting.delete(timer)) schedule()
        })
      },
    },
    close() {
      Atomics.store(turn, 0, -1)
      Atomics.notify(turn, 0)
      void worker.terminate()
    },
  }
}
