import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { problemDocument } from '../../../src/core/contract/problem.js'
import { AUTH, codeOf, PASSWORD, serverForFile, testApp } from '../support/test-app.js'

const { db, server } = await serverForFile({
  env: {
    FRETWORK_ORIGINS: 'https://elsewhere.example',
    FRETWORK_PUBLIC_URL: 'https://fretwork.example',
    FRETWORK_CALLS_PER_MINUTE: '54',
  },
})
await server.addUser('ada@example.org')
const jwt = (await server.logIn('ada@example.org')).jwt
const LOGIN = `${AUTH}/login`
const body = { email: 'ada@example.org', password: PASSWORD }
const UUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
it.each([
  [
    'a constructor key',
    '{"constructor":{"prototype":{}},"email":"a@b.example","password":"x"}',
    'malformed_json',
  ],
  ['no content', undefined, 'invalid_input'],
  ['an empty text', '', 'invalid_input'],
  ['null instead of an object', 'null', 'invalid_input'],
  ['a list instead of an object', '[]', 'invalid_input'],
])('a body with %s is rejected', async (_name, text, code) => {
  const answer = await server.send(LOGIN, { body: text, method: 'POST' })
  expect([answer.statusCode, answer.json().code]).toEqual([400, code])
})

it('a call without a body accepts a JSON content type', async () => {
  const headers = { 'content-type': 'application/json' }
  const answer = await server.send(`/presence/api/v1/user/link/${UUID}`, { method: 'POST', jwt, headers })
  // A not-found error shows that the call was parsed.
  expect(answer.json().code).toBe('not_found')
})

it('calls beyond the per-minute account limit are rejected until the next minute', async () => {
  const search = () =>
    server.send('/presence/api/v1/user/search/', { jwt, body: { query: 'ada', page: 1, pageSize: 10 } })
  server.clock.now += 60_000
  const statuses = []
  for (let call = 0; call < 11; call++) statuses.push((await search()).statusCode)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  server.clock.now += 60_000
  expect((await search()).statusCode).toBe(200)
  server.clock.now += 60_000
})

it.each(['/presence/api/v1/nothing', '/account/api/v1/nothing', '/%00', '/%zz', '/..%2f..%2fetc/passwd'])(
  'the path %s returns a problem document with status 404',
  async url => {
    expect(codeOf(await server.send(url, { headers: { accept: 'text/html' } }))).toBe('404 not_found')
  },
)

it('a trailing slash in a path makes no difference', async () => {
  expect((await server.send('/account/api/v1/', { jwt })).statusCode).toBe(200)
  expect((await server.send('/account/api/v1', { jwt })).statusCode).toBe(200)
})

it('following without a user ID is rejected with the reason', async () => {
  expect(codeOf(await server.send('/presence/api/v1/user/link/', { method: 'POST', jwt }))).toBe(
    '400 user_missing',
  )
})

describe('allowed origins', () => {
  const from = (origin: string, more = {}) => server.send(LOGIN, { body, headers: { origin, ...more } })

  it.each(['https://elsewhere.example', 'https://app.other.example', 'https://fretwork.example'])(
    'requests from %s are accepted',
    async origin => {
      server.clock.now += 61_000
      const answer = await from(origin)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['access-control-allow-origin']).toBe(origin)
      expect(answer.headers['access-control-allow-credentials']).toBe('true')
      expect(answer.headers.vary).toContain('Origin')
    },
  )

  it.each([
    'null',
    'https://elsewhere.example.evil.example',
    'https://sub.elsewhere.example',
    'http://elsewhere.example',
    'https://elsewhere.example:8443',
  ])('the origin %s is rejected', async origin => {
    const answer = await from(origin)
    expect(codeOf(answer)).toBe('403 origin_refused')
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.headers.vary).toContain('Origin')
  })

  it('the page’s own origin is not treated as cross-origin', async () => {
    server.clock.now += 61_000
    const answer = await from('http://localhost:80', { host: 'localhost:80' })
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, undefined])
  })

  it('a preflight allows DELETE and the tenant header', async () => {
    const answer = await server.send(LOGIN, {
      method: 'OPTIONS',
      tenant: undefined,
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'DELETE' },
    })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['access-control-allow-methods']).toContain('DELETE')
    expect(answer.headers['access-control-allow-headers']).toContain('X-Tenant')
  })

  it('a preflight from an unlisted origin is rejected', async () => {
    const answer = await server.send(LOGIN, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(codeOf(answer)).toBe('403 origin_refused')
    expect(answer.headers['access-control-allow-methods']).toBeUndefined()
  })

  it.each<Record<string, string>>([{ origin: 'https://elsewhere.example' }, {}])(
    'an OPTIONS request that is not a preflight returns 405: %j',
    async headers => {
      const answer = await server.send(LOGIN, { method: 'OPTIONS', headers })
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST'])
    },
  )
})

