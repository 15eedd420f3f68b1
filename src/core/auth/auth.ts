/** The session: who is logged in, log-in, log-out, and the tokens kept fresh (specification, section 4). */
import { currentUser, type LoginBody, login, logout, refresh } from '../api/auth.js'
import { createEvent, type EventBus } from '../events/event-bus.js'
import type { ApiClient } from '../http/api-client.js'
import { ApiError } from '../http/api-error.js'
import type { Disposable } from '../platform/disposable.js'
import type { Logger } from '../platform/logger.js'
import type { Platform } from '../platform/ports.js'
import { createStore, type ReadonlyStore } from '../platform/store.js'
import type { TenantService } from '../tenant/tenant-service.js'
import { type Claims, hasExpired, readClaims } from './claims.js'
import { TokenStore, type Tokens } from './token-store.js'

export const REFRESH_EVERY_MS = 30 * 60 * 1000
/** A refresh that the network refuses is tried again for this long. */
const RETRY_FOR_MS = 60_000
const FIRST_RETRY_MS = 1000

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

type RefreshOutcome = 'renewed' | 'refused' | 'postponed'

export class Auth {
  static readonly CHANGED = CHANGED

  private readonly session = createStore<Session>({ status: 'loggedOut', busy: false })
  private readonly cookie: TokenStore
  private readonly listening: Disposable
  private timer: Disposable | undefined
  private refreshing: Promise<boolean> | undefined
  /** Counts log-ins and log-outs: an answer that belongs to an earlier session changes nothing. */
  private era = 0
  private disposed = false

  constructor(private readonly parts: AuthParts) {
    const { platform, tenant, log } = parts
    this.cookie = new TokenStore(platform.cookies, () => tenant.current.key, log)
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
   * At application start: refreshes the token and fetches the user while `busy` is set. Failures to reach the
   * server are ignored; a refused refresh logs out.
   */
  async start(): Promise<void> {
    if (this.session.getState().status !== 'loggedIn') return
    this.session.setState({ busy: true })
    this.keepFresh()
    try {
      if (await this.refresh()) await this.fetchUser()
      else this.end('expired')
    } catch (error) {
      // Failures at start-up are ignored (specification, section 8); the session stays as the cookie has it.
      this.parts.log.warn('The session could not be brought up to date', error)
    } finally {
      this.session.setState({ busy: false })
    }
  }

  /** @throws ApiError */
  async login(credentials: LoginBody): Promise<void> {
    const tokens = await this.parts.api.call(login, { body: credentials })
    this.era++
    this.cookie.write(tokens)
    this.apply(tokens)
    this.signalOtherTabs()
    this.keepFresh()
    try {
      await this.fetchUser()
    } catch (error) {
      this.parts.log.warn('The user could not be fetched after the log-in; the token has the name', error)
    }
  }

  /** Ends the session here and, as far as it can be reached, on the server. Never throws. */
  async logout(): Promise<void> {
    if (this.session.getState().status !== 'loggedIn') return
    try {
      // An expired token could not end the session on the server: it is renewed first.
      const { claims } = this
      if (claims && hasExpired(claims, this.parts.platform.clock.date().getTime())) await this.exchange()
      await this.parts.api.call(logout)
    } catch (error) {
      // A log-out that fails on the server is ignored (specification, section 4).
      this.parts.log.warn('The server could not be told of the log-out', error)
    }
    this.end('user')
  }

  /** Single-flight, also across tabs. @returns false only where the session can no longer be refreshed */
  refresh(): Promise<boolean> {
    this.refreshing ??= this.refreshOrPostpone().finally(() => {
      this.refreshing = undefined
    })
    return this.refreshing
  }

  /** After a 401: true where the call is worth repeating. A refused refresh logs out. */
  async renewAfterRefusal(): Promise<boolean> {
    const before = this.currentJwt()
    if (before === undefined) return false
    const renewed = await this.refresh()
    if (!renewed) this.end('expired')
    return renewed && this.currentJwt() !== before
  }

  dispose(): void {
    this.disposed = true
    this.timer?.dispose()
    this.listening.dispose()
  }

  private keepFresh(): void {
    this.timer?.dispose()
    this.timer = this.parts.platform.clock.every(REFRESH_EVERY_MS, () => {
      void this.refresh().then(fresh => {
        if (!fresh) this.end('expired')
      })
    })
  }

  private async refreshOrPostpone(): Promise<boolean> {
    const { clock, online } = this.parts.platform
    const deadline = clock.now() + RETRY_FOR_MS
    let pause = FIRST_RETRY_MS
    for (;;) {
      if (!online()) return true
      const outcome = await this.exchange()
      if (outcome !== 'postponed') return outcome === 'renewed'
      if (this.disposed || clock.now() + pause > deadline) return false
      await new Promise<void>(resolve => clock.after(pause, resolve))
      pause *= 2
    }
  }

  /** One exchange of the refresh token; `postponed` where the network failed. */
  private exchange(): Promise<RefreshOutcome> {
    const { api, platform, tenant } = this.parts
    const known = this.session.getState().user?.refreshToken ?? ''
    if (known === '') return Promise.resolve('renewed')
    const era = this.era
    return platform.locks.run(`${tenant.current.key}.refresh`, async () => {
      // While this tab waited, another one may have refreshed: its tokens are the valid ones.
      const current = this.cookie.read()
      if (current && current.refreshToken !== known) {
        if (era === this.era) this.apply(current)
        return 'renewed'
      }
      try {
        const tokens = await api.call(refresh, { body: { refreshToken: known } })
        // A log-out or another log-in meanwhile: the answer belongs to a session that is over.
        if (era !== this.era) return 'renewed'
        this.cookie.write(tokens)
        this.apply(tokens)
        return 'renewed'
      } catch (error) {
        if (error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout'))
          return 'postponed'
        this.parts.log.warn('The session could not be refreshed', error)
        return 'refused'
      }
    })
  }

  private async fetchUser(): Promise<void> {
    const era = this.era
    const { id, email, name } = await this.parts.api.call(currentUser)
    const { user } = this.session.getState()
    if (era === this.era && user) this.change({ user: { ...user, id, email, name } })
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
    this.parts.events.emit(LOGGED_OUT, { reason })
  }

  private forget(): void {
    this.era++
    this.timer?.dispose()
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
    this.era++
    this.apply(tokens)
    this.keepFresh()
  }
}
