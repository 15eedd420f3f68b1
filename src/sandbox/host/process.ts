import { FretworkError } from '../../core/platform/fretwork-error.js'
import { Channel, type Handler, type PortLike, type Received, readMessage } from '../protocol.js'
import { Budget, weightOf } from './budget.js'

const FRAME = '/apart/frame.html'
/** Start timeout, ms. The first request to an idle server can be slow. */
const START_LIMIT_MS = 15_000
const ANSWER_LIMIT_MS = 750
const LOOK_EVERY_MS = 50

export type ApartProcess = Awaited<ReturnType<typeof startProcess>>

/**
 * Starts a sandboxed plugin.
 * @param failed called once if the plugin hangs, floods the channel or cannot run
 * @throws FretworkError `apart_start_failed`
 */
export async function startProcess(
  handlers: Readonly<Record<string, Handler>>,
  failed: (reason: FretworkError) => void,
): Promise<{ readonly channel: Channel; end(reason?: FretworkError): void }> {
  const frame = sandboxedFrame()
  frame.hidden = true
  document.body.append(frame)
  const { port1, port2 } = new MessageChannel()
  const watched = new WatchedPort(port1, reason => stop(reason))
  const channel: Channel = new Channel(
    watched,
    { ...handlers, unloadable: message => stop(cannotRun(message)) },
    // Shows the error in the worker's console, for the plugin's author.
    ({ message }) => channel.say('refused', [message]),
  )
  let watching: ReturnType<typeof setInterval> | undefined
  let over = false

  const end = (reason?: FretworkError) => {
    over = true
    clearInterval(watching)
    channel.close(reason)
    port1.close()
    frame.remove()
  }
  const stop = (reason: FretworkError) => {
    if (over) return
    end(reason)
    failed(reason)
  }

  await within(START_LIMIT_MS, loaded(frame))
  frame.contentWindow?.postMessage({ worker: new URL('/apart/worker.js', location.href).href }, '*', [port2])
  await within(START_LIMIT_MS, channel.call('ping', [])).catch(error => {
    end()
    throw error
  })
  watching = watch(channel, () => stop(silent()))
  return { channel, end }
}

export function sandboxedFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  // Without `allow-same-origin`, the origin is opaque, so there is no access to storage, cookies or the page.
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.src = FRAME
  return frame
}

export function loaded(frame: HTMLIFrameElement): Promise<void> {
  return new Promise(resolve => frame.addEventListener('load', () => resolve(), { once: true }))
}

/** Detects a hanging plugin. Ignores time in which the page itself was blocked. */
function watch(channel: Channel, silent: () => void): ReturnType<typeof setInterval> {
  let waited = 0
  let asking = false
  let lookedAt = performance.now()
  return setInterval(() => {
    const now = performance.now()
    const passed = now - lookedAt
    lookedAt = now
    if (document.hidden) return
    if (asking) {
      waited += Math.min(passed, 2 * LOOK_EVERY_MS)
      if (waited >= ANSWER_LIMIT_MS) silent()
      return
    }
    asking = true
    waited = 0
    channel.call('ping', []).then(
      () => {
        asking = false
      },
      () => undefined,
    )
  }, LOOK_EVERY_MS)
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = `The plugin did not start within ${ms / 1000} seconds. Reload the page to try again.`
      reject(new FretworkError('apart_start_failed', message))
    }, ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const stopped = (code: string, fault: string) =>
  new FretworkError(code, `It ${fault} and was stopped. Enable it again, or report this to its author.`)
const silent = () => stopped('apart_unresponsive', `did not respond for ${ANSWER_LIMIT_MS / 1000} seconds`)
const tooMuch = () => stopped('apart_too_much', 'sent too many messages')
const notData = () => stopped('apart_not_data', 'sent something that is not data')
const cannotRun = (message: unknown) =>
  new FretworkError('apart_start_failed', `It cannot run here: ${String(message).slice(0, 500)}`)

/** Maximum cost of a burst of calls; more than a plugin needs, but too little to slow down the page. */
const EFFORT = 1500
const EFFORT_PER_SECOND = 1000
/** Costs of calls. Calls that make the page draw, store or retain data cost more than forwarded calls. */
const COSTS: Readonly<Record<string, number>> = Object.assign(Object.create(null), {
  ...{ notice: 150, failed: 150, format: 50, settings: 20, filter: 15, command: 20, listen: 20 },
  ...{ progress: 20, panel: 5, 'panel.picture': 5, 'panel.failed': 20, marks: 5, storage: 15 },
  ...{ use: 5, receive: 2, log: 5 },
})
const ANSWER_COST = 0.25
/** Maximum bytes in a burst. A song has a few million bytes. */
const BYTES = 16_000_000
/** A neck layer at 60 Hz needs less than one million. */
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