it('successful and failed responses have the same strict headers', async () => {
  for (const url of ['/health', LOGIN, '/nothing']) {
    const { headers } = await server.send(url)
    for (const part of [
      "script-src 'self';",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(headers['content-security-policy']).toContain(part)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      ...{ 'cross-origin-resource-policy': 'same-origin', 'referrer-policy': 'same-origin' },
      'permissions-policy': expect.stringContaining('midi=(self)'),
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
  }
})

it.each(['/link/abc', '/verification', '/password/reset?first'])(
  'a page opened by an emailed link does not send its URL as the referrer: %s',
  async url => {
    const { headers } = await server.send(url, { headers: { accept: 'text/html' } })
    expect(headers['referrer-policy']).toBe('no-referrer')
  },
)

it.each([
  ['host', 'max-age=31536000'],
  ['off', undefined],
])('the configuration %s determines the HSTS header', async (hsts, header) => {
  const env = { FRETWORK_PUBLIC_URL: 'https://fretwork.example', FRETWORK_HSTS: hsts }
  const app = await testApp(db.database, { env })
  expect((await app.send('/health')).headers['strict-transport-security']).toBe(header)
  await app.end()
})

describe('server errors', () => {
  it('a handler error becomes a problem with a request ID, and only the log contains the cause', async () => {
    const fail = () => Promise.reject(new Error('secret detail of the inside'))
    const broken = await testApp({ ...db.database, login: { ...db.database.login, inTenant: fail } })
    const answer = await broken.send(LOGIN, { body })
    expect(codeOf(answer)).toBe('500 internal_error')
    expect(answer.body).not.toContain('secret detail')
    expect(broken.log.find(entry => entry.includes('secret detail'))).toContain(answer.json().requestId)
    await broken.end()
  })

  let port: number
  beforeAll(async () => {
    port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
  })

  const GOOD = 'GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'
  it.each([
    ['with an unknown method', 'FRET / HTTP/1.1\r\nhost: a\r\n\r\n', 'request_unreadable'],
    ['with an invalid length', 'GET / HTTP/1.1\r\ncontent-length: x\r\n\r\n', 'request_unreadable'],
    [
      'with headers of 20 KB',
      `GET / HTTP/1.1\r\nhost: a\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`,
      'headers_too_large',
    ],
    ['after a valid request on the same connection', `${GOOD}NOT HTTP AT ALL\r\n\r\n`, 'request_unreadable'],
  ])('requests %s return a problem document and do not affect other requests', async (_what, text, code) => {
    const answer = await new Promise<string>((resolve, reject) => {
      let all = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.on('data', bytes => (all += String(bytes)))
      socket.once('end', () => resolve(all)).once('error', reject)
    })
    const [, body] = answer.slice(answer.lastIndexOf('HTTP/1.1')).split('\r\n\r\n')
    const problem = problemDocument.parse(JSON.parse(body ?? ''))
    expect(problem.code).toBe(code)
    expect(answer).toContain(`HTTP/1.1 ${problem.status} `)
    expect(answer).toContain('content-type: application/problem+json')
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)
  })
})
