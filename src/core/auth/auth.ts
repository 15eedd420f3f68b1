/** The session: who is logged in, log-in, log-out, and the tokens kept fresh (specification, section 4). */
import { currentUser, type LoginBody, login, logout, type TokenPair } from '../api/auth.js'
import type { Endpoint } from '../api/endpoint.js'
import type { external } from '../api/sign-up.js'
import { createEvent, type EventBus } from '../events/event-bus.js'
import type { ApiClient } from '../http/api-client.js'
import type { Disposable } from '../platform/disposable.js'
import type { Logger } from '../platform/logger.js'
import type { Platform } from '../platform/ports.js'
import { createStore, type ReadonlyStore } from '../platform/store.js'
import type { TenantService } from '../tenant/tenant-service.js'
import { type Claims, hasExpired, readClaims } from './claims.js'
import { type RenewedSession, TokenRefresh } from './token-refresh.js'
import { TokenStore, type Tokens } from './token-store.js'

export const REFRESH_EVERY_MS = 30 * 60 * 1000
/** No call has a time limit (specification, section 7), so what waits for one has: the loading indicator … */
const INDICATOR_AT_MOST_MS = 10_000
/** … and the log-out, which is the user's to decide. */
const TELL_SERVER_AT_MOST_MS = 5000

export interface SessionUser {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly jwt: string
  readonly refreshToken: string
  readonly claims: Claims | undefined
}

export interface Session {
  readonly status: 'loggedOut' | 'loggedIn'
  /** While a session is taken up again at start-up. */
  readonly busy: boolean
  readonly user?: SessionUser
}

export interface LoggedOut {
  /** `user`: asked for; `expired`: the session could not be refreshed; `elsewhere`: in another tab. */
  readonly reason: 'user' | 'expired' | 'elsewhere'
}

export interface AuthParts {
  readonly platform: Pick<Platform, 'cookies' | 'storage' | 'clock' | 'locks' | 'online'>
  readonly api: ApiClient
  readonly tenant: TenantService
  readonly events: EventBus
  readonly log: Logger
}

const CHANGED = createEvent<Session>('auth.changed')
const LOGGED_OUT = createEvent<LoggedOut>('auth.logged-out')

/** The body of an external log-in, without loading the calls around it. */
export type ExternalLogin =
  typeof external extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? B : never

export class Auth {
  static readonly CHANGED = CHANGED

  private readonly session = createStore<Session>({ status: 'loggedOut', busy: false })
  private readonly cookie: TokenStore
  private readonly listening: Disposable
  private readonly tokens: TokenRefresh
  private timer: Disposable | undefined
  private patience: Disposable | undefined
  private leaving: Promise<void> | undefined
  /** Counts log-ins and log-outs: an answer that belongs to an earlier session changes nothing. */
  private era = 0
  /** The access token that the present one replaced: calls that left with it are worth repeating. */
  private replaced: string | undefined

