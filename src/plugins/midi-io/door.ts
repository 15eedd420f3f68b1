/** Between a log-out and the next log-in nothing is heard, sent or kept: what was played belongs to who played it. */
import type { Session } from '../../core/auth/session.js'
import type { Disposable } from '../../core/platform/disposable.js'
import { disposable } from '../../core/platform/disposable.js'
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
      const stop = session.subscribe((now, before) => {
        if (before.status === 'loggedIn' && !isSamePerson(now, before)) onEnd()
        if (now.status !== before.status) open = now.status === 'loggedIn'
      })
      return disposable(stop)
    },
  }
}

/** An id that is not known yet is nobody else's. */
function isSamePerson(now: Session, before: Session): boolean {
  if (now.status !== 'loggedIn') return false
  return !now.user?.id || !before.user?.id || now.user.id === before.user.id
}
