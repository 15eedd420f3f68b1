// Limits how many tasks run in parallel, and the length or waiting time of the queue.

interface Queue {
  readonly mostWaiting?: number
  readonly waitMs?: number
  readonly busy: () => Error
}

export class Slots {
  #free: number
  readonly #queue: Queue
  readonly #waiting = new Set<() => void>()

  constructor(
    private readonly atOnce: number,
    queue: Queue,
  ) {
    this.#free = atOnce
    this.#queue = queue
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.atOnce - this.#free, waiting: this.#waiting.size }
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await this.#turn()
    try {
      return await work()
    } finally {
      // Pass the slot directly to the next task in the queue, so that new callers can't overtake it.
      const [next] = this.#waiting
      if (next) next()
      else this.#free += 1
    }
  }

  #turn(): Promise<void> {
    const { mostWaiting = Number.POSITIVE_INFINITY, waitMs, busy } = this.#queue
    if (this.#waiting.size >= mostWaiting) throw busy()
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        this.#waiting.delete(enter)
        resolve()
      }
      const giveUp = () => {
        this.#waiting.delete(enter)
        reject(busy())
      }
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      this.#waiting.add(enter)
    })
  }
}
