import { type Claims, readClaims } from '../contract/claims.js'
import { createEvent } from '../events/event-bus.js'
import { type Disposable, disposable, type ReadonlyStore } from '../platform/store.js'
import type { Tokens } from './session-cookie.js'

interface SessionUser extends Readonly<Tokens> {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly claims: Claims | undefined
  readonly avatar?: string | undefined
}

type FetchedUser = Pick<SessionUser, 'id' | 'email' | 'name' | 'avatar'>

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

/** Session state, including data to detect stale responses. */
export interface SessionState {
  readonly session: Session
  /** Increases with each login, logout and change of user, to detect stale responses. */
  readonly generation: number
  /** Access token before the last refresh. Calls that used it can be retried. */
  readonly previousJwt?: string | undefined
  readonly loggingOut: boolean
}

/** `tokens` are undefined if another tab has logged out. */
export type SessionEvent =
  | { readonly type: 'restored' | 'refreshed' | 'otherTabChanged'; readonly tokens: Tokens | undefined }
  | { readonly type: 'loggedIn'; readonly tokens: Tokens }
  | { readonly type: 'startupBegan' | 'startupEnded' | 'userOutdated' | 'logoutRequested' }
  | { readonly type: 'userFetched'; readonly generation: number; readonly user: FetchedUser }
  | { readonly type: 'refreshRefused'; readonly generation: number }
  | { readonly type: 'loggedOut'; readonly generation: number; readonly serverNotified: false | undefined }

export type SessionEffect =
  | 'notify'
  | 'announce'
  | 'fetchUser'
  | 'startRenewal'
  | 'stopRenewal'
  | 'clearCookie'
  | 'endOnServer'
  | 'warnUnreadable'
  | Omit<LoggedOut, 'onward'>

type Transition = readonly [state: SessionState, ...effects: SessionEffect[]]

export const INITIAL_STATE: SessionState = {
  session: { status: 'loggedOut', busy: false },
  generation: 0,
  loggingOut: false,
}

/** Pure state transition. `Auth` publishes the new state, then runs the effects in order. */
export function transition(state: SessionState, event: SessionEvent): Transition {
  const { session, generation, loggingOut } = state
  const { user } = session
  if ('generation' in event && event.generation !== generation) return [state]
  switch (event.type) {
    case 'restored':
      return event.tokens ? withTokens(state, event.tokens) : ended(state)
    case 'loggedIn':
      return withTokens(nextGeneration(state), event.tokens, 'announce', 'startRenewal', 'fetchUser')
    case 'otherTabChanged':
      if (event.tokens) return withTokens(nextGeneration(state), event.tokens, 'startRenewal', 'fetchUser')
  }
  if (!user) return [state]
  switch (event.type) {
    case 'startupBegan':
      return [{ ...state, session: { ...session, busy: true } }, 'startRenewal']
    case 'startupEnded':
      return session.busy ? [{ ...state, session: { ...session, busy: false } }] : [state]
    case 'userOutdated':
      return [state, 'fetchUser']
    case 'userFetched':
      return [{ ...state, session: { ...session, user: { ...user, ...event.user } } }, 'notify']
    case 'logoutRequested':
      return [{ ...state, loggingOut: true }, 'endOnServer']
    case 'loggedOut':
      return ended(state, 'announce', { reason: 'user', serverNotified: event.serverNotified })
    case 'refreshRefused':
      return ended(state, 'announce', { reason: loggingOut ? 'user' : 'expired' })
  }
  if (!event.tokens) return ended(state, { reason: loggingOut ? 'user' : 'elsewhere' })
  const [next, ...effects] = withTokens(state, event.tokens)
  // Don't retry pending calls with the next user's tokens.
  const changesUser = user.id !== '' && user.id !== next.session.user?.id
  return [changesUser ? nextGeneration(next) : { ...next, previousJwt: user.jwt }, ...effects]
}

function nextGeneration(state: SessionState): SessionState {
  return { ...state, generation: state.generation + 1, previousJwt: undefined, loggingOut: false }
}

function withTokens(state: SessionState, tokens: Tokens, ...effects: SessionEffect[]): Transition {
  const user = userOf(tokens, state.session.user)
  const session: Session = { ...state.session, status: 'loggedIn', user }
  if (!user.claims) effects.push('warnUnreadable')
  return [{ ...state, session }, 'notify', ...effects]
}

function ended(state: SessionState, ...effects: SessionEffect[]): Transition {
  const { session } = INITIAL_STATE
  return [{ ...nextGeneration(state), session }, 'stopRenewal', 'clearCookie', 'notify', ...effects]
}

/** Keeps the fetched name and email address until the token's claims change. */
function userOf({ jwt, refreshToken }: Tokens, before: SessionUser | undefined): SessionUser {
  const claims = readClaims(jwt)
  const id = claims?.payload.sub ?? ''
  const same = before?.id === id ? before : undefined
  const latest = (part: 'email' | 'name') => {
    const claim = claims?.payload[part]
    const fetched = claim === same?.claims?.payload[part] ? same?.[part] : undefined
    return fetched || claim || same?.[part] || ''
  }
  const [email, name] = [latest('email'), latest('name')]
  return { id, email, name, jwt, refreshToken, claims, avatar: same?.avatar }
}

export function onSessionEnd(session: ReadonlyStore<Session>, onEnd: () => void): Disposable {
  return disposable(
    session.subscribe((now, before) => {
      if (before.status === 'loggedIn' && !isSameUser(now, before)) onEnd()
    }),
  )
}

function isSameUser(now: Session, before: Session): boolean {
  if (now.status !== 'loggedIn') return false
  return !now.user?.id || !before.user?.id || now.user.id === before.user.id
}
