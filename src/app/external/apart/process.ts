/** The worker of one plugin that runs apart, in a hidden frame of opaque origin; it is watched and can be ended. */
import { Channel, type Handler } from '../../../apart/protocol.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { Budget, weightOf } from './budget.js'

/** Served with a policy of its own: no network, no frames, no forms. */
const FRAME = '/apart/frame.html'
/** The frame and the worker come from our own server, and may be the first thing that it sends in a while. */
const START_LIMIT_MS = 15_000
/** Nothing that a plugin does at once may take longer. */
const ANSWER_LIMIT_MS = 750
const LOOK_EVERY_MS = 50
/** Messages, at once and then in a second: above all that a plugin needs, below what the page would feel. */
const EFFORT = 1500
const EFFORT_PER_SECOND = 1000
/** What the page has to draw, store or keep for a message, compared with one that it only passes on. */
const COSTS: Readonly<Record<string, number>> = Object.assign(Object.create(null), {
  ...{ notice: 150, extend: 50, 'settings.change': 50, 'settings.reset': 50, 'command.execute': 50 },
  ...{ 'command.run': 20, 'command.context': 20, 'event.on': 20, 'event.emit': 5 },
  ...{ 'service.call': 5, 'service.load': 20, 'service.listen': 20, 'filter.send': 2 },
  ...{ progress: 20, 'item.store': 5, log: 5 },
})
/** A message of an expressive controller comes a thousand times a second, and a filter answers each. */
const ANSWER_COST = 0.25
/** A song as a plugin reads it has a few million; a layer of the neck, sixty times a second, less than one in all. */
const BYTES = 16_000_000
const BYTES_PER_SECOND = 2_000_000

export interface ApartProcess {
  readonly channel: Channel
  /** Takes the worker with its frame; what still waits for an answer gets the reason. */
  end(reason?: FretworkError): void
}

/**
 * @param failed called once if the worker has to be ended: it does not answer, sends too much, or cannot run
 * @throws FretworkError `apart_start_failed`
 */
export async function startProcess(
  handlers: Readonly<Record<string, Handler>>,
  failed: (reason: FretworkError) => void,
): Promise<ApartProcess> {
  const frame = sandboxedFrame()
  frame.hidden = true
  document.body.append(frame)
  const { port1, port2 } = new MessageChannel()
  const watched = new WatchedPort(port1, reason => stop(reason))
  const channel: Channel = new Channel(
    watched,
    { ...handlers, failed: message => stop(cannotRun(message)) },
    // For its author, who looks into the console of the worker.
    ({ message }) => channel.say('refused', [message]),
  )
  let watching: ReturnType<typeof setInterval> | undefined
  let over = false

  const end = (reason?: FretworkError) => {
    over = true
    clearInterval(watching)
    channel.close(reason)
    port1.close()
    // The worker goes with the document that has started it.
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
  // Without `allow-same-origin` its origin is like no other: no storage, no cookies, nothing of the page.
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.src = FRAME
  return frame
}

export function loaded(frame: HTMLIFrameElement): Promise<void> {
  return new Promise(resolve => frame.addEventListener('load', () => resolve(), { once: true }))
}

/** A time in which the page itself stood still does not count. */
function watch(channel: Channel, silent: () => void): ReturnType<typeof setInterval> {
  let waited = 0
  let asking = false
  let lookedAt = performance.now()
  return setInterval(() => {
    const now = performance.now()
    const passed = now - lookedAt
    lookedAt = now
    // Timers of a hidden page are rare.
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
      // It was ended: nothing is asked any more.
      () => undefined,
    )
  }, LOOK_EVERY_MS)
}

/** Weighs what comes in, and lets nothing more in once it is too much. */
class WatchedPort {
  onmessage: ((event: MessageEvent) => void) | null = null
  private readonly effort = new Budget(EFFORT, EFFORT_PER_SECOND)
  private readonly bytes = new Budget(BYTES, BYTES_PER_SECOND)

  constructor(
    private readonly port: MessagePort,
    stop: (reason: FretworkError) => void,
  ) {
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
  }

  private complaint(message: unknown): FretworkError | undefined {
    const { name, say, answer } = Object(message) as Readonly<Record<string, unknown>>
    const cost = answer === undefined ? (COSTS[String(say ?? name)] ?? 1) : ANSWER_COST
    if (!this.effort.spend(cost)) return tooMuch()
    const weight = weightOf(message, BYTES)
    if (weight === Number.POSITIVE_INFINITY) return notData()
    return this.bytes.spend(weight) ? undefined : tooMuch()
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = `The plugin did not start within ${ms / 1000} seconds; reload the page to try again.`
      reject(new FretworkError('apart_start_failed', message))
    }, ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const silent = () =>
  new FretworkError(
    'apart_unresponsive',
    'It did not answer for a second and was stopped; switch it on again, or tell its author.',
  )
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
const cannotRun = (message: unknown) =>
  new FretworkError('apart_start_failed', `It cannot run here: ${String(message).slice(0, 500)}`)
