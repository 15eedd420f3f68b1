// Limits how much work of one kind is done at a time, and how long the rest waits for its turn.
import { DatabaseUnavailable } from './unavailable.js'

export class Lane {
  #free: number
  readonly #waitMs: number
  readonly #queue = new Set<() => void>()

  constructor(width: number, waitMs: number) {
    this.#free = width
    this.#waitMs = waitMs
  }

  get waiting(): number {
    return this.#queue.size
  }

  /** @throws DatabaseUnavailable if its turn does not come in time */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await this.#turn()
    try {
      return await work()
    } finally {
      const [next] = this.#queue
      if (next) next()
      else this.#free += 1
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        this.#queue.delete(enter)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#queue.delete(enter)
        reject(new DatabaseUnavailable(`No connection was free within ${this.#waitMs} ms.`))
      }, this.#waitMs)
      this.#queue.add(enter)
    })
  }
}
