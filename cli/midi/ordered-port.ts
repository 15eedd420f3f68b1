/**
 * Keeps messages in order. JZZ schedules each message separately and sends late ones immediately, so a
 * note-off could overtake its note-on.
 */
import type { Disposable } from '../../src/core/platform/store.js'
import { nodeClock } from '../platform/node-platform.js'

export interface PortOfLibrary {
  readonly id: string
  readonly name: string
  readonly manufacturer: string
  readonly version: string
  readonly type: string
  readonly state: string
  readonly connection: string
  onstatechange: unknown
  open(): Promise<unknown>
  close(): Promise<unknown>
  send(bytes: Iterable<number>, timestamp?: number): void
}

interface Queued {
  readonly bytes: readonly number[]
  readonly at: number
}

const queues = new Set<readonly Queued[]>()

export function queuedMessages(): number {
  let sum = 0
  for (const queue of queues) sum += queue.length
  return sum
}

export function orderedPort(port: PortOfLibrary): PortOfLibrary {
  const queue: Queued[] = []
  queues.add(queue)
  let timer: Disposable | undefined
  let opening: Promise<unknown> | undefined

  const sendDue = () => {
    timer = undefined
    for (let first = queue[0]; first && first.at <= performance.now(); first = queue[0]) {
      queue.shift()
      if (port.state === 'connected') port.send(first.bytes)
    }
    watch()
  }
  const watch = () => {
    timer?.dispose()
    const first = queue[0]
    timer = first && nodeClock.after(Math.max(0, first.at - performance.now()), sendDue)
  }
  const open = () => {
    opening ??= port.open()
    return opening
  }

  return {
    ...{ id: port.id, name: port.name, manufacturer: port.manufacturer },
    ...{ version: port.version, type: port.type },
    get state() {
      return port.state
    },
    get connection() {
      return port.connection
    },
    get onstatechange() {
      return port.onstatechange
    },
    set onstatechange(listener) {
      port.onstatechange = listener
    },
    open,
    async close() {
      timer?.dispose()
      await opening?.catch(() => undefined)
      // The remaining messages end notes, so send them early instead of dropping them.
      for (const { bytes } of queue.splice(0)) if (port.state === 'connected') port.send(bytes)
      queues.delete(queue)
      opening = undefined
      await port.close()
    },
    send(bytes, timestamp = 0) {
      const message = { bytes: [...bytes], at: Math.max(timestamp, 0) }
      const later = queue.findIndex(({ at }) => at > message.at)
      queue.splice(later < 0 ? queue.length : later, 0, message)
      open().then(watch, () => undefined)
    },
  }
}
