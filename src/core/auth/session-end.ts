/** When somebody's session ends, however it does: here, by itself, in another tab, or because somebody else logs in there. */
import { type Disposable, disposable } from '../platform/disposable.js'
import type { ReadonlyStore } from '../platform/store.js'
import type { Session } from './session.js'

/** Calls `onEnd` at each end of a session: what belongs to one user must not be there for the next. */
export function onSessionEnd(session: ReadonlyStore<Session>, onEnd: () => void): Disposable {
  return disposable(
    session.subscribe((now, before) => {
      if (before.status === 'loggedIn' && !isSamePerson(now, before)) onEnd()
    }),
  )
}

/** An id that is not known yet is nobody else's. */
function isSamePerson(now: Session, before: Session): boolean {
  if (now.status !== 'loggedIn') return false
  return !now.user?.id || !before.user?.id || now.user.id === before.user.id
}
