import { AxiosError } from 'axios'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { avatarOf } from '../../../src/core/contract/account.js'
import { currentUser, login } from '../../../src/core/contract/auth.js'
import { defineEndpoint } from '../../../src/core/contract/endpoint.js'
import { tenantJson } from '../../../src/core/contract/tenant.js'
import { ApiClient, type CallSession } from '../../../src/core/http/api-client.js'
import { ApiError } from '../../../src/core/http/api-error.js'
import { type Answering, fakeTransport, noConnection, ok, problem } from './fake-transport.js'

const USER = { id: 'u1', email: 'jo@example.org', name: 'Jo', emailVerified: true, roles: [], features: [] }
const TOKENS = { jwt: 'j', refreshToken: 'r' }

const tagged = defineEndpoint('test.tagged', 'GET /test/{id}', {
  summary: 'A call with everything in its address',
  auth: 'none',
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ tag: z.array(z.string()), page: z.optional(z.int()) }),
  answer: z.object({ items: z.array(z.object({ name: z.string() })) }),
})

function clientOf(answering: Answering, session: Partial<CallSession> = {}, current = { key: 'acme' }) {
  const { transport, sent, configs } = fakeTransport(answering)
  const api = new ApiClient({ baseUrl: 'http://backend.test' }, { current }, transport)
  api.attachSession({ bearer: () => 'token-1', onUnauthorized: () => Promise.resolve(false), ...session })
  return { api, sent, configs }
}

async function refusedBy(answering: Answering): Promise<ApiError> {
  const { api } = clientOf(answering)
  const error: unknown = await api.call(login, { body: { email: 'a@b.c', password: 'x' } }).catch(e => e)
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`)
  return error
}

it('a request uses the base URL and sends credentials and tenant, without a timeout', async () => {
  const { api, sent, configs } = clientOf(() => ok(TOKENS))
  await api.call(login, { body: { email: 'jo@example.org', password: 'secret' } })
  expect(sent).toMatchObject([
    {
      ...{ method: 'POST', url: 'http://backend.test/presence/api/v1/auth/login' },
      ...{ headers: { 'X-Tenant': 'acme' }, body: { email: 'jo@example.org', password: 'secret' } },
    },
  ])
  expect(configs[0]).toMatchObject({
    ...{ withCredentials: true, timeout: 0, transitional: { clarifyTimeoutError: true } },
  })
})

it.each([
  [
    'repeats array keys and encodes values',
    'a/b',
    { tag: ['x', 'y z'], page: 2 },
    'a%2Fb?tag=x&tag=y+z&page=2',
  ],
  [
    'omits undefined values and escapes special characters',
    'a',
    { tag: ['b&c=d', 'é'], page: undefined },
    'a?tag=b%26c%3Dd&tag=%C3%A9',
  ],
])('a request URL %s', async (_how, id, query, address) => {
  const { api, sent } = clientOf(() => ok({ items: [] }))
  await api.call(tagged, { params: { id }, query })
  expect(sent[0]?.url).toBe(`http://backend.test/test/${address}`)
})

it('only endpoints that require login send the token', async () => {
  const { api, sent } = clientOf(({ url }) => ok(url.endsWith('user') ? USER : TOKENS))
  await api.call(currentUser)
  await api.call(login, { body: { email: 'a@b.c', password: 'x' } })
  expect(sent.map(({ headers }) => headers.Authorization)).toEqual(['Bearer token-1', undefined])
})

it('each request uses the current tenant and token', async () => {
  const tenant = { key: 'first' }
  let token: string | undefined
  const { api, sent } = clientOf(() => ok(USER), { bearer: () => token }, tenant)
  await api.call(currentUser)
  tenant.key = 'second'
  token = 'later'
  await api.call(currentUser)
  expect(sent.map(({ headers }) => [headers['X-Tenant'], headers.Authorization])).toEqual([
    ['first', undefined],
    ['second', 'Bearer later'],
  ])
})

it('the tenant card request sends no tenant key', async () => {
  const card = { key: 'acme', name: 'A', accent: '#000000', languages: [], providers: [] }
  const { api, sent } = clientOf(() => ok(card))
  await expect(api.call(tenantJson)).resolves.toEqual(card)
  expect(sent[0]?.headers).not.toHaveProperty('X-Tenant')
})

it('the response is validated, and unknown fields from a newer server are dropped', async () => {
  const { api } = clientOf(() => ok({ ...TOKENS, more: true }))
  await expect(api.call(login, { body: { email: 'a@b.c', password: 'x' } })).resolves.toEqual(TOKENS)
})

it('an endpoint without a response body returns undefined', async () => {
  const gone = defineEndpoint('x.gone', 'GET /gone', { summary: 'Gone', status: 204 })
  const { api } = clientOf(() => ({ status: 204, body: '' }))
  await expect(api.call(gone)).resolves.toBeUndefined()
})

