/** Files of a golden run in several threads: each takes the next file when it is done with one. */
import { Worker } from 'node:worker_threads'
import type { GoldenCase } from './golden-case.js'
import type { ThreadWork } from './golden-thread.js'

/** From the sources or next to the bundle, where it is an entry of its own (`vite.config.ts`). */
const isSource = import.meta.url.endsWith('.ts')
const THREAD = new URL(isSource ? './golden-thread.ts' : './golden-thread.mjs', import.meta.url)
const REGISTER = new URL('../register.mjs', import.meta.url)

/**
 * @param take gets the results in the order of the files
 * @param signal ends all threads; the files that they have begun have no result
 * @throws what a thread threw; the others are ended
 */
export async function checkInThreads(
  work: ThreadWork,
  jobs: number,
  signal: AbortSignal,
  take: (found: GoldenCase) => void,
): Promise<void> {
  const workers: Worker[] = []
  const done = new Map<number, GoldenCase>()
  let next = 0
  let taken = 0
  const finished = (index: number, found: GoldenCase) => {
    done.set(index, found)
    for (let found = done.get(taken); found; found = done.get(taken)) {
      done.delete(taken)
      taken += 1
      take(found)
    }
  }
  const runThread = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(THREAD, {
        workerData: work,
        ...(isSource && { execArgv: ['--import', REGISTER.href] }),
      })
      workers.push(worker)
      let index = -1
      const giveNext = () => {
        index = next
        next += 1
        if (index < work.files.length) worker.postMessage(index)
        else resolve()
      }
      worker.on('message', (found: GoldenCase) => {
        finished(index, found)
        giveNext()
      })
      worker.on('error', reject)
      worker.on('exit', () => {
        if (signal.aborted) resolve()
        else reject(new Error(`A thread ended while it played ${work.files[index] ?? 'a file'}.`))
      })
      giveNext()
    })

  const endAll = () => Promise.all(workers.map(worker => worker.terminate()))
  const stop = () => void endAll()
  signal.addEventListener('abort', stop)
  try {
    await Promise.all(Array.from({ length: jobs }, runThread))
  } finally {
    signal.removeEventListener('abort', stop)
    for (const worker of workers) worker.removeAllListeners('exit')
    await endAll()
  }
}
