/** The token cookie: named after the tenant, 365 days, always remembered (specification, sections 3, 4 and 9). */
import * as z from 'zod/mini'
import type { Logger } from '../platform/logger.js'
import type { CookiePort } from '../platform/ports.js'

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
