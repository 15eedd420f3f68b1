import * as z from 'zod/mini'
import type { CookiePort, Logger } from '../platform/ports.js'

const LIFETIME_DAYS = 365

const tokensSchema = z.object({
  jwt: z.string().check(z.minLength(1)),
  refreshToken: z._default(z.string(), ''),
})

export type Tokens = z.infer<typeof tokensSchema>

export class SessionCookie {
  constructor(
    private readonly cookies: CookiePort,
    private readonly name: () => string,
    private readonly log: Logger,
  ) {}

  read(): Tokens | undefined {
    try {
      const text = this.cookies.get(this.name())
      if (text === undefined || text === '') return undefined
      return tokensSchema.parse(JSON.parse(text))
    } catch (error) {
      this.log.warn('The session cookie is not readable; it is cleared, and you are logged out', error)
      this.clear()
      return undefined
    }
  }

  write({ jwt, refreshToken }: Tokens): void {
    this.cookies.set(this.name(), JSON.stringify({ jwt, refreshToken, rememberMe: true }), {
      days: LIFETIME_DAYS,
    })
  }

  clear(): void {
    this.cookies.remove(this.name())
  }
}
