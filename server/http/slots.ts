// Work that only a few requests may do at the same time, and a queue with a limit for the others.
import { Problem } from './problem.js'

export class Slots {
  #running = 0
  readonly #waiting: (() => void)[] = []
  readonly #atOnce: number
  readonly #mostWaiting: number

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce
    this.#mostWaiting = mostWaiting
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length }
  }

  /** @throws Problem `rate_limited` if too many are waiting. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#mostWaiting)
        throw new Problem('rate_limited', { headers: { 'retry-after': '1' } })
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    } else {
      this.#running += 1
    }
    try {
      return await work()
    } finally {
      // The slot is handed over rather than freed, so that no one can cut in.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}
