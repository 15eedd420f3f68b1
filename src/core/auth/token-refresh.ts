/** Exchanges the refresh token for the next pair: one tab at a time, with retries. */
import * as z from 'zod/mini'
import { refresh } from '../api/auth.js'
import type { ApiClient } from '../http/api-client.js'
import { ApiError, type ApiErrorKind } from '../http/api-error.js'
import type { Disposable } from '../platform/disposable.js'
import type { Logger } from '../platform/logger.js'
import type { CookiePort, Platform } from '../platform/ports.js'
import { hasExpired, readClaims } from './claims.js'

/** A refresh that the network refuses is tried again for this long. */
const RETRY_FOR_MS = 60_000
const FIRST_RETRY_MS = 1000

/** No answer is not the end of the session. Leaving the page cancels running calls. */
const UNANSWERED: ReadonlySet<ApiErrorKind> = new Set(['network', 'timeout', 'cancelled'])

/** The session whose tokens are renewed, as the refresh sees it. */
export interface RenewedSession {
  /** Counts log-ins and log-outs: an answer that belongs to an earlier session changes nothing. */
  era(): number
  /** '' where there is none. */
  refreshToken(): string
  take(tokens: Tokens): void
  /** The network failed, and there will be another try. */
  waiting(): void
  /** The cookie is gone: the session was ended elsewhere. */
  lost(): void
}

interface TokenRefreshParts {
  readonly platform: Pick<Platform, 'clock' | 'locks' | 'online'>
  readonly api: ApiClient
  readonly cookie: TokenStore
  readonly tenantKey: () => string
  readonly log: Logger
}

/** `settled`: renewed, or nothing to be done; `unreachable`: the network failed; `refused`: the session is over. */
type Outcome = 'settled' | 'unreachable' | 'refused'

export class TokenRefresh {
  private running: Promise<boolean> | undefined
  /** The refresh after it, whose tokens are issued from then on. */
  private next: Promise<boolean> | undefined
  private disposed = false
  private waiting = false
  private pause: Disposable | undefined

  constructor(
    private readonly session: RenewedSession,
    private readonly parts: TokenRefreshParts,
  ) {}

  /**
   * Calls during a running refresh share its result. While offline nothing is tried, which is not a failure.
   * @returns false where the server refused, or could not be reached for 60 s
   */
  run(): Promise<boolean> {
    return this.start(false)
  }

  /**
   * As `run`, but only tokens issued from now on count: those of another tab or of a running refresh may be older than
   * the change of the account.
   */
  fresh(): Promise<boolean> {
    if (!this.running) return this.start(true)
    this.next ??= this.afterRunning()
    return this.next
  }

  /** One attempt, without retries. */
  async once(fresh = false): Promise<Outcome> {
    const { locks } = this.parts.platform
    try {
      return await locks.run(`${this.parts.tenantKey()}.refresh`, () => this.exchange(fresh))
    } catch (error) {
      this.parts.log.warn('The lock around the refresh of the session failed', error)
      return 'unreachable'
    }
  }

  /** Whether the latest one waits for the connection. */
  get postponed(): boolean {
    return this.waiting
  }

  dispose(): void {
    this.disposed = true
    this.pause?.dispose()
  }

  private async afterRunning(): Promise<boolean> {
    while (this.running) await this.running
    this.next = undefined
    return this.start(true)
  }

  private start(fresh: boolean): Promise<boolean> {
    this.running ??= this.tryForAWhile(fresh).finally(() => {
      this.running = undefined
    })
    return this.running
  }

  private async tryForAWhile(fresh: boolean): Promise<boolean> {
    const { clock, online } = this.parts.platform
    const deadline = clock.now() + RETRY_FOR_MS
    for (let wait = FIRST_RETRY_MS; ; wait *= 2) {
      this.waiting = !online()
      if (this.waiting) return true
      const outcome = await this.once(fresh)
      if (outcome !== 'unreachable') return outcome === 'settled'
      if (this.disposed) return true
      const left = deadline - clock.now()
      if (left <= 0) return false
      this.session.waiting()
      await this.sleep(Math.min(wait, left))
    }
  }

  private sleep(ms: number): Promise<void> {
    return new Promise(resolve => {
      this.pause = this.parts.platform.clock.after(ms, resolve)
    })
  }

  /** Holds the lock of all tabs. */
  private async exchange(fresh: boolean): Promise<Outcome> {
    const { cookie } = this.parts
    const known = this.session.refreshToken()
    if (known === '') return 'settled'
    const kept = cookie.read()
    if (!kept) {
      this.session.lost()
      return 'settled'
    }
    // While this tab waited, another one may have refreshed: its tokens are the valid ones.
    if (kept.refreshToken !== known && !this.isOver(kept)) {
      this.session.take(kept)
      // Tokens without a refresh token cannot be exchanged; they are as new as they will be.
      if (!fresh || kept.refreshToken === '') return 'settled'
    }
    return this.trade(kept)
  }

  private async trade(kept: Tokens): Promise<Outcome> {
    const { api, cookie, log } = this.parts
    const era = this.session.era()
    try {
      const tokens = await api.call(refresh, { body: { refreshToken: kept.refreshToken } })
      if (era !== this.session.era() || this.follows(kept)) return 'settled'
      cookie.write(tokens)
      this.session.take(tokens)
      return 'settled'
    } catch (error) {
      // The session is over: the answer no longer matters.
      if (era !== this.session.era()) return 'settled'
      if (error instanceof ApiError && UNANSWERED.has(error.kind)) return 'unreachable'
      if (this.follows(kept)) return 'settled'
      log.warn('The session could not be refreshed', error)
      return 'refused'
    }
  }

  /**
   * Another tab may have logged out or in, or refreshed without a lock, while the call was on its way, and its word not
   * be here yet: then what the cookie says counts, and not the answer.
   * @returns whether it did
   */
  private follows(sent: Tokens): boolean {
    const now = this.parts.cookie.read()
    if (now?.refreshToken === sent.refreshToken) return false
    if (now) this.session.take(now)
    else this.session.lost()
    return true
  }

  private isOver({ jwt, refreshToken }: Tokens): boolean {
    const claims = readClaims(jwt)
    const now = this.parts.platform.clock.date().getTime()
    return refreshToken !== '' && claims !== undefined && hasExpired(claims, now)
  }
}

/** The token cookie: named after the tenant, 365 days, always remembered (specification, sections 3, 4 and 9). */
const COOKIE_DAYS = 365

const cookieSchema = z.object({
  jwt: z.string().check(z.minLength(1)),
  refreshToken: z._default(z.string(), ''),
})

export interface Tokens {
  readonly jwt: string
  /** '' where there is none: then a refresh succeeds without a call. */
  readonly refreshToken: string
}

export class TokenStore {
  constructor(
    private readonly cookies: CookiePort,
    private readonly name: () => string,
    private readonly log: Logger,
  ) {}

  read(): Tokens | undefined {
    try {
      // Inside, because a host throws for a cookie whose percent-encoding is broken.
      const text = this.cookies.get(this.name())
      if (text === undefined || text === '') return undefined
      return cookieSchema.parse(JSON.parse(text))
    } catch (error) {
      this.log.warn('The session cookie is not readable; it is cleared, and you are logged out', error)
      this.clear()
      return undefined
    }
  }

  write({ jwt, refreshToken }: Tokens): void {
    this.cookies.set(this.name(), JSON.stringify({ jwt, refreshToken, rememberMe: true }), {
      days: COOKIE_DAYS,
    })
  }

  clear(): void {
    this.cookies.remove(this.name())
  }
}
