import { type PortLike, type Received, readMessage } from '../../../apart/protocol.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { Budget, weightOf } from './budget.js'

/** More than a plugin needs, less than the page would feel. */
const EFFORT = 1500
const EFFORT_PER_SECOND = 1000
/** What the page draws, stores or keeps costs more than what it passes on. */
const COSTS: Readonly<Record<string, number>> = Object.assign(Object.create(null), {
  ...{ notice: 150, extend: 50, 'settings.change': 50, 'settings.reset': 50, 'command.execute': 50 },
  ...{ 'command.run': 20, 'command.context': 20, 'event.on': 20, 'event.emit': 5 },
  ...{ 'service.call': 5, 'service.load': 20, 'service.listen': 20 },
  ...{ progress: 20, 'item.store': 5, log: 5 },
})
const ANSWER_COST = 0.25
/** A song has a few million; a layer of the neck, sixty times a second, less than one. */
const BYTES = 16_000_000
const BYTES_PER_SECOND = 2_000_000

export class WatchedPort implements PortLike {
  onmessage: ((event: MessageEvent) => void) | null = null
  private readonly effort: Budget
  private readonly bytes: Budget
  private readonly asked = new Set<number>()

  constructor(
    private readonly port: PortLike,
    stop: (reason: FretworkError) => void,
    now: () => number = () => performance.now(),
  ) {
    this.effort = new Budget(EFFORT, EFFORT_PER_SECOND, now)
    this.bytes = new Budget(BYTES, BYTES_PER_SECOND, now)
    port.onmessage = event => {
      const reason = this.complaint(event.data)
      if (reason) {
        port.onmessage = null
        stop(reason)
      } else this.onmessage?.(event)
    }
  }

  postMessage(message: unknown, transfer: Transferable[]): void {
    this.port.postMessage(message, transfer)
    const sent = readMessage(message)
    if (sent?.kind === 'call') this.asked.add(sent.number)
  }

  private complaint(data: unknown): FretworkError | undefined {
    const message = readMessage(data)
    if (!message) return notData()
    if (!this.effort.spend(this.costOf(message))) return tooMuch()
    const weight = weightOf(data, BYTES)
    if (weight === Number.POSITIVE_INFINITY) return notData()
    return this.bytes.spend(weight) ? undefined : tooMuch()
  }

  private costOf(message: Received): number {
    if (message.kind === 'answer') return this.asked.delete(message.number) ? ANSWER_COST : 1
    return COSTS[message.name] ?? 1
  }
}

const tooMuch = () =>
  new FretworkError(
    'apart_too_much',
    'It sent more than the page can take and was stopped; switch it on again, or tell its author.',
  )
const notData = () =>
  new FretworkError(
    'apart_not_data',
    'It sent something else than data and was stopped; switch it on again, or tell its author.',
  )
