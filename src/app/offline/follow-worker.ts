import type { Kernel } from '../../core/kernel/tokens.js'
import { type Disposable, disposable } from '../../core/platform/store.js'

/** Update check interval. Browsers check only on page load, but a page may stay open for days. */
const UPDATE_CHECK_MS = 60 * 60 * 1000

export const NEW_VERSION_COMMAND = {
  id: 'app.use-new-version',
  title: 'Reload to update',
} as const

/** Registers the service worker. Never throws: the app works without it. */
export async function followWorker(
  { commands, log, notices, platform }: Kernel,
  { container, reload }: { container: ServiceWorkerContainer; reload: () => void },
): Promise<Disposable> {
  let asked = false
  let offered: Disposable | undefined
  let controlled = container.controller !== null

  const offer = (take: () => void) => {
    if (offered) return
    const run = () => {
      asked = true
      take()
    }
    offered = commands.register(NEW_VERSION_COMMAND, 'app', run)
    notices.post({
      kind: 'info',
      source: 'app',
      message: 'An update is available.',
      action: { label: 'Reload', run },
      stays: true,
    })
  }
  const waits = (worker: ServiceWorker) => offer(() => worker.postMessage('take-over'))
  const changed = () => {
    if (asked) return reload()
    // Another tab has activated a new worker. The first worker is not an update.
    if (controlled) offer(reload)
    controlled = true
  }
  container.addEventListener('controllerchange', changed)
  const stopListening = disposable(() => container.removeEventListener('controllerchange', changed))

  try {
    const registration = await container.register('/sw.js')
    if (registration.waiting && container.controller) waits(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const coming = registration.installing
      coming?.addEventListener('statechange', () => {
        if (coming.state === 'installed' && container.controller) waits(coming)
      })
    })
    const looking = platform.clock.every(UPDATE_CHECK_MS, () => {
      registration.update().catch(error => log.info('Couldn’t check for a new version', error))
    })
    return disposable(() => {
      looking.dispose()
      stopListening.dispose()
      offered?.dispose()
    })
  } catch (error) {
    log.warn('Couldn’t register the service worker, so Fretwork won’t open offline', error)
    return stopListening
  }
}
