/** Parts of the core that are not needed before login: loaded with the first login. */
import type { EventBus } from '../events/event-bus.js'
import { type Disposable, disposable } from '../platform/disposable.js'
import type { Logger } from '../platform/logger.js'
import { Auth } from './auth.js'

interface Parts {
  readonly events: EventBus
  readonly log: Logger
}

/** @param load returns the function that starts them; called again with the next login if it fails */
export function afterLogin({ events, log }: Parts, load: () => Promise<() => Disposable>): Disposable {
  let loading = false
  let started: Disposable | undefined
  let ended = false
  const start = async () => {
    try {
      const begin = await load()
      if (!ended) started = begin()
    } catch (error) {
      loading = false
      log.warn('A part of the application could not be loaded after login', error)
    }
  }
  const listening = events.on(Auth.CHANGED, ({ status }) => {
    if (status !== 'loggedIn' || loading) return
    loading = true
    void start()
  })
  return disposable(() => {
    ended = true
    listening.dispose()
    started?.dispose()
  })
}
