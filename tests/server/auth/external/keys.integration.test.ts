// How a provider is reached, and its keys: accounts.md 23. Each was seen to fail under the change of the server that
// its comment names.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { providerFetch } from '../../../../server/auth/external/provider-client.js'
import { listening } from '../../support/listening.js'
import { crookedProvider } from './crooked-provider.js'
import { REDIRECT } from './openid-provider.js'
import { codeOf, externalWorld, settingsFor } from './world.js'

const DISCOVERY = '/.well-known/openid-configuration'

const world = await externalWorld()
world.google.people.set('ada', { email: 'ada@example.org', email_verified: true })
/** A host that no provider is allowed to send us to. */
let foreignAsked = 0
const foreign = createServer((_request, response) => {
  foreignAsked += 1
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":[]}')
})
const foreignOrigin = await listening(foreign)
let crooked: Awaited<ReturnType<typeof crookedProvider>>

afterAll(() => foreign.close())
beforeEach(async () => {
  // A new one each time: what the server remembers of the last must not count.
  crooked = await crookedProvider()
  await world.setUp(settingsFor('windows', crooked.issuer), 'other')
  foreignAsked = 0
})
afterEach(() => crooked.end())

/** A sign-in that the crooked provider vouches for with a token of its own making. */
async function crookedly(kid?: string) {
  const nonce = randomBytes(16).toString('base64url')
  await crooked.grantClaims({ nonce, email: 'crooked@example.org', xms_edov: true }, kid ? { kid } : {})
  const callback = { code: 'any', codeVerifier: 'v'.repeat(43), redirectUri: REDIRECT, nonce }
  return world.post('windows', callback, 'other')
}
const viaGoogle = async () => world.post('google', await world.google.signIn('ada'))

describe('the keys of a provider', () => {
  afterEach(() => vi.useRealTimers())

  // With `cooldownDuration: 0` each unknown key would be asked for.
  it('are fetched once, and again for an unknown one at most once a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const keysAsked = () => world.google.countOf('/jwks')
    expect((await viaGoogle()).statusCode).toBe(200)
    expect((await viaGoogle()).statusCode).toBe(200)
    expect(keysAsked()).toBe(1)
    await world.google.rotate('second')
    for (let times = 0; times < 3; times++) expect(codeOf(await viaGoogle())).toBe('401 invalid_token')
    expect(keysAsked()).toBe(1)
    vi.setSystemTime(Date.now() + 60_001)
    const callbacks = await Promise.all(Array.from({ length: 5 }, () => world.google.signIn('ada')))
    const answers = await Promise.all(callbacks.map(each => world.post('google', each)))
    expect(answers.map(codeOf)).toEqual(Array(5).fill('200 undefined'))
    expect(keysAsked()).toBe(2)
  })

  // With the list of origins not asked, the foreign host would be.
  it.each(['jwks_uri', 'token_endpoint'])(
    'and codes go to allowed origins only: %s elsewhere',
    async place => {
      const document = { ...crooked.discovery, [place]: `${foreignOrigin}/x` }
      crooked.answers.set(DISCOVERY, crooked.json(document))
      expect(codeOf(await crookedly())).toBe('502 server_error')
      expect(foreignAsked).toBe(0)
      await world.setUp(settingsFor('windows', crooked.issuer, { origins: [foreignOrigin] }), 'other')
      await crookedly()
      expect(foreignAsked).toBe(1)
    },
  )
})

describe('a provider', () => {
  // With `redirect: 'follow'`, the foreign host would be asked.
  it.each([DISCOVERY, '/token', '/jwks'])('that leads elsewhere from %s is not followed', async path => {
    await crookedly()
    crooked.answers.set(path, (_request, response) => {
      response.writeHead(302, { location: `${foreignOrigin}/x` }).end()
    })
    await world.setUp(settingsFor('windows', crooked.issuer, { origins: [crooked.issuer] }), 'other')
    const nonce = randomBytes(16).toString('base64url')
    if (path !== '/token') await crooked.grantClaims({ nonce })
    const callback = { code: 'any', codeVerifier: 'v'.repeat(43), redirectUri: REDIRECT, nonce }
    expect(codeOf(await world.post('windows', callback, 'other'))).toBe('502 server_error')
    expect(foreignAsked).toBe(0)
  })

  // With discovery by the document's full address, for which the library compares nothing, and without our own
  // comparison of `found`, it is asked for a token.
  it('that calls itself otherwise is refused', async () => {
    crooked.answers.set(DISCOVERY, crooked.json({ ...crooked.discovery, issuer: world.google.issuer }))
    expect(codeOf(await crookedly())).toBe('502 server_error')
  })

  // With the limit of size taken away, the key set would be read to its end, and be right.
  it('that says too much is cut off', async () => {
    crooked.answers.set(DISCOVERY, crooked.json({ ...crooked.discovery, padding: 'x'.repeat(300 * 1024) }))
    expect(codeOf(await crookedly())).toBe('502 server_error')
  })

  // Remembering the failed discovery, the second sign-in would fail as well.
  it('that is down is 503, and is asked again afterwards', async () => {
    crooked.answers.set(DISCOVERY, (_request, response) => void response.destroy())
    expect(codeOf(await crookedly())).toBe('503 request_failed')
    crooked.answers.set(DISCOVERY, crooked.json({}, 500))
    expect(codeOf(await crookedly())).toBe('503 request_failed')
    crooked.straighten()
    expect((await crookedly()).statusCode).toBe(200)
    crooked.answers.set('/token', (_request, response) => void response.destroy())
    const callback = {
      code: 'any',
      codeVerifier: 'v'.repeat(43),
      redirectUri: REDIRECT,
      nonce: 'n'.repeat(16),
    }
    expect(codeOf(await world.post('windows', callback, 'other'))).toBe('503 request_failed')
  })

  // Without the signal, or with the time ending at the headers, the answer would be waited for.
  it.each([
    ['says nothing', false],
    ['never ends', true],
  ])('that %s is given up', async (_what, begins) => {
    crooked.answers.set('/slow', (_request, response) => {
      if (begins) response.writeHead(200).write('{')
    })
    const fetch = providerFetch([crooked.issuer], { ms: 50, bytes: 1024 })
    await expect(fetch(`${crooked.issuer}/slow`, {})).rejects.toMatchObject({ code: 'request_failed' })
  })
})
