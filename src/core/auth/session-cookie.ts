import * as z from 'zod/mini'
import type { CookiePort, Logger } from '../platform/ports.js'

const LIFETIME_DAYS = 365

const tokensSchema = z.object({
  jwt: z.string().check(z.minLength(1)),
  refreshToken: z._default(z.string(), ''),
})

export type Tokens = z.infer<typeof tokensSchema>

export type SessionCookie = ReturnType<typeof createSessionCookie>

export function createSessionCookie(cookies: CookiePort, name: () => string, log: Logger) {
  const clear = () => cookies.remove(name())

  return {
    name,
    clear,
    read(): Tokens | undefined {
      try {
        const text = cookies.get(name())
        return text ? tokensSchema.parse(JSON.parse(text)) : undefined
      } catch (error) {
        log.warn('The session cookie was unreadable and has been cleared', error)
        clear()
        return undefined
      }
    },
    write({ jwt, refreshToken }: Tokens): void {
      const text = JSON.stringify({ jwt, refreshToken, rememberMe: true })
      cookies.set(name(), text, { days: LIFETIME_DAYS })
    },
  }
}
