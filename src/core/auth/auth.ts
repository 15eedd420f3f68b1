import { currentUser, type LoginBody, login, logout, type TokenPair } from '../contract/auth.js'
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
import { type Claims, hasExpired } from './claims.js'
import { OtherTabs } from './other-tabs.js'
import { signOutOfProviders } from './providers.js'
import { LOGGED_OUT, type LoggedOut, SESSION_CHANGED, type Session, userOf } from './session.js'
import { SessionCookie, type Tokens } from './session-cookie.js'
import { type RenewedSession, TokenRefresh } from './token-refresh.js'

const INDICATOR_AT_MOST_MS = 10_000
const LOG_OUT_AT_MOST_MS = 5000
const RENEWED_WITHIN_MS = 60_000
const REFRESH_EVERY_MS = 30 * 60 * 1000

export type ExternalLogin =
  typeof external extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? B : never

/** @example const isLoggedIn = get(AUTH).state.getState().status === 'loggedIn' */
export const AUTH = createToken<Auth>('core.auth', { permission: 'account' })

@injectable()
export class Auth {
  static readonly CHANGED = SESSION_CHANGED

  readonly stepUp = new StepUp()

  private readonly session = createStore<Session>({ status: 'loggedOut', busy: false })
  readonly state: ReadonlyStore<Session> = this.session
  private readonly cookie: SessionCookie
  private readonly otherTabs: OtherTabs
  private readonly tokens: TokenRefresh
  private renewals: readonly Disposable[] = []
  private indicatorTimeout: Disposable | undefined
  private leaving: Promise<void> | undefined
  private sessionGeneration = 0
  /** Previous access token; calls that used it can be retried. */
  private replaced: string | undefined

  constructor(
    @inject(PLATFORM)
    private readonly platform: Pick<
      Platform,
      'cookies' | 'storage' | 'clock' | 'locks' | 'online' | 'onConnected'
    >,
    @inject(API) private readonly api: ApiClient,
    @inject(TENANT) private readonly tenant: TenantService,
    @inject(EVENTS) private readonly events: EventBus,
    @inject(LOG) private readonly log: Logger,
  ) {
    api.attachSession({
      bearer: () => this.currentJwt(),
      onUnauthorized: token => this.renewAfterRefusal(token),
      onFactorNeeded: () => this.stepUp.ask(),
    })
    const tenantKey = () => tenant.current.key
    this.cookie = new SessionCookie(platform.cookies, tenantKey, log)
    this.tokens = new TokenRefresh(this.renewed(), { platform, api, cookie: this.cookie, tenantKey, log })
    const key = () => tenant.storageKey('Session')
    const jwt = () => this.currentJwt()
    this.otherTabs = new OtherTabs({ platform, cookie: this.cookie, key, jwt, log }, tokens =>
      this.followOtherTab(tokens),
    )
  }

  get claims(): Claims | undefined {
    return this.session.getState().user?.claims
  }

  currentJwt(): string | undefined {
    return this.session.getState().user?.jwt
  }

  onLoggedOut(listener: (event: LoggedOut) => void): Disposable {
    return this.events.on(LOGGED_OUT, listener)
  }

  /** Restores the session from the token cookie without a request. */
  init(): void {
    const tokens = this.cookie.read()
    if (tokens) this.apply(tokens)
    else this.forget()
  }

  /**
   * Refreshes the session on page load. Never throws, because the first call that needs the session reports
   * an expired one.
   */
  async start(): Promise<void> {
    if (!this.isLoggedIn) return
    this.session.setState({ busy: true })
    this.indicatorTimeout = this.platform.clock.after(INDICATOR_AT_MOST_MS, () => this.hideIndicator())
    this.beginRenewals()
    await this.refresh()
    if (this.isLoggedIn) await this.fetchUser()
    this.hideIndicator()
  }

  async login(credentials: LoginBody): Promise<void> {
    await this.begin(await this.api.call(login, { body: credentials }))
  }

  async secondFactor(proof: FactorProof): Promise<void> {
    await this.begin(await this.api.call(secondFactorLogin, { body: proof }))
  }

