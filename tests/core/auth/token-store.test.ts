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
  it('the token cookie is named after the tenant, lasts 365 days and always remembers', () => {
    const written: unknown[] = []
    const cookies = { ...memoryCookies(), set: (...cookie: unknown[]) => void written.push(cookie) }
    storeOn(cookies).store.write({ jwt: 'j', refreshToken: 'r' })
    expect(written).toEqual([['acme', '{"jwt":"j","refreshToken":"r","rememberMe":true}', { days: 365 }]])
  })

  it.each([
    ['a cookie without a refresh token is valid', '{"jwt":"j"}', { jwt: 'j', refreshToken: '' }],
    ['an empty cookie counts as missing and logs nothing', '', undefined],
  ])('%s', (_what, acme, tokens) => {
    const { store, logged } = storeOn(memoryCookies({ acme }))
    expect([store.read(), logged]).toEqual([tokens, []])
  })

  it.each(['{"jwt": ', '[]', 'null', '{"jwt":""}', '{"jwt":7,"refreshToken":"r"}', 'text'])(
    'the damaged cookie %s is cleared and logged',
    text => {
      const cookies = memoryCookies({ acme: text })
      const { store, logged } = storeOn(cookies)
      expect([store.read(), cookies.get('acme')]).toEqual([undefined, undefined])
      expect(logged).toMatchObject([{ level: 'warn' }])
    },
  )

  it('a cookie that the host cannot decode is cleared and logged', () => {
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
