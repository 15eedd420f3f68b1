/** Messages in the order of time, and for equal times in the order in which they were added: as ports send them. */

export interface TimedMessage {
  readonly bytes: readonly number[]
  /** Milliseconds on the clock of the application. */
  readonly at: number
}

export interface TimeQueue {
  add(bytes: readonly number[], atMs: number): void
  /** The first message, if it is due by then; it is no longer in the queue. */
  take(untilMs: number): TimedMessage | undefined
  /** When the first is due; undefined where there is none. */
  firstAt(): number | undefined
  clear(): void
}

export function createTimeQueue(): TimeQueue {
  const messages: TimedMessage[] = []

  return {
    add(bytes, at) {
      // Nearly always the last: a song and a player send in order.
      let place = messages.length
      while (place > 0 && (messages[place - 1]?.at ?? 0) > at) place -= 1
      if (place === messages.length) messages.push({ bytes, at })
      else messages.splice(place, 0, { bytes, at })
    },
    take(untilMs) {
      const first = messages[0]
      return first && first.at <= untilMs ? messages.shift() : undefined
    },
    firstAt: () => messages[0]?.at,
    clear() {
      messages.length = 0
    },
  }
}
