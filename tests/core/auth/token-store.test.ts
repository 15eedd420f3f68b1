import { describe, expect, it } from 'vitest'
import { TokenStore } from '../../../src/core/auth/token-refresh.js'
import { memoryCookies } from '../../../src/core/platform/memory-platform.js'
import { type CookiePort, createLogger, type LogEntry } from '../../../src/core/platform/ports.js'

function storeOn(cookies: CookiePort) {
  const logged: LogEntry[] = []
  return {
    store: new TokenStore(
      cookies,
      () => 'acme',
      createLogger(entry => void logged.push(entry), 'core'),
    ),
    logged,
  }
}

describe('the token cookie', () => {
  it('is named after the tenant, lasts 365 days and always remembers', () => {
    const written: unknown[] = []
    const cookies = { ...memoryCookies(), set: (...cookie: unknown[]) => void written.push(cookie) }
    storeOn(cookies).store.write({ jwt: 'j', refreshToken: 'r' })
    expect(written).toEqual([['acme', '{"jwt":"j","refreshToken":"r","rememberMe":true}', { days: 365 }]])
  })

  it.each([
    ['may have no refresh token', '{"jwt":"j"}', { jwt: 'j', refreshToken: '' }],
    ['that is empty is none, without a word', '', undefined],
  ])('%s', (_what, acme, tokens) => {
    const { store, logged } = storeOn(memoryCookies({ acme }))
    expect([store.read(), logged]).toEqual([tokens, []])
  })

  it.each(['{"jwt": ', '[]', 'null', '{"jwt":""}', '{"jwt":7,"refreshToken":"r"}', 'text'])(
    'is cleared and logged where it reads %s',
    text => {
      const cookies = memoryCookies({ acme: text })
      const { store, logged } = storeOn(cookies)
      expect([store.read(), cookies.get('acme')]).toEqual([undefined, undefined])
      expect(logged).toMatchObject([{ level: 'warn' }])
    },
  )

  it('is cleared and logged where the host cannot decode it', () => {
    let cleared = false
    const { store, logged } = storeOn({
      get: () => decodeURIComponent('%zz'),
      set: () => undefined,
      remove: () => {
        cleared = true
      },
    })
    expect([store.read(), [cleared, logged.length]]).toEqual([undefined, [true, 1]])
  })
})
