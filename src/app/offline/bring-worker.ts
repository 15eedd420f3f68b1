/** The service worker comes behind the log-in: who only looks at the first page does not fetch all the others. */
import type { Kernel } from '../../core/kernel/kernel.js'

export function bringWorker(kernel: Kernel): void {
  if (!('serviceWorker' in navigator)) return
  const { auth, log } = kernel
  const look = () => {
    if (auth.state.getState().status !== 'loggedIn') return
    stop()
    // What the page itself still fetches goes first.
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

/** Safari has no idle callbacks. */
function requestWhenIdle(run: () => void): void {
  const wait = () => ('requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 1000))
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}