  async external(credentials: ExternalLogin): Promise<void> {
    await this.begin(await this.api.call(external, { body: credentials }))
  }

  /** Ends the session locally, and on the server if it responds within 5 s. Never throws. */
  logout(): Promise<void> {
    this.leaving ??= this.leave().finally(() => {
      this.leaving = undefined
    })
    return this.leaving
  }

  /**
   * Refreshes the tokens. Single-flight across tabs; postponed while offline.
   * @param how with `fresh`, ignores tokens issued before this call
   * @returns false if the server refuses, or is unavailable for 60 s. In the latter case, it retries in the
   * background
   */
  async refresh(how: { readonly fresh?: boolean } = {}): Promise<boolean> {
    const renewing = how.fresh ? this.tokens.fresh() : this.tokens.run()
    return (await this.within(RENEWED_WITHIN_MS, renewing)) ?? false
  }

  async reload(): Promise<void> {
    if ((await this.refresh({ fresh: true })) && this.isLoggedIn) await this.fetchUser()
  }

  /**
   * Refreshes the tokens after a 401, and logs out if the server refuses.
   * @returns whether the call should be retried
   * @throws ApiError `service_unavailable` if the server has not renewed the session within 60 s
   */
  async renewAfterRefusal(used?: string): Promise<boolean> {
    const { sessionGeneration } = this
    const before = this.currentJwt()
    if (before === undefined) return false
    // The token was renewed in the meantime. The retry must not use another user's token.
    if (used !== undefined && used !== before) return used === this.replaced
    const renewed = await this.within(RENEWED_WITHIN_MS, this.refreshOrEnd())
    if (sessionGeneration !== this.sessionGeneration) return false
    if (renewed === undefined || this.tokens.postponed) throw unavailable()
    return renewed && this.currentJwt() !== before
  }

  dispose(): void {
    this.tokens.dispose()
    this.endRenewals()
    this.indicatorTimeout?.dispose()
    this.otherTabs.dispose()
  }

  private get isLoggedIn(): boolean {
    return this.session.getState().status === 'loggedIn'
  }

  private async begin(tokens: TokenPair): Promise<void> {
    this.beginGeneration()
    this.cookie.write(tokens)
    this.apply(tokens)
    this.otherTabs.announce('loggedIn')
    this.beginRenewals()
    await this.fetchUser()
  }

  private async leave(): Promise<void> {
    if (!this.isLoggedIn) return
    const { sessionGeneration } = this
    const serverNotified = await this.within(LOG_OUT_AT_MOST_MS, this.endOnServer(sessionGeneration))
    if (sessionGeneration === this.sessionGeneration) this.end('user', serverNotified ?? false)
  }

