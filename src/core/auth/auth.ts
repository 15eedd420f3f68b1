import { currentUser, type LoginBody, login, logout, type TokenPair } from '../contract/auth.js'
import { type Claims, hasExpired } from '../contract/claims.js'
import type { Endpoint } from '../contract/endpoint.js'
import { type FactorProof, secondFactorLogin } from '../contract/second-factor.js'
import { external } from '../contract/sign-up.js'
import { EVENTS, type EventBus } from '../events/event-bus.js'
import { API, type ApiClient } from '../http/api-client.js'
import { ApiError } from '../http/api-error.js'
import { inject, injectable } from '../platform/inject.js'
import { LOG, type Logger, PLATFORM, type Platform } from '../platform/ports.js'
import { createStore, type Disposable, disposable, type ReadonlyStore } from '../platform/store.js'
import { createToken } from '../platform/token.js'
import { TENANT, type TenantService } from '../tenant/tenant-service.js'
import { logOutOfProvider } from './providers.js'
import { createRenewal, type Renewal, type SessionParts } from './renewal.js'
import {
  INITIAL_STATE,
  LOGGED_OUT,
  type LoggedOut,
  SESSION_CHANGED,
  type Session,
  type SessionEffect,
  type SessionEvent,
  transition,
} from './session.js'
import { createSessionCookie, type SessionCookie, type Tokens } from './session-cookie.js'

const MAX_INDICATOR_MS = 10_000
const MAX_LOGOUT_MS = 5000
const MAX_REFRESH_MS = 60_000

const UNAVAILABLE = 'The server can’t renew the session. Try again in a few minutes.'

export type ExternalLogin =
  typeof external extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? B : never

export const AUTH = createToken<Auth>('core.auth', { permission: 'account' })

@injectable()
export class Auth {
  readonly stepUp = createStepUp()

  private current = INITIAL_STATE
  private readonly session = createStore(INITIAL_STATE.session)
  readonly state: ReadonlyStore<Session> = this.session
  private readonly cookie: SessionCookie
  private readonly otherTabs: ReturnType<typeof connectOtherTabs>
  private readonly renewal: Renewal
  private loggingOut: Promise<unknown> | undefined

  constructor(
    @inject(PLATFORM) private readonly platform: SessionParts['platform'] & Pick<Platform, 'cookies'>,
    @inject(API) private readonly api: ApiClient,
    @inject(TENANT) private readonly tenant: TenantService,
    @inject(EVENTS) private readonly events: EventBus,
    @inject(LOG) private readonly log: Logger,
  ) {
    api.attachSession({
      bearer: () => this.currentJwt(),
      onUnauthorized: token => this.renewAfterRefusal(token),
      onFactorNeeded: () => this.stepUp.request(),
    })
    const cookie = createSessionCookie(platform.cookies, () => tenant.current.key, log)
    this.cookie = cookie
    const state = () => this.current
    const dispatch = (event: SessionEvent) => void this.dispatch(event)
    const parts = { platform, api, cookie, log, state, dispatch }
    this.renewal = createRenewal(parts)
    this.otherTabs = connectOtherTabs(parts)
  }

  get claims(): Claims | undefined {
    return this.current.session.user?.claims
  }

  currentJwt(): string | undefined {
    return this.current.session.user?.jwt
  }

  onLoggedOut(listener: (event: LoggedOut) => void): Disposable {
    return this.events.on(LOGGED_OUT, listener)
  }

  init(): void {
    void this.dispatch({ type: 'restored', tokens: this.cookie.read() })
  }

  /**
   * Refreshes the session on page load. Never throws: the next call that needs the session reports its
   * expiry.
   */
  async start(): Promise<void> {
    if (this.currentJwt() === undefined) return
    void this.dispatch({ type: 'startupBegan' })
    // Fetch the user even if the refresh is refused: the access token may still be valid.
    const startup = this.refresh().then(() => this.dispatch({ type: 'userOutdated' }))
    await this.within(MAX_INDICATOR_MS, startup)
    void this.dispatch({ type: 'startupEnded' })
  }

  async login(credentials: LoginBody): Promise<void> {
    await this.begin(this.api.call(login, { body: credentials }))
  }

  async secondFactor(proof: FactorProof): Promise<void> {
    await this.begin(this.api.call(secondFactorLogin, { body: proof }))
  }

  async external(credentials: ExternalLogin): Promise<void> {
    await this.begin(this.api.call(external, { body: credentials }))
  }

  /** Ends the session locally, and on the server if it responds within 5 s. Never throws. */
  async logout(): Promise<void> {
    this.loggingOut ??= this.dispatch({ type: 'logoutRequested' }).finally(() => {
      this.loggingOut = undefined
    })
    await this.loggingOut
  }

  /**
   * Refreshes the tokens, in one tab at a time. Waits while offline.
   * @param how `fresh` ignores tokens issued before this call
   * @returns false if the server refuses or is unavailable for 60 s. After that, retries continue in the
   * background.
   */
  async refresh(how: { readonly fresh?: boolean } = {}): Promise<boolean> {
    return (await this.within(MAX_REFRESH_MS, this.renewal.refresh(how.fresh))) ?? false
  }

