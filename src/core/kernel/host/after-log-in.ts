/** Parts of the core that nobody needs before the log-in: they are fetched when somebody is logged in. */
import { Auth } from '../../auth/auth.js'
import type { EventBus } from '../../events/event-bus.js'
import { type Disposable, disposable } from '../../platform/disposable.js'
import type { Logger } from '../../platform/logger.js'

interface Parts {
  readonly events: EventBus
  readonly log: Logger
}

/** @param bring fetches and starts them; asked again with the next log-in where it fails */
export function afterLogIn({ events, log }: Parts, bring: () => Promise<() => Disposable>): Disposable {
  let asked = false
  let started: Disposable | undefined
  let ended = false
  const fetch = async () => {
    try {
      const start = await bring()
      if (!ended) started = start()
    } catch (error) {
      asked = false
      log.warn('A part of the application could not be fetched after the log-in', error)
    }
  }
  const listening = events.on(Auth.CHANGED, ({ status }) => {
    if (status !== 'loggedIn' || asked) return
    asked = true
    void fetch()
  })
  return disposable(() => {
    ended = true
    listening.dispose()
    started?.dispose()
  })
}
