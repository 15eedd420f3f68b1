/** Messages of one port in the order in which they were played, while a filter is waited for. */

interface Waiting {
  /** Missing until it is known what the message has become. */
  goOn?: () => void
}

export class WaitingMessages {
  private waiting: Waiting[] = []
  private isGoing = false

  get size(): number {
    return this.waiting.length
  }

  /**
   * @param made what the message has become; a promise never rejects
   * @param goOn called with it after all that was played before; at once if nothing is waited for
   * @returns what `goOn` returns, if it is called at once
   */
  add<T, R>(made: T | Promise<T>, goOn: (made: T) => R): R | undefined {
    const isKnown = !(made instanceof Promise)
    if (isKnown && this.waiting.length === 0 && !this.isGoing) return goOn(made)
    const message: Waiting = {}
    this.waiting.push(message)
    const settle = (result: T) => {
      message.goOn = () => void goOn(result)
      this.goOn()
    }
    if (isKnown) settle(made)
    else void made.then(settle)
    return undefined
  }

  /** Nothing of it goes on. */
  clear(): void {
    this.waiting = []
  }

  private goOn(): void {
    // What a listener plays meanwhile comes after the message that it listens to.
    if (this.isGoing) return
    this.isGoing = true
    try {
      while (this.waiting[0]?.goOn) this.waiting.shift()?.goOn?.()
    } finally {
      this.isGoing = false
    }
  }
}
