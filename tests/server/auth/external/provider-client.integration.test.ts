import { createServer } from 'node:http'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isNonceUsed } from '../../../../server/auth/external/identities.js'
import { providerFetch } from '../../../../server/auth/external/provider-client.js'
import { listening } from '../../support/listening.js'
import { codeOf } from '../../support/test-app.js'
import { deleteExpired } from '../../support/test-database.js'
import { CLIENT_ID, CLIENT_SECRET, DISCOVERY, json, REDIRECT, tokenProvider } from './token-provider.js'
import { externalWorld, settingsFor } from './world.js'

const world = await externalWorld()
const ADA = { sub: 'ada', email: 'ada@example.org', email_verified: true }
type Vouching = Parameters<typeof world.google.signIn>[1]
const signIn = async (how?: Vouching) => codeOf(await world.post('google', world.google.signIn(ADA, how)))

it('a valid ID token starts a session', async () => {
  expect(await signIn({ token: { azp: CLIENT_ID } })).toBe('200 undefined')
})

const past = Math.floor(Date.now() / 1000) - 600
it.each<[string, Vouching, string?]>([
  ['of another issuer', { token: { iss: 'https://accounts.example.org' } }],
  ['for another audience', { token: { aud: 'another-client' } }],
  ['for a further audience, without an authorized party', { token: { aud: [CLIENT_ID, 'another-client'] } }],
  ['with a foreign nonce', { token: { nonce: 'of-another-sign-in' } }],
  ['without a nonce', { token: { nonce: null } }],
  ['without a subject', { token: { sub: null } }],
  ['with a subject that the database can’t store', { token: { sub: 'nul\0' } }],
  ['issued to another authorized party', { token: { azp: 'another-client' } }],
  ['that has expired', { token: { iat: past - 600, exp: past } }, '401 stale_token'],
  ['signed by a stranger', { signed: 'by a stranger' }],
  ['signed with the client secret', { signed: 'with the client secret' }],
  ['that is not signed', { signed: 'not at all' }],
])('an ID token %s is rejected', async (_what, how, refusal = '401 invalid_token') => {
  expect(await signIn(how)).toBe(refusal)
})

it('a nonce is accepted only once, even in parallel requests', async () => {
  const claims = { ...ADA, nonce: 'used five times in parallel' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => world.viaGoogle(claims)))
  expect(answers.map(codeOf).sort()).toEqual(['200 undefined', ...Array(4).fill('401 invalid_token')])
})

it('a used nonce is stored for a day', async () => {
  const { database } = world.db
  const used = async (at: number) => {
    await deleteExpired(database, at)
    return database.inTenant('fretwork', scope => isNonceUsed(scope, 'swept', at))
  }
  expect([await used(0), await used(24 * 60 * 60_000)]).toEqual([false, true])
  expect(await used(24 * 60 * 60_000 + 1)).toBe(false)
})