it.each([
  ['a buffer', (bytes: Uint8Array<ArrayBuffer>) => bytes.buffer],
  ['a view of a buffer (Node)', (bytes: Uint8Array<ArrayBuffer>) => Buffer.from(bytes)],
])('a binary endpoint returns bytes, and its error response is still parsed: %s', async (_name, sent) => {
  const params = { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }
  const { api } = clientOf(() => ok(sent(new Uint8Array([137, 80]))))
  expect([...(await api.call(avatarOf, { params }))]).toEqual([137, 80])
  const refusal = JSON.stringify({ title: 'Not Found', status: 404, code: 'not_found' })
  const bytes = new Uint8Array(new TextEncoder().encode(refusal))
  const { api: refused } = clientOf(() => ({ status: 404, body: sent(bytes) }))
  await expect(refused.call(avatarOf, { params })).rejects.toMatchObject({ code: 'not_found', status: 404 })
})

it('an invalid response is reported with the endpoint and the path of the invalid field', async () => {
  const { api } = clientOf(() => ok({ items: [{ name: 'a' }, { name: 7 }] }))
  await expect(api.call(tagged, { params: { id: 'a' }, query: { tag: [] } })).rejects.toMatchObject({
    ...{ kind: 'bad_response', code: 'answer_invalid' },
    message: expect.stringMatching(/test\.tagged.*"items\.1\.name"/),
  })
})

it.each(['<html>a proxy was here</html>', '', '{"jwt": ', undefined, null])(
  'an invalid response is rejected: %o',
  async body => {
    await expect(refusedBy(() => ({ status: 200, body }))).resolves.toMatchObject({
      code: 'answer_invalid',
    })
  },
)

it('an API error takes its code, message, status and retry delay from the problem document', async () => {
  const error = await refusedBy(() => ({
    ...problem(429, 'rate_limited', { detail: 'Too many attempts.' }),
    headers: { 'retry-after': '37' },
  }))
  expect(error).toMatchObject({
    ...{ kind: 'bad_request', code: 'rate_limited', status: 429, message: 'Too many attempts.' },
    ...{ retryAfter: 37, problem: { code: 'rate_limited' } },
  })
})

it('an API error can have an unknown code and falls back to the problem’s title', async () => {
  const error = await refusedBy(() => problem(418, 'kettle_on'))
  expect(error).toMatchObject({ kind: 'bad_request', code: 'kettle_on', message: 'kettle_on' })
})

it.each([
  [400, 'bad_request'],
  [404, 'bad_request'],
  [500, 'bad_response'],
  [502, 'bad_response'],
  [302, 'bad_response'],
])('status %i without a problem document becomes a %s', async (status, kind) => {
  const error = await refusedBy(() => ({ status, body: '<html></html>' }))
  expect(error).toMatchObject({ kind, code: kind, status, problem: undefined })
})

it('a missing or date-valued Retry-After header yields no retry delay', async () => {
  const headers = { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }
  expect((await refusedBy(() => ({ status: 503, headers }))).retryAfter).toBeUndefined()
  expect((await refusedBy(() => ({ status: 503 }))).retryAfter).toBeUndefined()
})

it.each([
  [noConnection(), 'network'],
  [new AxiosError('Network Error', 'ERR_NETWORK'), 'network'],
  [new TypeError('fetch failed'), 'network'],
  [new AxiosError('timeout of 0ms exceeded', 'ETIMEDOUT'), 'timeout'],
  [new AxiosError('Request aborted', 'ECONNABORTED'), 'cancelled'],
])('the error %s is reported as %s', async (failure, kind) => {
  const error = await refusedBy(() => Promise.reject(failure))
  expect(error).toMatchObject({ kind, code: kind, status: undefined, cause: failure })
})

it('a request aborted by the caller is "cancelled", whether before or after it is sent', async () => {
  const before = new AbortController()
  before.abort()
  const { api, sent } = clientOf(() => ok(USER))
  await expect(api.call(currentUser, {}, { signal: before.signal })).rejects.toMatchObject({
    kind: 'cancelled',
  })
  expect(sent).toEqual([])

  const during = new AbortController()
  const { api: slow } = clientOf(() => {
    during.abort()
    return ok(USER)
  })
  await expect(slow.call(currentUser, {}, { signal: during.signal })).rejects.toMatchObject({
    kind: 'cancelled',
  })
})

it('a rejected request is repeated only once', async () => {
  let asked = 0
  const { api, sent } = clientOf(() => problem(401, 'session_ended'), {
    onUnauthorized: () => Promise.resolve(++asked > 0),
  })
  await expect(api.call(currentUser)).rejects.toMatchObject({ code: 'session_ended', status: 401 })
  expect([asked, sent.length]).toEqual([1, 2])
})

it('a request aborted during the session refresh is not repeated', async () => {
  const giveUp = new AbortController()
  const { api, sent } = clientOf(() => problem(401, 'token_expired'), {
    onUnauthorized: () => {
      giveUp.abort()
      return Promise.resolve(true)
    },
  })
  const call = api.call(currentUser, {}, { signal: giveUp.signal })
  await expect(call).rejects.toMatchObject({ kind: 'cancelled' })
  expect(sent).toHaveLength(1)
})

it('a 401 response does not refresh the session if the endpoint requires no login', async () => {
  let asked = 0
  const { api } = clientOf(() => problem(401, 'invalid_credentials'), {
    onUnauthorized: () => Promise.resolve(++asked > 0),
  })
  const attempt = api.call(login, { body: { email: 'a@b.c', password: 'x' } })
  await expect(attempt).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect(asked).toBe(0)
})
