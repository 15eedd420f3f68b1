// Pictures of strangers: checked here, decoded and encoded in a worker with limits on time and memory.
import { Worker } from 'node:worker_threads'
import { PICTURE_BYTES } from '../../src/core/api/account.js'
import { Problem, tooMany } from '../http/problem.js'
import { Slots } from '../slots.js'
import { readStructure, refused } from './png-structure.js'

/** Next to this file, and next to the bundle: it is an entry of its own there (`vite.config.ts`). */
const WORKER = new URL('./picture-worker.mjs', import.meta.url)

/** The slowest accepted picture takes a tenth of a second; the first one also waits for the thread to start. */
const TIME_LIMIT_MS = 5000
/** Objects only; the size of buffers is limited by the header, which is checked first. */
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4, stackSizeMb: 2 }
/** One at a time: a second thread would only take the processor from everything else. */
const AT_ONCE = 1
/** Some seconds of waiting, and 6 MB; further pictures are refused. */
const MOST_WAITING = 20

export interface Picture {
  readonly picture: string
  readonly version: string
}

export class Pictures {
  readonly #slots = new Slots(AT_ONCE, { mostWaiting: MOST_WAITING, busy: tooMany })
  #worker: Worker | undefined

  /** @param file replaced in tests only */
  constructor(private readonly file = WORKER) {}

  /** Keeps the pixels: no text, no location, no trailing bytes. @throws Problem `picture_refused`, `rate_limited` */
  async read(base64: string): Promise<Picture> {
    const png = Buffer.from(base64, 'base64')
    if (png.length > PICTURE_BYTES) throw refused(`has more than ${PICTURE_BYTES / 1024} KB`)
    const structure = readStructure(png)
    const picture = await this.#slots.run(() => this.#answerTo({ png, ...structure }))
    if (!picture) throw refused('is damaged')
    return picture
  }

  /** Ends the worker. The picture that it is decoding is answered with `service_unavailable`. */
  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #answerTo(given: unknown): Promise<Picture | undefined> {
    const worker = this.#current()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(async () => {
        finish()
        // The next picture waits until the thread has ended, so that there are never two.
        await worker.terminate()
        reject(refused('takes too long to decode'))
      }, TIME_LIMIT_MS)
      const onAnswer = (answer: Picture | undefined) => {
        finish()
        resolve(answer)
      }
      const onError = (error: Error & { code?: string }) => {
        finish()
        const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        reject(outOfMemory ? refused('takes too much memory to decode') : error)
      }
      const onExit = () => {
        finish()
        reject(new Problem('service_unavailable', { headers: { 'retry-after': '5' } }))
      }
      const finish = () => {
        clearTimeout(timer)
        worker.off('message', onAnswer).off('error', onError).off('exit', onExit)
      }
      worker.on('message', onAnswer).on('error', onError).on('exit', onExit)
      worker.postMessage(given)
    })
  }

  #current(): Worker {
    if (this.#worker) return this.#worker
    // Neither our environment, which holds secrets, nor our loaders.
    const worker = new Worker(this.file, { resourceLimits: MEMORY_LIMITS, execArgv: [], env: {} })
    this.#worker = worker
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    // Both: a thread that failed exits only later, and would never answer the next picture.
    worker.on('error', forget).on('exit', forget)
    // An idle thread must not keep the process running.
    worker.unref()
    return worker
  }
}
