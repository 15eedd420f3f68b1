import { FretworkError } from '../../core/platform/fretwork-error.js'
import { Channel, type Handler } from '../protocol.js'
import { stopped, WatchedPort } from './watched-port.js'

const FRAME = '/apart/frame.html'
/** Start timeout, ms. The first request to an idle server can be slow. */
const START_LIMIT_MS = 15_000
const ANSWER_LIMIT_MS = 750
const LOOK_EVERY_MS = 50

/**
 * Starts a sandboxed plugin.
 * @param failed called once if the plugin hangs, floods the channel or cannot run
 * @throws FretworkError `apart_start_failed`
 */
export async function startProcess(
  handlers: Readonly<Record<string, Handler>>,
  failed: (reason: FretworkError) => void,
): Promise<{ readonly channel: Channel; end(reason?: FretworkError): void }> {
  const frame = document.createElement('iframe')
  // Without `allow-same-origin`, the origin is opaque, so there is no access to storage, cookies or the page.
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.src = FRAME
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

  await inTime(new Promise(resolve => frame.addEventListener('load', resolve, { once: true })))
  frame.contentWindow?.postMessage({ worker: new URL('/apart/worker.js', location.href).href }, '*', [port2])
  await inTime(channel.call('ping', [])).catch(error => {
    end()
    throw error
  })
  watching = watch(channel, () => stop(silent()))
  return { channel, end }
}

/** Detects a hanging plugin. Ignores time in which the page itself was blocked. */
function watch(channel: Channel, silent: () => void): ReturnType<typeof setInterval> {
  /** Time since the last unanswered ping, ms; `undefined` once it is answered. */
  let waited: number | undefined
  let lookedAt = performance.now()
  return setInterval(() => {
    const now = performance.now()
    const passed = now - lookedAt
    lookedAt = now
    if (document.hidden) return
    if (waited !== undefined) {
      waited += Math.min(passed, 2 * LOOK_EVERY_MS)
      if (waited >= ANSWER_LIMIT_MS) silent()
      return
    }
    waited = 0
    const answered = () => {
      waited = undefined
    }
    channel.call('ping', []).then(answered, () => undefined)
  }, LOOK_EVERY_MS)
}

function inTime(work: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const message = `The plugin did not start within ${START_LIMIT_MS / 1000} seconds. Reload the page to try again.`
    const late = () => reject(new FretworkError('apart_start_failed', message))
    const timer = setTimeout(late, START_LIMIT_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const silent = () => stopped('apart_unresponsive', `did not respond for ${ANSWER_LIMIT_MS / 1000} seconds`)
const cannotRun = (message: unknown) =>
  new FretworkError('apart_start_failed', `It cannot run here: ${String(message).slice(0, 500)}`)
