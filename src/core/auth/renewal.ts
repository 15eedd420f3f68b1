import { refresh as refreshEndpoint } from '../contract/auth.js'
import { hasExpired, readClaims } from '../contract/claims.js'
import type { ApiClient } from '../http/api-client.js'
import { ApiError } from '../http/api-error.js'
import { jittered, type Logger, type Platform } from '../platform/ports.js'
import type { Disposable } from '../platform/store.js'
import type { SessionEvent, SessionState } from './session.js'
import type { SessionCookie, Tokens } from './session-cookie.js'

const REFRESH_EVERY_MS = 30 * 60 * 1000
const MIN_RETRY_MS = 1000
const MAX_RETRY_MS = 30_000

/** HTTP statuses that reject the token. Other failures are outages, which don't end the session. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 401, 403])

/** A number is the minimum retry delay in ms during an outage (Retry-After header). */
type Outcome = 'done' | 'refused' | number

export interface SessionParts {
  readonly platform: Pick<Platform, 'clock' | 'locks' | 'online' | 'onConnected' | 'storage'>
  readonly api: ApiClient
  readonly cookie: SessionCookie
  readonly log: Logger
  readonly state: () => SessionState
  readonly dispatch: (event: SessionEvent) => void
}

export type Renewal = ReturnType<typeof createRenewal>

/** Refreshes the tokens every 30 minutes, after reconnecting and on request, in one tab at a time. */
export function createRenewal({ platform, api, cookie, log, state, dispatch }: SessionParts) {
  const { clock } = platform
  let triggers: readonly Disposable[] = []
  let running: Promise<boolean> | undefined
  let queued: Promise<boolean> | undefined
  let retryTimer: Disposable | undefined
  let disposed = false
  let postponed = false

  function start(): void {
    stop()
    triggers = [
      clock.every(REFRESH_EVERY_MS, () => void refreshOrEnd()),
      platform.onConnected(async () => {
        if (postponed && (await refreshOrEnd())) dispatch({ type: 'userOutdated' })
      }),
    ]
  }

  function stop(): void {
    for (const trigger of triggers) trigger.dispose()
  }

  function dispose(): void {
    disposed = true
    stop()
    retryTimer?.dispose()
  }

  /**
   * Joins a pending refresh. Retries until the server responds.
   * @param fresh ignores tokens that another tab or a pending refresh received earlier
   * @returns false if the server refuses
   */
  function refresh(fresh = false): Promise<boolean> {
    if (!fresh) return begin(false)
    queued ??= afterRunning()
    return queued
  }

  async function afterRunning(): Promise<boolean> {
    do await running
    while (running)
    queued = undefined
    return begin(true)
  }

  function begin(fresh: boolean): Promise<boolean> {
    running ??= retry(fresh).finally(() => {
      running = undefined
    })
    return running
  }

  async function refreshOrEnd(): Promise<boolean> {
    const { generation } = state()
    const refreshed = await refresh()
    if (!refreshed) dispatch({ type: 'refreshRefused', generation })
    return refreshed
  }

  async function retry(fresh: boolean): Promise<boolean> {
    for (let delay = MIN_RETRY_MS; ; delay = Math.min(delay * 2, MAX_RETRY_MS)) {
      postponed = !platform.online()
      if (postponed) return true
      const outcome = await attempt(fresh)
      if (typeof outcome === 'string') return outcome === 'done'
      if (disposed) return true
      dispatch({ type: 'startupEnded' })
      await new Promise<void>(resolve => {
        retryTimer = clock.after(outcome + jittered(delay), resolve)
      })
    }
  }

  async function attempt(fresh = false): Promise<Outcome> {
    try {
      return await platform.locks.run(`${cookie.name()}.refresh`, () => exchange(fresh))
    } catch (error) {
      log.warn('The refresh lock failed', error)
      return 0
    }
  }

  async function exchange(fresh: boolean): Promise<Outcome> {
    const current = state().session.user?.refreshToken
    if (!current) return 'done'
    const stored = cookie.read()
    // Another tab has refreshed the session. Only that tab's tokens are valid.
    if (!stored || (stored.refreshToken !== current && isUsable(stored))) {
      dispatch({ type: 'refreshed', tokens: stored })
      if (!stored?.refreshToken || !fresh) return 'done'
    }
    return send(stored)
  }

  async function send({ refreshToken }: Tokens): Promise<Outcome> {
    const { generation } = state()
    try {
      const tokens = await api.call(refreshEndpoint, { body: { refreshToken } })
      if (generation !== state().generation || adoptNewer(refreshToken)) return 'done'
      cookie.write(tokens)
      dispatch({ type: 'refreshed', tokens })
      return 'done'
    } catch (error) {
      if (generation !== state().generation) return 'done'
      const { status, retryAfter = 0 } = error instanceof ApiError ? error : {}
      if (!REFUSALS.has(status)) return Math.min(1000 * retryAfter, MAX_RETRY_MS)
      if (adoptNewer(refreshToken)) return 'done'
      log.warn('The session could not be refreshed', error)
      return 'refused'
    }
  }

  /** If another tab changed the cookie during the call, the cookie wins over the response. */
  function adoptNewer(sentToken: string): boolean {
    const stored = cookie.read()
    if (stored?.refreshToken === sentToken) return false
    dispatch({ type: 'refreshed', tokens: stored })
    return true
  }

  function isUsable({ jwt, refreshToken }: Tokens): boolean {
    return refreshToken === '' || !hasExpired(readClaims(jwt), clock.date().getTime())
  }

  return { start, stop, dispose, refresh, refreshOrEnd, attempt, isPostponed: () => postponed }
}
