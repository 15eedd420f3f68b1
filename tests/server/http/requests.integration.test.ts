import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseUnavailable } from '../../../server/database/unavailable.js'
import { pathOf } from '../../../src/core/api/endpoint.js'
import { CALLS } from '../../../src/core/api/endpoints.js'
import { problemDocument } from '../../../src/core/api/problem.js'
import { AUTH, PASSWORD, testApp } from '../support/test-app.js'
import { testDatabase } from '../support/test-database.js'

let db: Awaited<ReturnType<typeof testDatabase>>
let server: Awaited<ReturnType<typeof testApp>>
let jwt: string

beforeAll(async () => {
  db = await testDatabase()
  server = await testApp(db.database, {
    env: { FRETWORK_ORIGINS: 'https://elsewhere.example', FRETWORK_PUBLIC_URL: 'https://fretwork.example' },
  })
  await server.addUser('ada@example.org')
  jwt = (await server.logIn('ada@example.org')).jwt
})
afterAll(async () => {
  await server.end()
  await db.end()
})

const LOGIN = `${AUTH}/login`
const body = { email: 'ada@example.org', password: PASSWORD }
const UUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const params = {
  ...{ id: UUID, plugin: 'chord-book', handle: 'ada', blocked: '1', token: 'A'.repeat(43) },
  ...{ link: UUID, hash: '0'.repeat(64) },
}

describe('every route that needs a log-in', () => {
  const guarded = CALLS.filter(endpoint => endpoint.auth === 'bearer')

  it.each(guarded.map(endpoint => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
    const call = (more: object) =>
      server.send(pathOf(endpoint, params), { method: endpoint.method as 'GET', ...more })
    expect((await call({})).json().code).toBe('unauthenticated')
    expect((await call({ jwt, tenant: undefined })).json().code).toBe('tenant_missing')
    expect((await call({ jwt, tenant: 'nowhere' })).json().code).toBe('tenant_unknown')
    expect((await call({ jwt, tenant: 'other' })).json().code).toBe('unauthenticated')
  })
})

describe('the tenant header', () => {
  it('is asked for before anything happens, log-out included', async () => {
    const { jwt } = await server.logIn('ada@example.org')
    const missing = await server.send(`${AUTH}/logout`, { jwt, tenant: undefined })
    expect([missing.statusCode, missing.json().code]).toEqual([400, 'tenant_missing'])
    expect((await server.send(`${AUTH}/user`, { jwt })).statusCode).toBe(200)
  })

  it.each(['nowhere', 'Fretwork', "x' OR 1=1", 'a'.repeat(33)])('%j names no tenant: 404', async tenant => {
    const answer = await server.send(LOGIN, { body, tenant })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'tenant_unknown'])
  })
})