it('an authorization code is redeemed with the verifier and client of the same login', async () => {
  const callback = world.google.signIn(ADA)
  await world.post('google', callback)
  expect(world.google.redeemed.at(-1)).toEqual({
    ...{ grant_type: 'authorization_code', code: callback.code, code_verifier: callback.codeVerifier },
    ...{ redirect_uri: REDIRECT, client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
  })
})

it('a callback must include the issuer if the provider’s metadata says so', async () => {
  const { windows } = world
  windows.discovery = {
    ...windows.discovery,
    authorization_response_iss_parameter_supported: true,
  } as never
  windows.straighten()
  const claims = { sub: 'ada', email: 'ada@windows.example', xms_edov: true }
  const answerFor = async (iss?: string) =>
    codeOf(await world.post('windows', { ...windows.signIn(claims), ...(iss && { iss }) }))
  expect(await answerFor()).toBe('400 request_invalid')
  expect(await answerFor(world.google.issuer)).toBe('400 request_invalid')
  expect(await answerFor(windows.issuer)).toBe('200 undefined')
})

it('only configured redirect URIs and the tenant’s providers are accepted', async () => {
  const { length } = world.google.redeemed
  for (const redirectUri of [`${REDIRECT}/else`, `${REDIRECT}/`, `${REDIRECT}?x=1`, 'javascript:alert(1)']) {
    const answer = await world.post('google', { ...world.google.signIn(ADA), redirectUri })
    expect(codeOf(answer)).toBe('400 request_invalid')
  }
  expect(world.google.redeemed).toHaveLength(length)
})

it.each([
  ['access_denied', 400, '403 access_denied'],
  ['invalid_request', 400, '400 invalid_request'],
  ['invalid_grant', 400, '401 stale_token'],
  ['invalid_client', 401, '502 server_error'],
  ['server_error', 400, '502 server_error'],
  ['temporarily_unavailable', 400, '503 request_failed'],
])('the provider error %s maps to a contract error code', async (error, status, expected) => {
  world.google.answers.set('/token', json({ error, error_description: 'x' }, status))
  expect(await signIn()).toBe(expected)
  world.google.straighten()
})

/** Number of requests to a host that the provider's configuration does not allow. */
let foreignAsked = 0
const foreign = createServer((_request, response) => {
  foreignAsked += 1
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":[]}')
})
const foreignOrigin = await listening(foreign)
let provider: Awaited<ReturnType<typeof tokenProvider>>

afterAll(() => foreign.close())
beforeEach(async () => {
  // Each test creates a new provider because the server caches metadata and keys.
  provider = await tokenProvider()
  await world.setUp(settingsFor('windows', provider.issuer), 'other')
  foreignAsked = 0
})
afterEach(() => provider.end())

const signInThere = async () => {
  const claims = { sub: 'ada', email: 'ada@example.org', xms_edov: true }
  return codeOf(await world.post('windows', provider.signIn(claims), 'other'))
}

describe('provider keys and codes', () => {
  afterEach(() => vi.useRealTimers())

  it('provider keys are fetched once, and refetched for an unknown key at most once a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    expect([await signInThere(), await signInThere(), provider.countOf('/jwks')]).toEqual([
      '200 undefined',
      '200 undefined',
      1,
    ])
    provider.keyId = 'second'
    for (let times = 0; times < 3; times++) expect(await signInThere()).toBe('401 invalid_token')
    expect(provider.countOf('/jwks')).toBe(1)
    vi.setSystemTime(Date.now() + 60_001)
    expect(await Promise.all(Array.from({ length: 5 }, signInThere))).toEqual(Array(5).fill('200 undefined'))
    expect(provider.countOf('/jwks')).toBe(2)
  })

  it.each(['jwks_uri', 'token_endpoint'])(
    'provider requests go only to allowed origins: a %s on another origin is rejected',
    async place => {
      provider.answers.set(DISCOVERY, json({ ...provider.discovery, [place]: `${foreignOrigin}/x` }))
      expect([await signInThere(), foreignAsked]).toEqual(['502 server_error', 0])
      await world.setUp(settingsFor('windows', provider.issuer, { origins: [foreignOrigin] }), 'other')
      await signInThere()
      expect(foreignAsked).toBe(1)
    },
  )
})

it.each([DISCOVERY, '/token', '/jwks'])('a %s redirect to another origin is not followed', async path => {
  provider.answers.set(path, (_request, response) => {
    response.writeHead(302, { location: `${foreignOrigin}/x` }).end()
  })
  expect([await signInThere(), foreignAsked]).toEqual(['502 server_error', 0])
})

it.each([
  ['names another issuer', { issuer: world.google.issuer }],
  ['sends more than 256 KB', { padding: 'x'.repeat(300 * 1024) }],
])('a provider that %s is rejected', async (_what, change) => {
  provider.answers.set(DISCOVERY, json({ ...provider.discovery, ...change }))
  expect(await signInThere()).toBe('502 server_error')
})

it('an unreachable provider causes a 503 and is retried on the next request', async () => {
  provider.answers.set(DISCOVERY, (_request, response) => void response.destroy())
  expect(await signInThere()).toBe('503 request_failed')
  provider.answers.set(DISCOVERY, json({}, 500))
  expect(await signInThere()).toBe('503 request_failed')
  provider.straighten()
  expect(await signInThere()).toBe('200 undefined')
  provider.answers.set('/token', (_request, response) => void response.destroy())
  expect(await signInThere()).toBe('503 request_failed')
})

it.each([
  ['does not respond', false],
  ['never ends its response', true],
])('a request to a provider that %s times out', async (_what, begins) => {
  provider.answers.set('/slow', (_request, response) => {
    if (begins) response.writeHead(200).write('{')
  })
  const fetch = providerFetch([provider.issuer], { ms: 50, bytes: 1024 })
  await expect(fetch(`${provider.issuer}/slow`, {})).rejects.toMatchObject({ code: 'request_failed' })
})
