import { createServer } from 'node:http'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { providerFetch } from '../../../../server/auth/external/provider-client.js'
import { listening } from '../../support/listening.js'
import { DISCOVERY, json, tokenProvider } from './token-provider.js'
import { codeOf, externalWorld, settingsFor } from './world.js'

const world = await externalWorld()
/** A host that no provider is allowed to send us to. */
let foreignAsked = 0
const foreign = createServer((_request, response) => {
  foreignAsked += 1
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":[]}')
})
const foreignOrigin = await listening(foreign)
let provider: Awaited<ReturnType<typeof tokenProvider>>

afterAll(() => foreign.close())
beforeEach(async () => {
  // A new one each time: what the server remembers of the last must not count.
  provider = await tokenProvider()
  await world.setUp(settingsFor('windows', provider.issuer))
  foreignAsked = 0
})
afterEach(() => provider.end())

const signIn = async () =>
  codeOf(
    await world.post('windows', provider.signIn({ sub: 'ada', email: 'ada@example.org', xms_edov: true })),
  )

describe('the keys of a provider', () => {
  afterEach(() => vi.useRealTimers())

  it('are fetched once, and again for an unknown one at most once a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    expect([await signIn(), await signIn(), provider.countOf('/jwks')]).toEqual([
      '200 undefined',
      '200 undefined',
      1,
    ])
    provider.keyId = 'second'
    for (let times = 0; times < 3; times++) expect(await signIn()).toBe('401 invalid_token')
    expect(provider.countOf('/jwks')).toBe(1)
    vi.setSystemTime(Date.now() + 60_001)
    expect(await Promise.all(Array.from({ length: 5 }, signIn))).toEqual(Array(5).fill('200 undefined'))
    expect(provider.countOf('/jwks')).toBe(2)
  })

  it.each(['jwks_uri', 'token_endpoint'])(
    'and codes go to allowed origins only: %s elsewhere',
    async place => {
      provider.answers.set(DISCOVERY, json({ ...provider.discovery, [place]: `${foreignOrigin}/x` }))
      expect([await signIn(), foreignAsked]).toEqual(['502 server_error', 0])
      await world.setUp(settingsFor('windows', provider.issuer, { origins: [foreignOrigin] }))
      await signIn()
      expect(foreignAsked).toBe(1)
    },
  )
})

describe('a provider', () => {
  it.each([DISCOVERY, '/token', '/jwks'])('that leads elsewhere from %s is not followed', async path => {
    provider.answers.set(path, (_request, response) => {
      response.writeHead(302, { location: `${foreignOrigin}/x` }).end()
    })
    expect([await signIn(), foreignAsked]).toEqual(['502 server_error', 0])
  })

  it.each([
    ['calls itself otherwise', { issuer: world.google.issuer }],
    ['says too much', { padding: 'x'.repeat(300 * 1024) }],
  ])('that %s is refused', async (_what, change) => {
    provider.answers.set(DISCOVERY, json({ ...provider.discovery, ...change }))
    expect(await signIn()).toBe('502 server_error')
  })

  it('that is down is 503, and is asked again afterwards', async () => {
    provider.answers.set(DISCOVERY, (_request, response) => void response.destroy())
    expect(await signIn()).toBe('503 request_failed')
    provider.answers.set(DISCOVERY, json({}, 500))
    expect(await signIn()).toBe('503 request_failed')
    provider.straighten()
    expect(await signIn()).toBe('200 undefined')
    provider.answers.set('/token', (_request, response) => void response.destroy())
    expect(await signIn()).toBe('503 request_failed')
  })

  it.each([
    ['says nothing', false],
    ['never ends', true],
  ])('that %s is given up', async (_what, begins) => {
    provider.answers.set('/slow', (_request, response) => {
      if (begins) response.writeHead(200).write('{')
    })
    const fetch = providerFetch([provider.issuer], { ms: 50, bytes: 1024 })
    await expect(fetch(`${provider.issuer}/slow`, {})).rejects.toMatchObject({ code: 'request_failed' })
  })
})