describe('input', () => {
  it('names each fault by its place', async () => {
    const answer = await server.send(LOGIN, { body: { email: 'no address', rememberMe: 'yes' } })
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(problemDocument.parse(answer.json())).toMatchObject({
      code: 'invalid_input',
      title: 'Bad Request',
      errors: [{ path: 'body.email' }, { path: 'body.password' }, { path: 'body.rememberMe' }],
    })
    expect(answer.json().requestId).toBe(answer.headers['x-request-id'])
  })

  it.each(['roles', 'tenantId', 'emailVerified', 'userId'])('refuses a body that brings %s', async field => {
    const answer = await server.send(LOGIN, { body: { ...body, [field]: 'x' } })
    expect(answer.json().code).toBe('invalid_input')
  })

  it.each([
    ['broken JSON', '{"email":'],
    ['a prototype', '{"__proto__":{"admin":true},"email":"a@b.example","password":"x"}'],
    ['a constructor', '{"constructor":{"prototype":{"x":1}},"email":"a@b.example","password":"x"}'],
  ])('refuses %s', async (_name, text) => {
    const answer = await server.send(LOGIN, { body: text, method: 'POST' })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed_json'])
  })

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a NUL', '{"email":"a@b.example","password":"a\\u0000b"}'],
    ['half a surrogate pair', '{"email":"a@b.example","password":"\\ud800"}'],
  ])('refuses %s where a body is due', async (_name, text) => {
    const answer = await server.send(LOGIN, { body: text, method: 'POST' })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
  })

  it('refuses a body of more than 64 KB', async () => {
    const answer = await server.send(LOGIN, { body: { ...body, password: 'x'.repeat(65_536) } })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'body_too_large'])
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
  ])('does not take %s', async type => {
    const answer = await server.send(LOGIN, {
      body: JSON.stringify(body),
      method: 'POST',
      headers: { 'content-type': type },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'media_type_refused'])
  })

  it('takes a JSON content type without a body where none is due', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await server.send(`/presence/api/v1/user/link/${UUID}`, { method: 'POST', jwt, headers })
    // No one has this id: the call was understood.
    expect(answer.json().code).toBe('not_found')
  })

  it('refuses a parameter of the wrong form and a scalar that comes twice', async () => {
    expect((await server.send('/presence/api/v1/user/not-an-id', { jwt })).json().errors[0].path).toBe(
      'params.id',
    )
    const twice = '/presence/api/v1/user/link/?kind=followers&kind=blocked'
    expect((await server.send(twice, { jwt })).json().errors[0].path).toBe('query.kind')
    const page = '/presence/api/v1/user/link/?kind=followers&page=0'
    expect((await server.send(page, { jwt })).json().errors[0].path).toBe('query.page')
  })
})

describe('addresses and methods', () => {
  it('answers 405 with the methods that an address takes', async () => {
    const answer = await server.send(LOGIN, { method: 'PUT' })
    expect([answer.statusCode, answer.json().code, answer.headers.allow]).toEqual([
      405,
      'method_not_allowed',
      'POST',
    ])
    const profile = await server.send('/presence/api/v1/user/profile/', { method: 'DELETE', jwt })
    expect(profile.headers.allow).toBe('GET, POST')
  })

  it.each(['/presence/api/v1/nothing', '/account/api/v1/nothing', '/%00', '/%zz', '/..%2f..%2fetc/passwd'])(
    '%s is a problem document with 404',
    async url => {
      const answer = await server.send(url, { headers: { accept: 'text/html' } })
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    },
  )

  it('are the same with a slash at the end and without', async () => {
    expect((await server.send('/account/api/v1/', { jwt })).statusCode).toBe(200)
    expect((await server.send('/account/api/v1', { jwt })).statusCode).toBe(200)
  })

  it('says that following needs a user', async () => {
    const answer = await server.send('/presence/api/v1/user/link/', { method: 'POST', jwt })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'user_missing'])
  })
})

describe('origins', () => {
  const from = (origin: string, more = {}) => server.send(LOGIN, { body, headers: { origin, ...more } })

  it.each(['https://elsewhere.example', 'https://app.other.example', 'https://fretwork.example'])(
    'lets %s call',
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
  ])('refuses %s', async origin => {
    const answer = await from(origin)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'origin_refused'])
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.headers.vary).toContain('Origin')
  })

  it('takes the page’s own origin as no foreign one', async () => {
    server.clock.now += 61_000
    const answer = await from('http://localhost:80', { host: 'localhost:80' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('answers a preflight, DELETE and the tenant header included', async () => {
    const answer = await server.send(LOGIN, {
      method: 'OPTIONS',
      tenant: undefined,
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'DELETE' },
    })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['access-control-allow-methods']).toContain('DELETE')
    expect(answer.headers['access-control-allow-headers']).toContain('X-Tenant')
  })

  it('refuses the preflight of an origin that is not listed', async () => {
    const answer = await server.send(LOGIN, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'origin_refused'])
    expect(answer.headers['access-control-allow-methods']).toBeUndefined()
  })

  it.each<Record<string, string>>([{ origin: 'https://elsewhere.example' }, {}])(
    'takes an OPTIONS that is not a preflight for a method it does not know: %j',
    async headers => {
      const answer = await server.send(LOGIN, { method: 'OPTIONS', headers })
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST'])
    },
  )
})

