/** Between a log-out and the next log-in nothing is heard, sent or kept: what was played belongs to who played it. */
import { onSessionEnd, type Session } from '../../core/auth/session.js'
import { type Disposable, disposable } from '../../core/platform/disposable.js'
import type { ReadonlyStore } from '../../core/platform/store.js'

/** What all MIDI comes in and goes out through. */
export interface Door {
  readonly open: boolean
}

export interface SessionDoor extends Door {
  /**
   * Calls `onEnd` when somebody's session ends, however it does: here, by itself, in another tab, or because
   * another tab has logged in as somebody else. What is sent in there still goes out.
   */
  watch(session: ReadonlyStore<Session>, onEnd: () => void): Disposable
}

export function createDoor(): SessionDoor {
  // Open at first: the plugin is started by what only the logged-in can do, and on the command line nobody logs in.
  let open = true

  return {
    get open() {
      return open
    },
    watch(session, onEnd) {
      // Ended first: what is sent in there still goes out.
      const ending = onSessionEnd(session, onEnd)
      const stop = session.subscribe((now, before) => {
        if (now.status !== before.status) open = now.status === 'loggedIn'
      })
      return disposable(() => {
        ending.dispose()
        stop()
      })
    },
  }
}
