import { FretworkError } from '../../core/platform/fretwork-error.js'
import { Channel, type Handler } from '../protocol.js'
import { stopped, WatchedPort } from './watched-port.js'

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

const silent = () => stopped('apart_unresponsive', `did not respond for ${ANSWER_LIMIT_MS / 1000} seconds`)
const cannotRun = (message: unknown) =>
  new FretworkError('apart_start_failed', `It cannot run here: ${String(message).slice(0, 500)}`)