describe('headers', () => {
  it('are strict on answers and refusals alike', async () => {
    for (const url of ['/health', LOGIN, '/nothing']) {
      const { headers } = await server.send(url)
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("script-src 'self';")
      for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(part)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
      expect(headers['referrer-policy']).toBe('same-origin')
      expect(headers['permissions-policy']).toContain('midi=(self)')
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    }
  })

  it('include HSTS as far as it is configured', async () => {
    const header = async (hsts: string) => {
      const env = { FRETWORK_PUBLIC_URL: 'https://fretwork.example', FRETWORK_HSTS: hsts }
      const app = await testApp(db.database, { env })
      const { headers } = await app.send('/health')
      await app.end()
      return headers['strict-transport-security']
    }
    expect(await header('host')).toBe('max-age=31536000')
    expect(await header('off')).toBeUndefined()
  })

  it('count as forwarded only from a configured proxy', async () => {
    const plain = await testApp(db.database)
    const trusting = await testApp(db.database, { env: { FRETWORK_TRUSTED_PROXIES: '10.1.0.0/16' } })
    const headers = { 'x-forwarded-proto': 'https' }
    const hsts = async (app: typeof plain, address: string) =>
      (await app.send('/health', { headers, address })).headers['strict-transport-security']
    expect(await hsts(plain, '10.1.2.3')).toBeUndefined()
    expect(await hsts(trusting, '10.2.2.3')).toBeUndefined()
    expect(await hsts(trusting, '10.1.2.3')).toMatch(/^max-age=/)
    await Promise.all([plain.end(), trusting.end()])
  })
})

describe('faults', () => {
  /** An application whose database begins to fail once it runs: while it starts, it needs one. */
  const appThatLoses = async (error: Error) => {
    let lost = false
    const { login, shared } = db.database
    const app = await testApp({
      ...db.database,
      login: {
        ...login,
        inTenant: (tenant, work) => (lost ? Promise.reject(error) : login.inTenant(tenant, work)),
      },
      shared: Object.assign(Object.create(shared), { execute: () => Promise.reject(error) }),
    })
    lost = true
    return app
  }

  it('of a handler come out as a problem with a request id, the reason in the log only', async () => {
    const broken = await appThatLoses(new Error('secret detail of the inside'))
    const answer = await broken.send(LOGIN, { body })
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal_error'])
    expect(answer.body).not.toContain('secret detail')
    const line = broken.log.find(entry => entry.includes('secret detail'))
    expect(line).toContain(answer.json().requestId)
    await broken.end()
  })

  it('of the database say so, with 503 and when to come back', async () => {
    const gone = new DatabaseUnavailable(new Error('terminating connection'))
    const broken = await appThatLoses(gone)
    const answer = await broken.send(LOGIN, { body })
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'service_unavailable'])
    expect(answer.headers['retry-after']).toBe('5')
    expect((await broken.send('/ready')).statusCode).toBe(503)
    expect((await broken.send('/health')).statusCode).toBe(200)
    await broken.end()
  })

  const GOOD = 'GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'
  it.each([
    ['that is not a HTTP', 'NOT HTTP AT ALL\r\n\r\n', 'request_unreadable'],
    ['with a method that there is not', 'FRET / HTTP/1.1\r\nhost: a\r\n\r\n', 'request_unreadable'],
    ['with a length that is none', 'GET / HTTP/1.1\r\ncontent-length: x\r\n\r\n', 'request_unreadable'],
    [
      'with headers of 20 KB',
      `GET / HTTP/1.1\r\nhost: a\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`,
      'headers_too_large',
    ],
    ['after a good one on the same connection', `${GOOD}NOT HTTP AT ALL\r\n\r\n`, 'request_unreadable'],
  ])('%s are answered with a problem, and reach no one else', async (_what, text, code) => {
    const port = await listening()
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

/** @returns the port of the one server of this file. */
async function listening(): Promise<number> {
  if (!server.app.server.listening) await server.app.listen({ host: '127.0.0.1', port: 0 })
  const bound = server.app.server.address()
  return typeof bound === 'object' && bound ? bound.port : 0
}
