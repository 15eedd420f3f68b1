/** The session: who is logged in, log-in, log-out, and the tokens kept fresh (specification, section 4). */
import { currentUser, type LoginBody, login, logout, type TokenPair } from '../api/auth.js'
import type { Endpoint } from '../api/endpoint.js'
import type { external } from '../api/sign-up.js'
import { EVENTS, type EventBus } from '../events/event-bus.js'
import { API, type ApiClient } from '../http/api-client.js'
import { ApiError } from '../http/api-error.js'
import type { Disposable } from '../platform/disposable.js'
import { LOG, type Logger } from '../platform/logger.js'
import { type ClockPort, PLATFORM, type Platform } from '../platform/ports.js'
import { inject, injectable } from '../platform/services/inject.js'
import { createToken } from '../platform/services/token.js'
import { createStore, type ReadonlyStore } from '../platform/store.js'
import { TENANT, type TenantService } from '../tenant/tenant-service.js'
import { type Claims, hasExpired } from './claims.js'
import { signOutOfProviders } from './providers.js'
import { LOGGED_OUT, type LoggedOut, SESSION_CHANGED, type Session, userOf } from './session.js'
import { RefreshTimes, type RenewedSession, TokenRefresh, TokenStore, type Tokens } from './token-refresh.js'

/** No call has a time limit (specification, section 7), so the loading indicator has one. */
const INDICATOR_AT_MOST_MS = 10_000

export interface AuthParts {
  readonly platform: Pick<Platform, 'cookies' | 'storage' | 'clock' | 'locks' | 'online' | 'onConnected'>
  readonly api: ApiClient
  readonly tenant: TenantService
  readonly events: EventBus
  readonly log: Logger
}

/** The body of an external log-in, without loading the calls around it. */
export type ExternalLogin =
  typeof external extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? B : never

/** @example const isLoggedIn = get(AUTH).state.getState().status === 'loggedIn' */
export const AUTH = createToken<Auth>('core.auth')

@injectable()
export class Auth {
  static readonly CHANGED = SESSION_CHANGED

  private readonly session = createStore<Session>({ status: 'loggedOut', busy: false })
  private readonly cookie: TokenStore
  private readonly tabs: OtherTabs
  private readonly tokens: TokenRefresh
  private readonly times: RefreshTimes
  private patience: Disposable | undefined
  private leaving: Promise<void> | undefined
  /** Counts log-ins and log-outs: an answer that belongs to an earlier session changes nothing. */
  private era = 0
  /** The access token that the present one replaced: calls that left with it are worth repeating. */
  private replaced: string | undefined

  private readonly parts: AuthParts

  constructor(
    @inject(PLATFORM) platform: AuthParts['platform'],
    @inject(API) api: ApiClient,
    @inject(TENANT) tenant: TenantService,
    @inject(EVENTS) events: EventBus,
    @inject(LOG) log: Logger,
  ) {
    const parts = { platform, api, tenant, events, log }
    this.parts = parts
    api.attachSession({
      bearer: () => this.currentJwt(),
      onUnauthorized: token => this.renewAfterRefusal(token),
    })
    const tenantKey = () => tenant.current.key
    this.cookie = new TokenStore(platform.cookies, tenantKey, log)
    this.tokens = new TokenRefresh(this.renewed(), { platform, api, cookie: this.cookie, tenantKey, log })
    this.tabs = new OtherTabs(parts, () => this.followOtherTab())
    this.times = new RefreshTimes(platform, {
      every: () => void this.refreshOrEnd(),
      connected: () => void this.makeUp(),
    })
  }

  get state(): ReadonlyStore<Session> {
    return this.session
  }

  get claims(): Claims | undefined {
    return this.session.getState().user?.claims
  }

  currentJwt(): string | undefined {
    return this.session.getState().user?.jwt
  }

  onLoggedOut(listener: (event: LoggedOut) => void): Disposable {
    return this.parts.events.on(LOGGED_OUT, listener)
  }

  /** Restores the session of the token cookie, without the network. */
  init(): void {
    const tokens = this.cookie.read()
    if (tokens) this.apply(tokens)
    else this.forget()
  }

