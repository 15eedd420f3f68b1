/** Registers the service worker after log-in, so that visitors of the log-in page do not download everything. */
import type { Kernel } from '../../core/kernel/host/kernel.js'

export function bringWorker(kernel: Kernel): void {
  if (!('serviceWorker' in navigator)) return
  const { auth, log } = kernel
  const look = () => {
    if (auth.state.getState().status !== 'loggedIn') return
    stop()
    // The page itself goes first.
    requestWhenIdle(async () => {
      try {
        const { followWorker } = await import('./follow-worker.js')
        const { serviceWorker: container } = navigator
        await followWorker(kernel, { container, reload: () => location.reload() })
      } catch (error) {
        log.warn('Fretwork will not open without a connection', error)
      }
    })
  }
  const stop = auth.state.subscribe(look)
  look()
}

/** How long the first screen has the network for itself, in milliseconds. */
const AFTER_MS = 2000

/** Safari has no idle callbacks. */
function requestWhenIdle(run: () => void): void {
  const idle = () => ('requestIdleCallback' in window ? requestIdleCallback(run) : run())
  const wait = () => setTimeout(idle, AFTER_MS)
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}
