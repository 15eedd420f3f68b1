/** The page's side of the service worker: registers it, and says when it has a new version of the application. */
import type { Kernel } from '../../core/kernel/host/kernel.js'
import { type Disposable, disposable } from '../../core/platform/disposable.js'

/** A page that stays open for days asks for itself; else the browser asks with every visit. */
const LOOK_EVERY_MS = 60 * 60 * 1000

export const NEW_VERSION_COMMAND = {
  id: 'app.use-new-version',
  title: 'Reload into the new version',
} as const

interface WorkerSurroundings {
  readonly container: ServiceWorkerContainer
  readonly reload: () => void
}

/** Never throws: the application works without it (specification, section 8). */
export async function followWorker(
  { commands, log, notices, platform }: Kernel,
  { container, reload }: WorkerSurroundings,
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
      message: 'A new version is there.',
      action: { label: 'Reload', run },
      stays: true,
    })
  }
  const waits = (worker: ServiceWorker) => offer(() => worker.postMessage('take-over'))
  const changed = () => {
    if (asked) return reload()
    // Another tab has asked for it: what this one shows is the old one still. The very first brings nothing new.
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
    const looking = platform.clock.every(LOOK_EVERY_MS, () => {
      // Offline, or the server is gone: there is another hour.
      registration.update().catch(error => log.info('A new version could not be asked for', error))
    })
    return disposable(() => {
      looking.dispose()
      stopListening.dispose()
      offered?.dispose()
    })
  } catch (error) {
    log.warn('Fretwork will not open without a connection: its service worker could not be registered', error)
    return stopListening
  }
}