  /** @returns the result of `work`, or undefined on timeout */
  private within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
    let timer: Disposable | undefined
    const late = new Promise<undefined>(resolve => {
      timer = this.platform.clock.after(ms, () => resolve(undefined))
    })
    return Promise.race([work, late]).finally(() => timer?.dispose())
  }

  private async endOnServer(sessionGeneration: number): Promise<boolean> {
    try {
      const { claims } = this
      // The server rejects logout with an expired token, so refresh the token first.
      if (claims && hasExpired(claims, this.platform.clock.date().getTime())) await this.tokens.once()
      if (sessionGeneration === this.sessionGeneration) await this.api.call(logout)
      return true
    } catch (error) {
      this.log.warn('The server could not be notified of the log-out', error)
      if (!(error instanceof ApiError)) return false
      const { status = 0 } = error
      return status === 401 || (status >= 200 && status < 300)
    }
  }

  private async refreshOrEnd(): Promise<boolean> {
    const { sessionGeneration } = this
    const fresh = await this.tokens.run()
    if (!fresh && sessionGeneration === this.sessionGeneration) this.end('expired')
    return fresh
  }

  private async refreshAfterReconnect(): Promise<void> {
    if (!this.tokens.postponed) return
    if ((await this.refreshOrEnd()) && this.isLoggedIn) await this.fetchUser()
  }

  private renewed(): RenewedSession {
    return {
      sessionGeneration: () => this.sessionGeneration,
      refreshToken: () => this.session.getState().user?.refreshToken ?? '',
      take: (tokens: Tokens) => {
        const { user } = this.session.getState()
        this.apply(tokens)
        // If another tab has logged in as another user, pending calls must not use that user's session.
        if (user?.id && user.id !== this.session.getState().user?.id) this.beginGeneration()
        else this.replaced = user?.jwt
      },
      waiting: () => this.hideIndicator(),
      lost: () => this.end('elsewhere'),
    }
  }

  private beginGeneration(): void {
    this.sessionGeneration++
    this.replaced = undefined
  }

  private hideIndicator(): void {
    this.indicatorTimeout?.dispose()
    if (this.session.getState().busy) this.session.setState({ busy: false })
  }

  private async fetchUser(): Promise<void> {
    const { sessionGeneration } = this
    try {
      const { id, email, name, avatar } = await this.api.call(currentUser)
      const { user } = this.session.getState()
      if (sessionGeneration === this.sessionGeneration && user)
        this.change({ user: { ...user, id, email, name, avatar } })
    } catch (error) {
      this.log.warn('The user could not be fetched; using the token’s claims', error)
    }
  }

  private apply(tokens: Tokens): void {
    const user = userOf(tokens, this.session.getState().user)
    if (!user.claims) {
      this.log.warn('The access token is not readable; the server decides about it')
    }
    this.change({ status: 'loggedIn', user })
  }

  private end(reason: LoggedOut['reason'], serverNotified?: boolean): void {
    if (!this.isLoggedIn) return
    this.forget()
    if (reason !== 'elsewhere') this.otherTabs.announce('loggedOut')
    const asked = this.leaving !== undefined || reason === 'user'
    const { platform, tenant, log } = this
    const onward = asked ? signOutOfProviders({ storage: platform.storage, tenant, log }) : undefined
    this.events.emit(LOGGED_OUT, {
      reason: asked ? 'user' : reason,
      onward,
      ...(serverNotified === false && { serverNotified }),
    })
  }

  private forget(): void {
    this.beginGeneration()
    this.endRenewals()
    this.indicatorTimeout?.dispose()
    this.cookie.clear()
    this.change({ status: 'loggedOut', busy: false, user: undefined })
  }

  private change(change: Partial<Session>): void {
    this.session.setState(change)
    this.events.emit(SESSION_CHANGED, this.session.getState())
  }

  private followOtherTab(tokens: Tokens | undefined): void {
    if (!tokens) {
      this.end('elsewhere')
      return
    }
    this.beginGeneration()
    this.apply(tokens)
    this.beginRenewals()
    void this.fetchUser()
  }

  private beginRenewals(): void {
    this.endRenewals()
    this.renewals = [
      this.platform.clock.every(REFRESH_EVERY_MS, () => void this.refreshOrEnd()),
      this.platform.onConnected(() => void this.refreshAfterReconnect()),
    ]
  }

  private endRenewals(): void {
    for (const renewal of this.renewals) renewal.dispose()
  }
}

function unavailable(): ApiError {
  const message = 'The server cannot renew the session at the moment; try again in a few minutes.'
  return new ApiError('bad_response', 'service_unavailable', message, { status: 503 })
}

class StepUp {
  private readonly store = createStore({ asked: false })
  readonly state: ReadonlyStore<{ readonly asked: boolean }> = this.store
  private dialogs = 0
  private waiting: ((shown: boolean) => void)[] = []

  attach(): Disposable {
    this.dialogs++
    return disposable(() => {
      this.dialogs--
      if (this.dialogs === 0) this.answer(false)
    })
  }

  async ask(): Promise<boolean> {
    if (this.dialogs === 0) return false
    this.store.setState({ asked: true })
    return new Promise(resolve => this.waiting.push(resolve))
  }

  answer(shown: boolean): void {
    for (const resolve of this.waiting.splice(0)) resolve(shown)
    this.store.setState({ asked: false })
  }
}
