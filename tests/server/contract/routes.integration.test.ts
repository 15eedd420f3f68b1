import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { deviationsOf } from '../../../cli/commands/api/check/deviations.js'
import type { Endpoint } from '../../../src/core/contract/endpoint.js'
import { ENDPOINTS } from '../../../src/core/contract/endpoints.js'
import { rowsOf } from '../isolation/rows.js'
import { type Sent, serverForFile } from '../support/test-app.js'
import { anyInput, callsTo, METHODS, named, urlOf } from './calls.js'

const added = new Set<string>()
const note = (message: unknown) =>
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) added.add(`${each} ${url.replace(/(.)\/$/, '$1')}`)
  })
subscribe('fastify.initialization', note)
const { db, server } = await serverForFile()
unsubscribe('fastify.initialization', note)

/** Calls without a session. Add a call here only if it needs none. */
const OPEN = [
  'tenant.card',
  'sound-banks.list',
  'shared.open',
  'shared.file',
  'shared.report',
  'auth.login',
  'auth.second-factor',
  'auth.refresh',
  'auth.external',
  'auth.register',
  'auth.verify',
  'auth.verification',
  'auth.forgot',
  'auth.reset',
  'group.invitation',
]

/** Routes outside the contract: pages, files and machine endpoints. They never expose user data. */
const NO_CALLS = [
  /^GET \/(health|ready|metrics|openapi\.json)$/,
  /^GET \/docs\/api(\/|$)/,
  /^GET \/cms(\/\*)?$/,
  /^GET \/external\/:hash\/\*$/,
  /^GET \/apart\/plugin\/:hash\/\*$/,
  // Demo mode on a developer's machine.
  /^\w+ \/dev\//,
  /^OPTIONS \*$/,
]

for (const tenant of ['fretwork', 'other'])
  await server.addUser('boss@example.org', { roles: ['Admin'] }, tenant)
const { jwt } = await server.logIn('boss@example.org')
const ended = await server.logIn('boss@example.org')
await server.send('/presence/api/v1/auth/logout', { jwt: ended.jwt })
const call = callsTo(server)
const rowsBefore = await rowsOf(db.address)
const CALLS = named(ENDPOINTS.filter(({ tenant }) => tenant !== 'none'))
const GUARDED = named(ENDPOINTS.filter(({ auth }) => auth === 'bearer'))
const WITH_BODY = named(ENDPOINTS.filter(({ body }) => body !== undefined))
const WITHOUT_BODY = named(ENDPOINTS.filter(({ body, method }) => body === undefined && method !== 'GET'))

it('the server has exactly the contract’s routes and the listed exceptions', () => {
  const calls = ENDPOINTS.map(
    ({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1')}`,
  )
  const others = [...added].filter(route => !calls.includes(route) && !route.startsWith('HEAD '))
  expect(others.filter(route => !NO_CALLS.some(pattern => pattern.test(route)))).toEqual([])
  expect(calls.filter(route => !added.has(route))).toEqual([])
})

it('every call requires a session except the listed ones', () => {
  const open = ENDPOINTS.filter(({ auth }) => auth === 'none')
  expect(open.map(({ name }) => name).filter(name => !OPEN.includes(name))).toEqual([])
})

const refused = async (endpoint: Endpoint, more: Sent, codes: readonly string[]) => {
  const { statusCode: status, headers, body: text, ...answer } = await call(endpoint, {}, more)
  expect(codes).toContain(answer.json().code)
  expect(deviationsOf(endpoint, { status, headers, text })).toEqual([])
}

it.each(CALLS)('%s requires an existing tenant', async (_name, endpoint) => {
  await refused(endpoint, { jwt, tenant: undefined }, ['tenant_missing'])
  await refused(endpoint, { jwt, tenant: '' }, ['tenant_missing'])
  await refused(endpoint, { jwt, tenant: 'nowhere' }, ['tenant_unknown'])
  await refused(endpoint, { jwt, tenant: 'FRETWORK' }, ['tenant_unknown'])
})

it.each(GUARDED)('%s requires a token for the tenant in the header', async (_name, endpoint) => {
  await refused(endpoint, {}, ['unauthenticated'])
  await refused(endpoint, { jwt, tenant: 'other' }, ['unauthenticated', 'forbidden'])
  const cookie = `fretwork=${encodeURIComponent(JSON.stringify({ jwt }))}; jwt=${jwt}`
  await refused(endpoint, { headers: { cookie } }, ['unauthenticated'])
})

it.each(WITHOUT_BODY)(
  '%s expects no body and rejects one with the documented error',
  async (_name, endpoint) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    await refused(endpoint, { jwt, body: {}, headers: form }, ['media_type_refused'])
    await refused(endpoint, { jwt, body: 'x'.repeat(65_537) }, ['body_too_large'])
  },
)

it.each(WITH_BODY)('%s accepts only JSON up to its declared size limit', async (_name, endpoint) => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    await refused(endpoint, { jwt, headers: { 'content-type': type } }, ['media_type_refused'])
  await refused(endpoint, { jwt, body: JSON.stringify('x'.repeat(endpoint.bodyLimit ?? 65_536)) }, [
    'body_too_large',
  ])
  await refused(endpoint, { jwt, body: '{"a":' }, ['malformed_json'])
  await refused(endpoint, { jwt, body: '{"__proto__":{"roles":["Admin"]}}' }, ['malformed_json'])
})

it.each([...new Set(ENDPOINTS.map(({ path }) => path))])('%s accepts only its own methods', async path => {
  const [endpoint] = ENDPOINTS.filter(each => each.path === path)
  const url = urlOf({ name: path, path }, anyInput(endpoint as Endpoint)).split('?')[0] ?? ''
  const taken = new Set(
    [...added].filter(route => fits(route, url)).map(route => route.slice(0, route.indexOf(' '))),
  )
  for (const method of METHODS.filter(each => !taken.has(each))) {
    const answer = await server.send(url, { method: method as 'GET', jwt })
    expect([method, answer.statusCode, answer.json().code]).toEqual([method, 405, 'method_not_allowed'])
    for (const word of String(answer.headers.allow).split(', ')) expect(taken).toContain(word)
  }
})

it('rejected requests leave the database unchanged', async () => {
  expect(await rowsOf(db.address)).toEqual(rowsBefore)
})

/** Returns whether a route pattern such as `GET /user/:id` matches a URL. */
function fits(route: string, url: string): boolean {
  const path = route.slice(route.indexOf(' ') + 1)
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replaceAll('*', '.*')}/?$`).test(url)
}

it.each(GUARDED)('%s rejects an ended session', async (_name, endpoint) => {
  expect((await call(endpoint, {}, { jwt: ended.jwt })).json().code).toBe('session_ended')
})
