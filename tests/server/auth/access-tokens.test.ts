import { decodeJwt, exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { AccessTokens } from '../../../server/auth/access-tokens.js'
import { createSessionCookie } from '../../../src/core/auth/session-cookie.js'
import { DOWNLOAD_HTML, featureOfLevel, PLAN_LEVELS } from '../../../src/core/contract/claims.js'
import { memoryCookies } from '../../../src/core/platform/memory-platform.js'
import { createLogger } from '../../../src/core/platform/ports.js'
import { subject } from '../support/token-subject.js'

const key = { id: 'first', ...(await generateKeyPair('ES256', { extractable: true })) }
const foreign = await generateKeyPair('ES256', { extractable: true })
const foreignJwk = { ...(await exportJWK(foreign.publicKey)), kid: key.id }
let now: number
let isKeyGone: boolean
let tokens: AccessTokens
let jwt: string
beforeEach(async () => {
  now = Date.parse('2026-11-21T12:00:00Z')
  isKeyGone = false
  const byId = async (id: string) => (isKeyGone || id !== key.id ? undefined : key.publicKey)
  tokens = new AccessTokens({ current: async () => key, byId }, () => now)
  jwt = await tokens.issue(subject)
})

const verdict = (token: string, tenant = 'fretwork') =>
  tokens.verify(token, tenant).then(
    () => 'good',
    ({ code }) => code,
  )
const signed = (header: object, claims: object = {}, by: CryptoKey | Uint8Array = key.privateKey) =>
  new SignJWT({ ...decodeJwt(jwt), ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.id, ...header } as JWTHeaderParameters)
    .sign(by)
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

it('a token signed by the test helper is valid', async () => {
  expect(await verdict(await signed({}, { sid: subject.sessionId.toUpperCase() }))).toBe('good')
})

const byForeignKey = (header: object) => () => signed(header, {}, foreign.privateKey)
it.each<[string, () => string | Promise<string>]>([
  ['without a signature', () => `${part({ alg: 'none', typ: 'at+jwt' })}.${jwt.split('.')[1]}.`],
  [
    'signed HS256 with the public key as the secret',
    async () =>
      signed({ alg: 'HS256' }, {}, new Uint8Array(await crypto.subtle.exportKey('spki', key.publicKey))),
  ],
  [
    'with a changed payload',
    () => jwt.replace(/\..+\./, `.${part({ ...decodeJwt(jwt), tenant: 'other' })}.`),
  ],
  ['of another key', byForeignKey({})],
  // RFC 8725, 3.5: keys referenced by the token itself must be ignored.
  ['that brings its own key', byForeignKey({ jwk: foreignJwk })],
  [
    'that names the location of its key',
    byForeignKey({ jku: 'http://127.0.0.1:1/keys', x5u: 'http://127.0.0.1:1/' }),
  ],
  ['with an unknown key id', () => signed({ kid: 'other' })],
  ['with a path as its key id', () => signed({ kid: '../../../../dev/null' })],
  ['with SQL as its key id', () => signed({ kid: "' OR 1=1 --" })],
  ['of the wrong type', () => signed({ typ: 'JWT' })],
  ['from another issuer', () => signed({}, { iss: 'urn:else' })],
  ['for another audience', () => signed({}, { aud: 'urn:else' })],
  ['of another tenant', () => signed({}, { tenant: 'other' })],
  ['without a tenant', () => signed({}, { tenant: undefined })],
  ['that is not valid yet', () => signed({}, { nbf: 4_000_000_000 })],
  ['without an expiry', () => signed({}, { exp: undefined })],
])('a token %s is rejected', async (_what, make) =>
  expect(await verdict(await make())).toBe('unauthenticated'),
)

it.each(['sub', 'sid'] as const)('a token whose %s is not a hyphenated UUID is rejected', async claim => {
  const id = String(decodeJwt(jwt)[claim])
  const forms = ['ada', '7', '', `{${id}}`, id.replaceAll('-', ''), `urn:uuid:${id}`, ` ${id}`, `${id}\0`]
  for (const value of [...forms, `${id},${id}`, `${id}0`, undefined, null, 7, [id], { id }]) {
    // `SignJWT` itself rejects some of these values.
    const token = await signed({}, { [claim]: value }).catch(() => 'unsigned')
    expect([value, await verdict(token)]).toEqual([value, 'unauthenticated'])
  }
})

describe('access token cache', () => {
  beforeEach(async () => {
    expect(await verdict(jwt)).toBe('good')
  })

  it('a cached token is accepted only between its start time and its expiry time', async () => {
    now -= 60_000
    expect(await verdict(jwt)).toBe('unauthenticated')
    now += 60_000 + 45 * 60_000 - 1
    expect(await verdict(jwt)).toBe('good')
    now += 1
    expect(await verdict(jwt)).toBe('token_expired')
  })

  it('a cached token is rejected once its key is removed', async () => {
    isKeyGone = true
    expect(await verdict(jwt)).toBe('unauthenticated')
  })

  it('a cached token is rejected in another tenant', async () => {
    expect([await verdict(jwt, 'other'), await verdict(jwt)]).toEqual(['unauthenticated', 'good'])
  })

  it('caching a token does not validate a copy with a different signature', async () => {
    const middle = jwt.length - 20
    const forged = jwt.slice(0, middle) + (jwt[middle] === 'A' ? 'B' : 'A') + jwt.slice(middle + 1)
    expect(await verdict(forged)).toBe('unauthenticated')
  })
})

// RFC 6265, 6.1: browsers support cookies of at least 4096 bytes.
it('a session cookie with maximum-length names and all features fits into 4096 bytes', async () => {
  const addOns = Array.from({ length: 20 }, (_, number) => `AddOn.${number}.`.padEnd(40, 'x'))
  const longest = await tokens.issue({
    ...subject,
    tenant: 't'.repeat(32),
    // 64 characters before the @, then labels of at most 63 characters: 252 in total.
    email: `${'a'.repeat(64)}@${`${'b'.repeat(59)}.`.repeat(3)}example`,
    // Each character has three bytes in UTF-8.
    name: '弦'.repeat(100),
    roles: ['Admin'],
    features: [...PLAN_LEVELS.map(featureOfLevel), DOWNLOAD_HTML, ...addOns],
  })
  const cookies = memoryCookies()
  const sessionCookie = createSessionCookie(
    cookies,
    () => 'cookie',
    createLogger(() => undefined, 'core'),
  )
  sessionCookie.write({ jwt: longest, refreshToken: 'A'.repeat(43) })
  const attributes = '; Path=/; Max-Age=31536000; Secure; SameSite=Strict'
  const cookie = `${'t'.repeat(32)}=${encodeURIComponent(cookies.get('cookie') ?? '')}${attributes}`
  expect(Buffer.byteLength(cookie)).toBeGreaterThan(2000)
  expect(Buffer.byteLength(cookie)).toBeLessThanOrEqual(4096)
})