  async reload(): Promise<void> {
    if (await this.refresh({ fresh: true })) await this.dispatch({ type: 'userOutdated' })
  }

  /**
   * Refreshes the tokens after a 401 response, and logs out if the server refuses.
   * @returns whether to retry the call
   * @throws ApiError `service_unavailable` if the server has not renewed the session within 60 s
   */
  async renewAfterRefusal(used?: string): Promise<boolean> {
    const { generation, previousJwt } = this.current
    const before = this.currentJwt()
    if (before === undefined) return false
    // Another call renewed the token. Don't retry with another user's token.
    if (used !== undefined && used !== before) return used === previousJwt
    const renewed = await this.within(MAX_REFRESH_MS, this.renewal.refreshOrEnd())
    if (generation !== this.current.generation) return false
    if (renewed === undefined || this.renewal.isPostponed())
      throw new ApiError('bad_response', 'service_unavailable', UNAVAILABLE, { status: 503 })
    return renewed && this.currentJwt() !== before
  }

  dispose(): void {
    this.renewal.dispose()
    this.otherTabs.dispose()
  }

  private async begin(response: Promise<TokenPair>): Promise<void> {
    const tokens = await response
    // Write the cookie first. If that fails, the session must not change.
    this.cookie.write(tokens)
    await this.dispatch({ type: 'loggedIn', tokens })
  }

  /** @returns a promise that resolves when all effects are done */
  private dispatch(event: SessionEvent): Promise<unknown> {
    const [state, ...effects] = transition(this.current, event)
    this.current = state
    this.session.setState(state.session, true)
    return Promise.all(effects.map(effect => this.perform(effect)))
  }

  private perform(effect: SessionEffect): unknown {
    const { events, log, platform, renewal, tenant } = this
    if (effect === 'notify') return events.emit(SESSION_CHANGED, this.current.session)
    if (effect === 'announce') return this.otherTabs.announce()
    if (effect === 'fetchUser') return this.fetchUser()
    if (effect === 'startRenewal') return renewal.start()
    if (effect === 'stopRenewal') return renewal.stop()
    if (effect === 'clearCookie') return this.cookie.clear()
    if (effect === 'endOnServer') return this.endOnServer()
    if (effect === 'warnUnreadable') return log.warn('The access token is unreadable')
    const { storage } = platform
    const onward = effect.reason === 'user' ? logOutOfProvider({ storage, tenant, log }) : undefined
    return events.emit(LOGGED_OUT, { ...effect, onward })
  }

  private async endOnServer(): Promise<void> {
    const { generation } = this.current
    const notified = await this.within(MAX_LOGOUT_MS, this.notifyServer(generation))
    const serverNotified = notified ? undefined : false
    void this.dispatch({ type: 'loggedOut', generation, serverNotified })
  }

  private async notifyServer(generation: number): Promise<boolean> {
    try {
      // The server rejects a logout with an expired token.
      if (hasExpired(this.claims, this.platform.clock.date().getTime())) await this.renewal.attempt()
      if (generation === this.current.generation) await this.api.call(logout)
      return true
    } catch (error) {
      this.log.warn('The server could not be notified', error)
      const { status = 0 } = error instanceof ApiError ? error : {}
      return status === 401 || (status >= 200 && status < 300)
    }
  }

  private async fetchUser(): Promise<void> {
    const { generation } = this.current
    try {
      const { id, email, name, avatar } = await this.api.call(currentUser)
      void this.dispatch({ type: 'userFetched', generation, user: { id, email, name, avatar } })
    } catch (error) {
      this.log.warn('The user could not be fetched', error)
    }
  }

  private within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
    let timer: Disposable | undefined
    const late = new Promise<undefined>(resolve => {
      timer = this.platform.clock.after(ms, () => resolve(undefined))
    })
    return Promise.race([work, late]).finally(() => timer?.dispose())
  }
}

function createStepUp() {
  const store = createStore({ open: false })
  const pending: ((confirmed: boolean) => void)[] = []
  let dialogs = 0

  function close(confirmed: boolean): void {
    for (const resolve of pending.splice(0)) resolve(confirmed)
    store.setState({ open: false })
  }

  return {
    state: store as ReadonlyStore<{ readonly open: boolean }>,
    close,
    attach(): Disposable {
      dialogs++
      return disposable(() => {
        if (--dialogs === 0) close(false)
      })
    },
    /** @returns whether the user confirmed; false if no dialog is attached */
    async request(): Promise<boolean> {
      if (dialogs === 0) return false
      store.setState({ open: true })
      return new Promise(resolve => pending.push(resolve))
    },
  }
}

/** Browsers sync cookies and storage between tabs separately, so read the cookie again after a delay. */
const MIN_RECHECK_MS = 20
const MAX_RECHECK_MS = 2000

function connectOtherTabs({ platform, cookie, log, state, dispatch }: SessionParts) {
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
