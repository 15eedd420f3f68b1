/** What is loaded after the first log-in, so that the log-in page stays light: external plugins, the service worker. */
import type { Kernel } from '../core/kernel/host/kernel.js'
import { ARRIVING } from './external/arriving.js'

/** How long the first screen has the network for itself, in milliseconds. */
const WORKER_AFTER_MS = 2000

export function loadAfterLogIn(kernel: Kernel): void {
  const { auth } = kernel
  const look = () => {
    if (auth.state.getState().status !== 'loggedIn') return
    stop()
    void loadExternalPlugins(kernel)
    if (import.meta.env.PROD && 'serviceWorker' in navigator) whenIdle(() => void loadWorker(kernel))
  }
  const stop = auth.state.subscribe(look)
  look()
}

async function loadExternalPlugins(kernel: Kernel): Promise<void> {
  const { commands, log } = kernel
  commands.setContext(ARRIVING, true)
  try {
    const { followExternalPlugins } = await import('./external/external-plugins.js')
    followExternalPlugins(kernel, location.origin)
  } catch (error) {
    commands.setContext(ARRIVING, undefined)
    // The next page load tries again.
    log.warn('External plugins cannot be loaded', error)
  }
}

async function loadWorker(kernel: Kernel): Promise<void> {
  try {
    const { followWorker } = await import('./offline/follow-worker.js')
    const { serviceWorker: container } = navigator
    await followWorker(kernel, { container, reload: () => location.reload() })
  } catch (error) {
    kernel.log.warn('Fretwork will not open without a connection', error)
  }
}

/** Safari has no idle callbacks. */
function whenIdle(run: () => void): void {
  const idle = () => ('requestIdleCallback' in window ? requestIdleCallback(run) : run())
  const wait = () => setTimeout(idle, WORKER_AFTER_MS)
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}
