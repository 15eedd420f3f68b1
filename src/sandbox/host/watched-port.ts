/** Limits what a sandboxed plugin sends. */
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { type PortLike, type Received, readMessage } from '../protocol.js'
import { Budget, weightOf } from './budget.js'

export const stopped = (code: string, fault: string) =>
  new FretworkError(code, `It ${fault} and was stopped. Enable it again, or report this to its author.`)
const tooMuch = () => stopped('apart_too_much', 'sent too many messages')
const notData = () => stopped('apart_not_data', 'sent something that is not data')

/** Maximum cost of a burst of calls; high enough for any plugin, but too low to slow down the page. */
const EFFORT = 1500
const EFFORT_PER_SECOND = 1000
/** Costs of calls. Calls that make the page draw, store or retain data cost more than forwarded calls. */
const COSTS: Readonly<Record<string, number>> = Object.assign(Object.create(null), {
  ...{ notice: 150, failed: 150, format: 50, settings: 20, filter: 15, command: 20, listen: 20 },
  ...{ progress: 20, panel: 5, 'panel.picture': 5, 'panel.failed': 20, marks: 5, storage: 15 },
  ...{ use: 5, receive: 2, log: 5 },
})
const ANSWER_COST = 0.25
/** Maximum burst size, bytes. A song has a few million bytes. */
const BYTES = 16_000_000
/** Sustained rate limit. A neck layer at 60 Hz needs less than one million. */
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

  postMessage(message: unknown): void {
    this.port.postMessage(message)
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
