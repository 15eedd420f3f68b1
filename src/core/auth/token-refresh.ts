import { refresh } from '../contract/auth.js'
import type { ApiClient } from '../http/api-client.js'
import { ApiError } from '../http/api-error.js'
import { jittered, type Logger, type Platform } from '../platform/ports.js'
import type { Disposable } from '../platform/store.js'
import { hasExpired, readClaims } from './claims.js'
import type { SessionCookie, Tokens } from './session-cookie.js'

const RETRY_MS = { first: 1000, most: 30_000 }

/**
 * HTTP statuses that reject the token. Any other failure is treated as an outage and does not end the
 * session.
 */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 401, 403])

export interface RenewedSession {
  sessionGeneration(): number
  refreshToken(): string
  take(tokens: Tokens): void
  waiting(): void
  /** Called when another tab has ended the session and removed the cookie. */
  lost(): void
}

interface TokenRefreshParts {
  readonly platform: Pick<Platform, 'clock' | 'locks' | 'online'>
  readonly api: ApiClient
  readonly cookie: SessionCookie
  readonly tenantKey: () => string
  readonly log: Logger
}

type Outcome = 'settled' | 'refused' | Unavailable

interface Unavailable {
  /** Earliest time for a retry, from the server's Retry-After header, ms. */
  readonly notBefore: number
}

export class TokenRefresh {
  private running: Promise<boolean> | undefined
  private next: Promise<boolean> | undefined
  private disposed = false
  private waiting = false
  private pause: Disposable | undefined

  constructor(
    private readonly session: RenewedSession,
    private readonly parts: TokenRefreshParts,
  ) {}

  /**
   * Single-flight; retries until the server responds.
   * @returns false if the server refuses
   */
  run(): Promise<boolean> {
    return this.start(false)
  }

  /** Refreshes even if another tab or a pending refresh provides tokens that were issued earlier. */
  fresh(): Promise<boolean> {
    if (!this.running) return this.start(true)
    this.next ??= this.afterRunning()
    return this.next
  }

  async once(fresh = false): Promise<Outcome> {
    const { locks } = this.parts.platform
    try {
      return await locks.run(`${this.parts.tenantKey()}.refresh`, () => this.exchange(fresh))
    } catch (error) {
      this.parts.log.warn('The lock around the refresh of the session failed', error)
      return { notBefore: 0 }
    }
  }

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
    this.running ??= this.retry(fresh).finally(() => {
      this.running = undefined
    })
    return this.running
  }

  private async retry(fresh: boolean): Promise<boolean> {
    for (let pause = RETRY_MS.first; ; pause = Math.min(pause * 2, RETRY_MS.most)) {
      this.waiting = !this.parts.platform.online()
      if (this.waiting) return true
      const outcome = await this.once(fresh)
      if (outcome === 'settled' || outcome === 'refused') return outcome === 'settled'
      if (this.disposed) return true
      this.session.waiting()
      await this.sleep(outcome.notBefore + jittered(pause))
    }
  }

  private sleep(ms: number): Promise<void> {
    return new Promise(resolve => {
      this.pause = this.parts.platform.clock.after(ms, resolve)
    })
  }

  private async exchange(fresh: boolean): Promise<Outcome> {
    const { cookie } = this.parts
    const known = this.session.refreshToken()
    if (known === '') return 'settled'
    const kept = cookie.read()
    if (!kept) {
      this.session.lost()
      return 'settled'
    }
    // If another tab has refreshed in the meantime, only its tokens are valid.
    if (kept.refreshToken !== known && !this.isOver(kept)) {
      this.session.take(kept)
      if (!fresh || kept.refreshToken === '') return 'settled'
    }
    return this.trade(kept)
  }

  private async trade(kept: Tokens): Promise<Outcome> {
    const { api, cookie, log } = this.parts
    const sessionGeneration = this.session.sessionGeneration()
    try {
      const tokens = await api.call(refresh, { body: { refreshToken: kept.refreshToken } })
      if (sessionGeneration !== this.session.sessionGeneration() || this.follows(kept)) return 'settled'
      cookie.write(tokens)
      this.session.take(tokens)
      return 'settled'
    } catch (error) {
      if (sessionGeneration !== this.session.sessionGeneration()) return 'settled'
      const answer = error instanceof ApiError ? error : undefined
      if (!REFUSALS.has(answer?.status))
        return { notBefore: Math.min(1000 * (answer?.retryAfter ?? 0), RETRY_MS.most) }
      if (this.follows(kept)) return 'settled'
      log.warn('The session could not be refreshed', error)
      return 'refused'
    }
  }

  /** If another tab has changed the cookie during the call, the cookie takes precedence over the response. */
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
