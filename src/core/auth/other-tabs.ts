import type { Disposable } from '../platform/store.js'
import type { SessionParts } from './renewal.js'
import type { Tokens } from './session-cookie.js'

/** Browsers sync cookies and storage between tabs separately, so read the cookie again after a delay. */
const MIN_RECHECK_MS = 20
const MAX_RECHECK_MS = 2000

export function connectOtherTabs({ platform, cookie, log, state, dispatch }: SessionParts) {
  const { storage, clock } = platform
  // Signals changes to other tabs (docs/adr/0082-storage-events-between-tabs.md).
  const messageKey = () => `${cookie.name()}Session`
  let recheck: Disposable | undefined
  const subscription = storage.onChange((key, message = '') => {
    if (key === messageKey()) receive(message, MIN_RECHECK_MS)
  })

  /** Waits until the cookie matches the message. If it never does, the cookie wins. */
  function receive(message: string, recheckMs: number): void {
    recheck?.dispose()
    const tokens = cookie.read()
    if (!matches(message, tokens) && recheckMs <= MAX_RECHECK_MS)
      recheck = clock.after(recheckMs, () => receive(message, 2 * recheckMs))
    else dispatch({ type: 'otherTabChanged', tokens })
  }

  function matches(message: string, tokens: Tokens | undefined): boolean {
    if (message.startsWith('loggedOut')) return tokens === undefined
    return (
      !message.startsWith('loggedIn') || (tokens !== undefined && tokens.jwt !== state().session.user?.jwt)
    )
  }

  return {
    announce(): void {
      recheck?.dispose()
      try {
        storage.set(messageKey(), `${state().session.status} ${clock.date().getTime()}`)
      } catch (error) {
        log.warn('Other tabs could not be notified', error)
      }
    },
    dispose(): void {
      recheck?.dispose()
      subscription.dispose()
    },
  }
}
