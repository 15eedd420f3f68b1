import { AxiosError } from 'axios'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { avatarOf } from '../../../src/core/api/account.js'
import { currentUser, login } from '../../../src/core/api/auth.js'
import { defineEndpoint } from '../../../src/core/api/endpoint.js'
import { tenantJson } from '../../../src/core/api/tenant.js'
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

describe('a call', () => {
  it('goes to the base address with credentials, the tenant, and no time limit', async () => {
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
    ['repeats array keys, encodes', 'a/b', { tag: ['x', 'y z'], page: 2 }, 'a%2Fb?tag=x&tag=y+z&page=2'],
    ['leaves out, escapes', 'a', { tag: ['b&c=d', 'é'], page: undefined }, 'a?tag=b%26c%3Dd&tag=%C3%A9'],
  ])('%s what is in its address', async (_how, id, query, address) => {
    const { api, sent } = clientOf(() => ok({ items: [] }))
    await api.call(tagged, { params: { id }, query })
    expect(sent[0]?.url).toBe(`http://backend.test/test/${address}`)
  })

  it('carries the token only if a login is needed', async () => {
    const { api, sent } = clientOf(({ url }) => ok(url.endsWith('user') ? USER : TOKENS))
    await api.call(currentUser)
    await api.call(login, { body: { email: 'a@b.c', password: 'x' } })
    expect(sent.map(({ headers }) => headers.Authorization)).toEqual(['Bearer token-1', undefined])
  })

  it('asks for the tenant and the token again each time', async () => {
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

  it('says no tenant where the tenant is what is asked', async () => {
    const card = { key: 'acme', name: 'A', accent: '#000000', languages: [], providers: [] }
    const { api, sent } = clientOf(() => ok(card))
    await expect(api.call(tenantJson)).resolves.toEqual(card)
    expect(sent[0]?.headers).not.toHaveProperty('X-Tenant')
  })

  it('gives the answer as the schema has it, without what a newer server adds', async () => {
    const { api } = clientOf(() => ok({ ...TOKENS, more: true }))
    await expect(api.call(login, { body: { email: 'a@b.c', password: 'x' } })).resolves.toEqual(TOKENS)
  })

  it('gives nothing where the call has no answer', async () => {
    const gone = defineEndpoint('x.gone', 'GET /gone', { summary: 'Gone', status: 204 })
    const { api } = clientOf(() => ({ status: 204, body: '' }))
    await expect(api.call(gone)).resolves.toBeUndefined()
  })

  it.each([
    ['a buffer', (bytes: Uint8Array<ArrayBuffer>) => bytes.buffer],
    ['a view of one, as Node has it', (bytes: Uint8Array<ArrayBuffer>) => Buffer.from(bytes)],
  ])('gives bytes where the call has those, and its refusal all the same: %s', async (_name, sent) => {
    const params = { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }
    const { api } = clientOf(() => ok(sent(new Uint8Array([137, 80]))))
    expect([...(await api.call(avatarOf, { params }))]).toEqual([137, 80])
    const refusal = JSON.stringify({ title: 'Not Found', status: 404, code: 'not_found' })
    const bytes = new Uint8Array(new TextEncoder().encode(refusal))
    const { api: refused } = clientOf(() => ({ status: 404, body: sent(bytes) }))
    await expect(refused.call(avatarOf, { params })).rejects.toMatchObject({ code: 'not_found', status: 404 })
  })

  it('does not hide a mistake of the program', async () => {
    const { api, sent } = clientOf(() => ok({ items: [] }))
    await expect(api.call(tagged, { params: { id: '' }, query: { tag: [] } })).rejects.toThrow(TypeError)
    expect(sent).toEqual([])
  })
})

describe('an answer that is not the agreed one', () => {
  it('is named with the call and the place', async () => {
    const { api } = clientOf(() => ok({ items: [{ name: 'a' }, { name: 7 }] }))
    await expect(api.call(tagged, { params: { id: 'a' }, query: { tag: [] } })).rejects.toMatchObject({
      ...{ kind: 'bad_response', code: 'answer_invalid' },
      message: expect.stringMatching(/test\.tagged.*"items\.1\.name"/),
    })
  })

  it.each(['<html>a proxy was here</html>', '', '{"jwt": ', undefined, null])('may be %o', async body => {
    await expect(refusedBy(() => ({ status: 200, body }))).resolves.toMatchObject({ code: 'answer_invalid' })
  })
})

describe('a refusal', () => {
  it("has the problem's code, sentence and status, and how long to wait", async () => {
    const error = await refusedBy(() => ({
      ...problem(429, 'rate_limited', { detail: 'Too many attempts.' }),
      headers: { 'retry-after': '37' },
    }))
    expect(error).toMatchObject({
      ...{ kind: 'bad_request', code: 'rate_limited', status: 429, message: 'Too many attempts.' },
      ...{ retryAfter: 37, problem: { code: 'rate_limited' } },
    })
  })

  it('keeps the places in the input that were wrong', async () => {
    const errors = [{ path: 'body.email', message: 'is not an address' }]
    const error = await refusedBy(() => problem(400, 'invalid_input', { errors }))
    expect(error.problem?.errors).toEqual(errors)
  })

  it('falls back to its title, and may have a code that this client does not know', async () => {
    const error = await refusedBy(() => problem(418, 'kettle_on'))
    expect(error).toMatchObject({ kind: 'bad_request', code: 'kettle_on', message: 'kettle_on' })
  })

  it.each([
    [400, 'bad_request'],
    [404, 'bad_request'],
    [500, 'bad_response'],
    [502, 'bad_response'],
    [302, 'bad_response'],
  ])('with status %i and no problem document is a %s', async (status, kind) => {
    const error = await refusedBy(() => ({ status, body: '<html></html>' }))
    expect(error).toMatchObject({ kind, code: kind, status, problem: undefined })
  })

  it('knows no time to wait where the header is a date or missing', async () => {
    const headers = { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }
    expect((await refusedBy(() => ({ status: 503, headers }))).retryAfter).toBeUndefined()
    expect((await refusedBy(() => ({ status: 503 }))).retryAfter).toBeUndefined()
  })
})

describe('no answer at all', () => {
  it.each([
    [noConnection(), 'network'],
    [new AxiosError('Network Error', 'ERR_NETWORK'), 'network'],
    [new TypeError('fetch failed'), 'network'],
    [new AxiosError('timeout of 0ms exceeded', 'ETIMEDOUT'), 'timeout'],
    [new AxiosError('Request aborted', 'ECONNABORTED'), 'cancelled'],
  ])('because of %s is %s', async (failure, kind) => {
    const error = await refusedBy(() => Promise.reject(failure))
    expect(error).toMatchObject({ kind, code: kind, status: undefined, cause: failure })
  })

  it('because the caller gave up is "cancelled", before and while the call is under way', async () => {
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
})

describe('a 401', () => {
  it('is not repeated a second time', async () => {
    let asked = 0
    const { api, sent } = clientOf(() => problem(401, 'session_ended'), {
      onUnauthorized: () => Promise.resolve(++asked > 0),
    })
    await expect(api.call(currentUser)).rejects.toMatchObject({ code: 'session_ended', status: 401 })
    expect([asked, sent.length]).toEqual([1, 2])
  })

  it('is not repeated for a caller who gave up while the session was renewed', async () => {
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

  it('of a call that needs no login renews no session', async () => {
    let asked = 0
    const { api } = clientOf(() => problem(401, 'invalid_credentials'), {
      onUnauthorized: () => Promise.resolve(++asked > 0),
    })
    const attempt = api.call(login, { body: { email: 'a@b.c', password: 'x' } })
    await expect(attempt).rejects.toMatchObject({ code: 'invalid_credentials' })
    expect(asked).toBe(0)
  })
})
