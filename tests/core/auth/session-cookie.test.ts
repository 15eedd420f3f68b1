import { expect, it } from 'vitest'
import { createSessionCookie } from '../../../src/core/auth/session-cookie.js'
import { memoryCookies } from '../../../src/core/platform/memory-platform.js'
import { type CookiePort, createLogger, type LogEntry } from '../../../src/core/platform/ports.js'

function cookieIn(cookies: CookiePort) {
  const logged: LogEntry[] = []
  return {
    cookie: createSessionCookie(
      cookies,
      () => 'acme',
      createLogger(entry => void logged.push(entry), 'core'),
    ),
    logged,
  }
}

it('the session cookie has the tenant key as its name and expires after 365 days', () => {
  const written: unknown[] = []
  const cookies = { ...memoryCookies(), set: (...cookie: unknown[]) => void written.push(cookie) }
  cookieIn(cookies).cookie.write({ jwt: 'j', refreshToken: 'r' })
  expect(written).toEqual([['acme', '{"jwt":"j","refreshToken":"r","rememberMe":true}', { days: 365 }]])
})

it.each([
  ['a cookie without a refresh token is valid', '{"jwt":"j"}', { jwt: 'j', refreshToken: '' }],
  ['an empty cookie counts as missing and logs nothing', '', undefined],
])('%s', (_what, acme, tokens) => {
  const { cookie, logged } = cookieIn(memoryCookies({ acme }))
  expect([cookie.read(), logged]).toEqual([tokens, []])
})

it.each(['{"jwt": ', '[]', 'null', '{"jwt":""}', '{"jwt":7,"refreshToken":"r"}', 'text'])(
  'the corrupt cookie %s is cleared and logged',
  text => {
    const cookies = memoryCookies({ acme: text })
    const { cookie, logged } = cookieIn(cookies)
    expect([cookie.read(), cookies.get('acme')]).toEqual([undefined, undefined])
    expect(logged).toMatchObject([{ level: 'warn' }])
  },
)

it('a cookie that cannot be decoded is cleared and logged', () => {
  let cleared = false
  const { cookie, logged } = cookieIn({
    get: () => decodeURIComponent('%zz'),
    set: () => undefined,
    remove: () => {
      cleared = true
    },
  })
  expect([cookie.read(), [cleared, logged.length]]).toEqual([undefined, [true, 1]])
})
