// What an ID token must be to open anything: accounts.md 21. The honest providers are real; what no honest one
// would sign comes from a crooked one. Each was seen to fail under the change of the server that its comment names.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteExpiredNonces, isNonceUsed } from '../../../../server/auth/external/identities.js'
import { crookedProvider } from './crooked-provider.js'
import { CLIENT_ID, CLIENT_SECRET, REDIRECT } from './openid-provider.js'
import { codeOf, externalWorld, settingsFor } from './world.js'

const GOOD = { email: 'crooked@example.org', email_verified: true }
const ELSEWHERE = 'http://127.0.0.1:4680/elsewhere'

const world = await externalWorld()
const crooked = await crookedProvider()
await world.setUp(settingsFor('google', crooked.issuer), 'other')
world.google.people.set('ada', { email: 'ada@example.org', email_verified: true })
afterAll(() => crooked.end())

const callback = (nonce: string) => ({
  code: 'any',
  codeVerifier: 'v'.repeat(43),
  redirectUri: REDIRECT,
  nonce,
})
let nonce: string
beforeEach(() => {
  nonce = randomBytes(16).toString('base64url')
  crooked.straighten()
})
const crookedly = () => world.post('google', callback(nonce), 'other')

describe('an ID token', () => {
  it('that is as it should be opens a session', async () => {
    await crooked.grantClaims({ ...GOOD, nonce, azp: CLIENT_ID })
    expect((await crookedly()).statusCode).toBe(200)
  })

  // With the claims merely decoded instead of checked by `authorizationCodeGrant`, these open a session; the last two
  // are 500 without `subjectText` as well.
  it.each([
    ['of another issuer', { iss: 'https://accounts.example.org' }],
    ['for another audience', { aud: 'another-client' }],
    ['for a further audience, without saying for whom', { aud: [CLIENT_ID, 'another-client'] }],
    ['with a foreign nonce', { nonce: 'of-another-sign-in' }],
    ['without a nonce', { nonce: undefined }],
    ['without a subject', { sub: undefined }],
    ['with a subject that no database takes', { sub: 'nul\0' }],
  ])('%s is refused', async (_what, claims) => {
    await crooked.grantClaims({ ...GOOD, nonce, ...claims })
    expect(codeOf(await crookedly())).toBe('401 invalid_token')
  })

  // Without our own look at `azp`, the library lets it pass where there is one audience.
  it('given to another party is refused', async () => {
    await crooked.grantClaims({ ...GOOD, nonce, azp: 'another-client' })
    expect(codeOf(await crookedly())).toBe('401 invalid_token')
  })

  // Without `compactVerify`, the first two open a session; without its list of algorithms, nothing but the library's
  // key rules is against the third.
  it('that is signed by no one we know is refused', async () => {
    await crooked.grantClaims({ ...GOOD, nonce }, { foreignKey: true })
    expect(codeOf(await crookedly())).toBe('401 invalid_token')
    crooked.grantUnsigned({ ...GOOD, nonce })
    expect(codeOf(await crookedly())).toBe('401 invalid_token')
    await crooked.grantHmac({ ...GOOD, nonce }, CLIENT_SECRET)
    expect(codeOf(await crookedly())).toBe('401 invalid_token')
  })

  // With the claims merely decoded, it opens a session.
  it('that has expired is stale', async () => {
    const past = Math.floor(Date.now() / 1000) - 600
    await crooked.grantClaims({ ...GOOD, nonce, iat: past - 600, exp: past })
    expect(codeOf(await crookedly())).toBe('401 stale_token')
  })
})

describe('a sign-in', () => {
  // Without `isNonceUsed`, the second code with the same nonce opens a second session.
  it('uses its nonce once, in parallel as well', async () => {
    const callbacks = await Promise.all(
      Array.from({ length: 5 }, () => world.google.signIn('ada', { nonce: `replayed-${nonce}` })),
    )
    const answers = await Promise.all(callbacks.map(each => world.post('google', each)))
    expect(answers.map(codeOf).sort()).toEqual(['200 undefined', ...Array(4).fill('401 invalid_token')])
  })

  it('leaves a used nonce behind for a day', async () => {
    const { database } = world.db
    const used = (at: number) =>
      database.inTenant('fretwork', async scope => {
        await deleteExpiredNonces(scope, at)
        return isNonceUsed(scope, `swept-${nonce}`, at)
      })
    expect(await used(0)).toBe(false)
    expect(await used(24 * 60 * 60_000)).toBe(true)
    expect(await used(24 * 60 * 60_000 + 1)).toBe(false)
  })

  it('uses its code once', async () => {
    const once = await world.google.signIn('ada')
    expect((await world.post('google', once)).statusCode).toBe(200)
    expect(codeOf(await world.post('google', once))).toBe('401 stale_token')
  })

  // Sending the code without `pkceCodeVerifier`, or what the body says without asking the provider, opens it.
  it('needs the verifier, the client and the provider that it began with', async () => {
    const begun = await world.google.signIn('ada')
    const others = { ...begun, codeVerifier: 'x'.repeat(43) }
    expect(codeOf(await world.post('google', others))).toBe('401 stale_token')
    const clients = await world.google.signIn('ada', { clientId: 'another-client' })
    expect(codeOf(await world.post('google', clients))).toBe('401 stale_token')
    const elsewhere = await world.google.signIn('ada')
    const { iss: _iss, ...rest } = elsewhere
    const moved = { ...rest, iss: world.windows.issuer }
    expect(codeOf(await world.post('windows', moved))).toBe('401 stale_token')
  })

  // Without `checkIssuer`, the library's own refusal comes under another code.
  it('names the issuer of its callback where the provider promised to', async () => {
    const begun = await world.google.signIn('ada')
    const { iss: _iss, ...without } = begun
    expect(codeOf(await world.post('google', without))).toBe('400 request_invalid')
    expect(codeOf(await world.post('google', { ...begun, iss: world.windows.issuer }))).toBe(
      '400 request_invalid',
    )
    expect((await world.post('google', begun)).statusCode).toBe(200)
  })

  // With the address of the body passed on as it comes, the provider would be asked (and might know it).
  it('comes back to a configured address only, of a provider that the tenant has', async () => {
    const asked = crooked.asked()
    for (const redirectUri of [ELSEWHERE, `${REDIRECT}/`, `${REDIRECT}?x=1`, 'javascript:alert(1)']) {
      const answer = await world.post('google', { ...callback(nonce), redirectUri }, 'other')
      expect(codeOf(answer)).toBe('400 request_invalid')
    }
    expect(crooked.asked()).toBe(asked)
  })

  it.each([
    ['access_denied', 400, '403 access_denied'],
    ['invalid_request', 400, '400 invalid_request'],
    ['invalid_grant', 400, '401 stale_token'],
    ['invalid_client', 401, '502 server_error'],
    ['server_error', 400, '502 server_error'],
    ['temporarily_unavailable', 400, '503 request_failed'],
  ])('that the provider answers with %s is refused by a code of ours', async (error, status, expected) => {
    crooked.answers.set('/token', crooked.json({ error, error_description: 'x' }, status))
    expect(codeOf(await crookedly())).toBe(expected)
  })
})