  constructor(private readonly parts: AuthParts) {
    const { platform, tenant, api, log } = parts
    const tenantKey = () => tenant.current.key
    this.cookie = new TokenStore(platform.cookies, tenantKey, log)
    this.tokens = new TokenRefresh(this.renewed(), { platform, api, cookie: this.cookie, tenantKey, log })
    this.listening = platform.storage.onChange(key => {
      if (key === this.signalKey) this.followOtherTab()
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

  /** Takes up the session of the token cookie, without asking the network. */
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
    if (this.session.getState().status !== 'loggedIn') return
    this.session.setState({ busy: true })
    this.patience = this.parts.platform.clock.after(INDICATOR_AT_MOST_MS, () => this.rest())
    this.keepFresh()
    await this.refresh()
    if (this.session.getState().status === 'loggedIn') await this.fetchUser()
    this.rest()
  }

  /** @throws ApiError */
  async login(credentials: LoginBody): Promise<void> {
    await this.begin(await this.parts.api.call(login, { body: credentials }))
  }

  /** Log-in with what an external provider sent back. @throws ApiError */
  async external(credentials: ExternalLogin): Promise<void> {
    // Its schemas come with the first use: the log-in page does without them.
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
   * @returns false only where the session could not be refreshed: refused, or no network for 60 s
   */
  refresh(): Promise<boolean> {
    return this.tokens.run()
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
    this.timer?.dispose()
    this.patience?.dispose()
    this.listening.dispose()
  }

  private async begin(tokens: TokenPair): Promise<void> {
    this.beginEra()
    this.cookie.write(tokens)
    this.apply(tokens)
    this.signalOtherTabs()
    this.keepFresh()
    await this.fetchUser()
  }

  private async leave(): Promise<void> {
    const { era } = this
    if (this.session.getState().status !== 'loggedIn') return
    let patience: Disposable | undefined
    const tooLong = new Promise<void>(resolve => {
      patience = this.parts.platform.clock.after(TELL_SERVER_AT_MOST_MS, resolve)
    })
    await Promise.race([this.tellServer(), tooLong])
    patience?.dispose()
    if (era === this.era) this.end('user')
  }

  private async tellServer(): Promise<void> {
    const { era } = this
    try {
      // An expired token could not end the session on the server: it is renewed first.
      const { claims } = this
      if (claims && hasExpired(claims, this.parts.platform.clock.date().getTime())) await this.tokens.once()
      if (era === this.era) await this.parts.api.call(logout)
    } catch (error) {
      // A log-out that fails on the server is ignored (specification, section 4).
      this.parts.log.warn('The server could not be told of the log-out', error)
    }
  }

  private keepFresh(): void {
    this.timer?.dispose()
    this.timer = this.parts.platform.clock.every(REFRESH_EVERY_MS, () => void this.refreshOrEnd())
  }

  private async refreshOrEnd(): Promise<void> {
    const { era } = this
    if (!(await this.refresh()) && era === this.era) this.end('expired')
  }

  /** This session as the refresh of its tokens sees it. */
  private renewed(): RenewedSession {
    return {
      era: () => this.era,
      refreshToken: () => this.session.getState().user?.refreshToken ?? '',
      take: (tokens: Tokens) => {
        const { user } = this.session.getState()
        this.apply(tokens)
        // Another tab may have logged in as someone else: what is under way must not go on in their name.
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
      const { id, email, name } = await this.parts.api.call(currentUser)
      const { user } = this.session.getState()
      if (era === this.era && user) this.change({ user: { ...user, id, email, name } })
    } catch (error) {
      this.parts.log.warn('The user could not be fetched; going on with what the token says', error)
    }
  }

  private apply({ jwt, refreshToken }: Tokens): void {
    const claims = readClaims(jwt)
    if (!claims) this.parts.log.warn('The access token is not readable; the server decides about it')
    const { user } = this.session.getState()
    const id = claims?.payload.sub ?? ''
    const same = user?.id === id
    this.change({
      status: 'loggedIn',
      user: {
        id,
        email: (same && user.email) || claims?.payload.email || '',
        name: (same && user.name) || claims?.payload.name || '',
        jwt,
        refreshToken,
        claims,
      },
    })
  }

  private end(reason: LoggedOut['reason']): void {
    if (this.session.getState().status !== 'loggedIn') return
    this.forget()
    if (reason !== 'elsewhere') this.signalOtherTabs()
    this.parts.events.emit(LOGGED_OUT, { reason: this.leaving ? 'user' : reason })
  }

  private forget(): void {
    this.beginEra()
    this.timer?.dispose()
    this.patience?.dispose()
    this.cookie.clear()
    this.change({ status: 'loggedOut', busy: false, user: undefined })
  }

  private change(change: Partial<Session>): void {
    this.session.setState(change)
    this.parts.events.emit(CHANGED, this.session.getState())
  }

  private get signalKey(): string {
    return this.parts.tenant.storageKey('Session')
  }

  /** Cookies tell nobody that they changed; a stored value does. */
  private signalOtherTabs(): void {
    try {
      this.parts.platform.storage.set(
        this.signalKey,
        `${this.session.getState().status} ${this.parts.platform.clock.date().getTime()}`,
      )
    } catch (error) {
      this.parts.log.warn('Other tabs could not be told of the log-in or log-out', error)
    }
  }

  private followOtherTab(): void {
    const tokens = this.cookie.read()
    if (!tokens) {
      this.end('elsewhere')
      return
    }
    this.beginEra()
    this.apply(tokens)
    this.keepFresh()
  }
}