  /**
   * At application start: refreshes the token and fetches the user while `busy` is set. All failures are
   * ignored (specification, sections 4 and 8): a session that is over shows with the first call that needs it.
   */
  async start(): Promise<void> {
    if (!this.isLoggedIn) return
    this.session.setState({ busy: true })
    this.patience = this.parts.platform.clock.after(INDICATOR_AT_MOST_MS, () => this.rest())
    this.times.begin()
    await this.refresh()
    if (this.isLoggedIn) await this.fetchUser()
    this.rest()
  }

  /** @throws ApiError */
  async login(credentials: LoginBody): Promise<void> {
    await this.begin(await this.parts.api.call(login, { body: credentials }))
  }

  /** Log-in with what an external provider sent back. @throws ApiError */
  async external(credentials: ExternalLogin): Promise<void> {
    // Loaded on first use: the log-in page does not need the schemas.
    const { external } = await import('../api/sign-up.js')
    await this.begin(await this.parts.api.call(external, { body: credentials }))
  }

  /** Ends the session here and, as far as it can be reached within 5 s, on the server. Never throws. */
  logout(): Promise<void> {
    this.leaving ??= this.leave().finally(() => {
      this.leaving = undefined
    })
    return this.leaving
  }

  /**
   * Single-flight, also across tabs; postponed while offline.
   * @param how `fresh`: only tokens issued from now on count, because the account has changed
   * @returns false only where the session could not be refreshed: refused, or no network for 60 s
   */
  refresh(how: { readonly fresh?: boolean } = {}): Promise<boolean> {
    return how.fresh ? this.tokens.fresh() : this.tokens.run()
  }

  /** After a change of the account, such as its name, picture or plan: renews claims and user. Failures are ignored. */
  async reload(): Promise<void> {
    if ((await this.refresh({ fresh: true })) && this.isLoggedIn) await this.fetchUser()
  }

  /**
   * After a 401: true where the call is worth repeating. A failed refresh logs out.
   * @param used the access token that was refused
   */
  async renewAfterRefusal(used?: string): Promise<boolean> {
    const { era } = this
    const before = this.currentJwt()
    if (before === undefined) return false
    // Renewed while the call was on its way. A token of an earlier session's user is not ours to repeat with.
    if (used !== undefined && used !== before) return used === this.replaced
    const fresh = await this.refresh()
    if (era !== this.era) return false
    if (!fresh) this.end('expired')
    return fresh && this.currentJwt() !== before
  }

  dispose(): void {
    this.tokens.dispose()
    this.times.end()
    this.patience?.dispose()
    this.tabs.dispose()
  }

  private get isLoggedIn(): boolean {
    return this.session.getState().status === 'loggedIn'
  }

  private async begin(tokens: TokenPair): Promise<void> {
    this.beginEra()
    this.cookie.write(tokens)
    this.apply(tokens)
    this.tabs.announce('loggedIn')
    this.times.begin()
    await this.fetchUser()
  }

  private async leave(): Promise<void> {
    if (!this.isLoggedIn) return
    const { era } = this
    const { api, log, platform } = this.parts
    const serverNotified = await endOnServer({
      api,
      log,
      clock: platform.clock,
      renew: async () => {
        const { claims } = this
        if (claims && hasExpired(claims, platform.clock.date().getTime())) await this.tokens.once()
      },
      current: () => era === this.era,
    })
    if (era === this.era) this.end('user', serverNotified)
  }

  private async refreshOrEnd(): Promise<boolean> {
    const { era } = this
    const fresh = await this.refresh()
    if (!fresh && era === this.era) this.end('expired')
    return fresh
  }

  /** The connection is back: does what had to wait for it. */
  private async makeUp(): Promise<void> {
    if (!this.tokens.postponed) return
    if ((await this.refreshOrEnd()) && this.isLoggedIn) await this.fetchUser()
  }

  /** This session as the refresh of its tokens sees it. */
  private renewed(): RenewedSession {
    return {
      era: () => this.era,
      refreshToken: () => this.session.getState().user?.refreshToken ?? '',
      take: (tokens: Tokens) => {
        const { user } = this.session.getState()
        this.apply(tokens)
        // Another tab may have logged in as another user: running calls must not continue as that user.
        if (user?.id && user.id !== this.session.getState().user?.id) this.beginEra()
        else this.replaced = user?.jwt
      },
      waiting: () => this.rest(),
      lost: () => this.end('elsewhere'),
    }
  }

  private beginEra(): void {
    this.era++
    this.replaced = undefined
  }

  /** Hides the loading indicator. */
  private rest(): void {
    this.patience?.dispose()
    if (this.session.getState().busy) this.session.setState({ busy: false })
  }

