import { createEvent } from '../events/event-bus.js'
import { type Disposable, disposable, type ReadonlyStore } from '../platform/store.js'
import { type Claims, readClaims } from './claims.js'
import type { Tokens } from './session-cookie.js'

interface SessionUser {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly jwt: string
  readonly refreshToken: string
  readonly claims: Claims | undefined
  readonly avatar?: string | undefined
}

export interface Session {
  readonly status: 'loggedOut' | 'loggedIn'
  readonly busy: boolean
  readonly user?: SessionUser
}

export interface LoggedOut {
  readonly reason: 'user' | 'expired' | 'elsewhere'
  /** URL of the external provider's logout page. */
  readonly onward?: string | undefined
  /** False if the server could not be reached, so the session is still active on the server. */
  readonly serverNotified?: boolean | undefined
}

export const SESSION_CHANGED = createEvent<Session>('auth.changed', { permission: 'session' })
export const LOGGED_OUT = createEvent<LoggedOut>('auth.logged-out', { permission: 'session' })

export function userOf({ jwt, refreshToken }: Tokens, before: SessionUser | undefined): SessionUser {
  const claims = readClaims(jwt)
  const id = claims?.payload.sub ?? ''
  const same = before?.id === id ? before : undefined
  const known = (part: 'email' | 'name') => {
    const claimed = claims?.payload[part]
    const kept = claimed === same?.claims?.payload[part] ? same?.[part] : undefined
    return kept || claimed || same?.[part] || ''
  }
  return {
    id,
    email: known('email'),
    name: known('name'),
    jwt,
    refreshToken,
    claims,
    avatar: same?.avatar,
  }
}

export function onSessionEnd(session: ReadonlyStore<Session>, onEnd: () => void): Disposable {
  return disposable(
    session.subscribe((now, before) => {
      if (before.status === 'loggedIn' && !isSamePerson(now, before)) onEnd()
    }),
  )
}

function isSamePerson(now: Session, before: Session): boolean {
  if (now.status !== 'loggedIn') return false
  return !now.user?.id || !before.user?.id || now.user.id === before.user.id
}