  /** A failure is ignored (specification, section 8): the token has the name as well. */
  private async fetchUser(): Promise<void> {
    const { era } = this
    try {
      const { id, email, name, avatar } = await this.parts.api.call(currentUser)
      const { user } = this.session.getState()
      if (era === this.era && user) this.change({ user: { ...user, id, email, name, avatar } })
    } catch (error) {
      this.parts.log.warn('The user could not be fetched; going on with what the token says', error)
    }
  }

  private apply(tokens: Tokens): void {
    const user = userOf(tokens, this.session.getState().user)
    if (!user.claims) {
      this.parts.log.warn('The access token is not readable; the server decides about it')
    }
    this.change({ status: 'loggedIn', user })
  }

  private end(reason: LoggedOut['reason'], serverNotified?: boolean): void {
    if (!this.isLoggedIn) return
    this.forget()
    if (reason !== 'elsewhere') this.tabs.announce('loggedOut')
    const asked = this.leaving !== undefined || reason === 'user'
    const onward = asked ? this.signOutOfProviders() : undefined
    this.parts.events.emit(LOGGED_OUT, {
      reason: asked ? 'user' : reason,
      onward,
      ...(serverNotified === false && { serverNotified }),
    })
  }

  private signOutOfProviders(): string | undefined {
    const { platform, tenant, log } = this.parts
    return signOutOfProviders({ storage: platform.storage, tenant, log })
  }

  private forget(): void {
    this.beginEra()
    this.times.end()
    this.patience?.dispose()
    this.cookie.clear()
    this.change({ status: 'loggedOut', busy: false, user: undefined })
  }

  private change(change: Partial<Session>): void {
    this.session.setState(change)
    this.parts.events.emit(SESSION_CHANGED, this.session.getState())
  }

  private followOtherTab(): void {
    const tokens = this.cookie.read()
    if (!tokens) {
      this.end('elsewhere')
      return
    }
    this.beginEra()
    this.apply(tokens)
    this.times.begin()
    // A token does not contain the picture.
    void this.fetchUser()
  }
}

/** No call has a time limit (specification, section 7), but a log-out must not keep the user waiting. */
const AT_MOST_MS = 5000

interface Parts {
  readonly api: ApiClient
  readonly clock: ClockPort
  readonly log: Logger
  /** Renews an expired token, with which the server would end no session. */
  readonly renew: () => Promise<unknown>
  /** Whether the session is still the same. */
  readonly current: () => boolean
}

/** Never throws, and takes 5 s at most. @returns whether the session is known to have ended there */
async function endOnServer(parts: Parts): Promise<boolean> {
  let patience: Disposable | undefined
  const tooLong = new Promise<boolean>(resolve => {
    patience = parts.clock.after(AT_MOST_MS, () => resolve(false))
  })
  const ended = await Promise.race([logOutThere(parts), tooLong])
  patience?.dispose()
  return ended
}

async function logOutThere({ api, log, renew, current }: Parts): Promise<boolean> {
  try {
    await renew()
    if (current()) await api.call(logout)
    return true
  } catch (error) {
    // A log-out that fails on the server is ignored (specification, section 4).
    log.warn('The server could not be notified of the log-out', error)
    // Refused as unknown: the session was over already.
    return error instanceof ApiError && error.status === 401
  }
}

/** Log-ins and log-outs, as the tabs of one browser announce them to each other. */
interface OtherTabsParts {
  readonly platform: Pick<Platform, 'storage' | 'clock'>
  readonly tenant: TenantService
  readonly log: Logger
}

/** A stored value has a change event; a cookie has none. */
class OtherTabs {
  private readonly listening: Disposable

  /** @param changed another tab has logged in or out: the cookie says which */
  constructor(
    private readonly parts: OtherTabsParts,
    changed: () => void,
  ) {
    this.listening = parts.platform.storage.onChange(key => {
      if (key === this.key) changed()
    })
  }

  announce(status: Session['status']): void {
    const { platform, log } = this.parts
    try {
      // With the time, so that the same again is a change, too.
      platform.storage.set(this.key, `${status} ${platform.clock.date().getTime()}`)
    } catch (error) {
      log.warn('Other tabs could not be notified of the log-in or log-out', error)
    }
  }

  dispose(): void {
    this.listening.dispose()
  }

  private get key(): string {
    return this.parts.tenant.storageKey('Session')
  }
}
