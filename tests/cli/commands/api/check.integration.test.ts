// `fretwork api check` against a server with and without planted errors. Runs only a few calls of each kind;
// `npm run soak -- api-check` checks the whole contract.
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkContract } from '../../../../cli/commands/api/api-check.js'
import { given, registered } from '../../../../cli/commands/api/check/people.js'
import type { CheckResult } from '../../../../cli/commands/api/check/run.js'
import { rowsOf } from '../../../server/isolation/rows.js'
import { listening } from '../../../server/support/listening.js'
import { mailBox } from '../../../server/support/mail-box.js'
import { PASSWORD } from '../../../server/support/test-app.js'
import { fretwork } from '../../run-program.js'
import { serverForCommands } from '../command-world.js'

const ONLY = process.env.FRETWORK_WHOLE_CONTRACT
  ? undefined
  : ['tenant', 'auth.user', 'user.summary', 'session.list', 'group']
const LONG_MS = 600_000
const { db, server, baseUrl, at } = await serverForCommands()
await server.addUser('boss@example.org', { roles: ['Admin'] })
for (const name of ['a', 'b']) await server.addUser(`${name}@example.org`)
beforeEach(() => {
  // Advancing the clock resets the per-minute limits.
  server.clock.now += 120_000
})

const faults = (results: readonly CheckResult[]) =>
  results
    .filter(({ outcome }) => outcome === 'fault')
    .map(({ endpoint, what, problems }) => `${endpoint}, ${what}: ${problems.join('; ')}`)

/** Runs the check with accounts that it creates in two tenants. */
function checkWithNewAccounts(url: string) {
  const box = mailBox(db.database, server.clock)
  return checkContract({
    ...{ baseUrl: url, tenant: 'fretwork', otherTenant: 'other', only: ONLY },
    accounts: registered({ baseUrl, tenant: 'fretwork', otherTenant: 'other' }, () =>
      box.token('verification'),
    ),
    admin: { email: 'boss@example.org', password: PASSWORD },
  })
}

const readOnly = (url: string, only: readonly string[], more: object = {}) =>
  checkContract({
    ...{ baseUrl: url, tenant: 'fretwork', readOnly: true, only, ...more },
    accounts: given(['a@example.org', 'b@example.org'], PASSWORD),
  })

describe('fretwork api check', () => {
  it(
    'api check finds no error in this server and leaves no data behind',
    async () => {
      const users = async () =>
        Object.entries(await rowsOf(db.address)).filter(([name]) => name.startsWith('users of '))
      const before = await users()
      expect(before).not.toEqual([])
      const results = await checkWithNewAccounts(baseUrl)
      expect(faults(results)).toEqual([])
      expect(results.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
      expect(await users()).toEqual(before)
    },
    LONG_MS,
  )

  it(
    'api check finds one planted error of each type',
    async () => {
      const proxy = await faulty(planted())
      const found = faults(await checkWithNewAccounts(proxy.url)).join('\n')
      await proxy.end()
      expect(found).toMatch(/user\.summary, from a user: returned 201 instead of 200/)
      expect(found).toMatch(/auth\.user, from a user: .*doesn’t match its schema/)
      expect(found).toMatch(/tenant\.card, .*has no x-content-type-options/)
      expect(found).toMatch(/session\.list, without a token: returned 200 instead of unauthenticated/)
      expect(found).toMatch(/group\.list, from a user, tried by a user of another tenant: shows what belongs/)
      expect(found).toMatch(/group\.save, body\.name is too long: returned 404/)
    },
    LONG_MS,
  )

  it('with existing accounts, api check only reads, and its report contains no secrets', async () => {
    const seen: string[] = []
    const proxy = await faulty((request, _response, pass) => {
      seen.push(`${request.method} ${request.url}`)
      pass(request.url?.endsWith('/summary/') ? { goodStatus: 201 } : {})
    })
    const files = ['--junit', at('check.xml'), '--html', at('check.html')]
    const accounts = ['--read-only', '--account', 'a@example.org', 'b@example.org']
    const only = ['--only', 'user.summary', 'session', 'group']
    const words = [...accounts, ...only, ...files, '--base-url', proxy.url]
    const { code, out } = await fretwork('api', 'check', ...words)
    await proxy.end()
    expect(out).toMatch(/\nuser\.summary +\d+ +1 +1\n {2}from a user: returned 201 instead of 200\n/)
    expect(out).toMatch(/\n\d+ requests checked, 1 failed, \d+ skipped\.\n$/)
    expect(out).toMatch(/\nskipped \d+: changes data: leave out --read-only \(\S+ and \d+ more calls\)\n/)
    expect(out).toContain(': needs a second tenant: name one with --other-tenant (')
    expect([code, seen.filter(each => !/^GET |^POST .*\/auth\/login$/.test(each))]).toEqual([6, []])
    expect(await readFile(at('check.xml'), 'utf8')).toMatch(
      /failures="1"[\s\S]*<skipped\/>\s*<system-out><!\[CDATA\[changes data/,
    )
    const report = await readFile(at('check.html'), 'utf8')
    expect(report).toContain('<title>fretwork api check: ')
    expect(report).toContain('curl -X GET')
    expect(report).toContain('content-type: application/json')
    expect(report).not.toContain(PASSWORD)
    expect(report).not.toMatch(/eyJ\w/)
  })

  it('api check reports an interrupted response and continues with the remaining calls', async () => {
    const proxy = await faulty((request, response, pass) => {
      if (!request.url?.endsWith('/profile/')) return pass()
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"items":')
      response.socket?.end()
    })
    const results = await readOnly(proxy.url, ['user.profile', 'session.list'])
    await proxy.end()
    expect(faults(results).length).toBeGreaterThan(0)
    expect(faults(results).every(each => /^user\.profile, .*: was cut off$/.test(each))).toBe(true)
    expect(results.some(({ endpoint, outcome }) => endpoint === 'session.list' && outcome === 'ok')).toBe(
      true,
    )
  })

  it('api check skips the remaining calls once the server stops responding', async () => {
    let calls = 0
    const proxy = await faulty((_request, response, pass) => {
      calls += 1
      if (calls > 10) response.destroy()
      else pass()
    })
    const results = await readOnly(proxy.url, ['user'])
    await proxy.end()
    expect(faults(results)).toHaveLength(5)
    const left = results.filter(({ problems }) => problems[0] === 'the server no longer answers')
    expect(left.length).toBeGreaterThan(5)
  })

  it('an interrupted api check returns the results so far and says that it was interrupted', async () => {
    const ending = new AbortController()
    const proxy = await faulty((request, _response, pass) => {
      if (request.url?.includes('/session')) ending.abort()
      pass()
    })
    const results = await readOnly(proxy.url, ['auth.user', 'session.list'], { signal: ending.signal })
    await proxy.end()
    expect(results.length).toBeGreaterThan(1)
    expect(results.at(-1)).toMatchObject({ outcome: 'skipped', problems: ['the check was interrupted'] })
  })

  it.each([
    ['an unknown tenant', ['--other-tenant', 'none'], 4, 'No tenant "none" at'],
    ['a single account', ['--account', 'a@example.org'], 2, 'Pass two accounts'],
    ['--read-only without accounts', ['--read-only'], 2, '--read-only does not create accounts'],
  ])('api check rejects %s', async (_, words, code, sentence) => {
    const accounts =
      words.includes('--account') || words.includes('--read-only') ? [] : ['a@example.org', 'b@example.org']
    const all = accounts.length > 0 ? ['--account', ...accounts, ...words] : words
    expect(await fretwork('api', 'check', ...all)).toMatchObject({
      code,
      err: expect.stringContaining(sentence),
    })
  })
})

interface Change {
  readonly status?: number
  /** Replacement for a status below 400. */
  readonly goodStatus?: number
  readonly body?: (text: string) => string
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** Changes to the forwarded request. */
  readonly sent?: { readonly headers?: object; readonly body?: string }
}
type Decide = (
  request: IncomingMessage,
  response: ServerResponse,
  pass: (change?: Change) => void,
  sent: string,
) => void

/** Plants a wrong status, schema, header, authorization and limit, and another tenant's data. */
function planted(): Decide {
  let ours: IncomingMessage['headers'] | undefined
  return (request, _response, pass, sent) => {
    const call = `${request.method} ${request.url}`
    const { 'x-tenant': tenant, authorization } = request.headers
    if (call.endsWith('/user/summary/')) return pass({ goodStatus: 201 })
    if (call === 'GET /presence/api/v1/auth/user')
      return pass({ body: text => text.replace(/"roles":\[[^\]]*\]/, '"roles":"none"') })
    if (call === 'GET /tenant.json') return pass({ headers: { 'x-content-type-options': undefined } })
    if (call === 'GET /presence/api/v1/auth/sessions' && !authorization && tenant === 'fretwork')
      return pass({
        status: 200,
        body: () => '{"items":[]}',
        headers: { 'content-type': 'application/json' },
      })
    if (call === 'GET /presence/api/v1/groups/' && tenant === 'other' && ours)
      return pass({ sent: { headers: ours } })
    if (call.startsWith('PUT /presence/api/v1/groups/') && tenant === 'fretwork') ours = request.headers
    if (call.startsWith('PUT /presence/api/v1/groups/') && /"name":"a{61}"/.test(sent))
      return pass({ sent: { body: sent.replace(/a{61}/, 'a'.repeat(60)) } })
    pass()
  }
}

/** Starts a proxy that modifies the server's responses or requests. */
async function faulty(decide: Decide) {
  const proxy = createServer(async (request, response) => {
    const body = await text(request)
    const pass = async (change: Change = {}) => {
      const { 'content-length': _sent, ...headers } = { ...request.headers, ...change.sent?.headers }
      const answer = await server.app.inject({
        method: request.method as 'GET',
        url: request.url ?? '',
        headers: headers as Record<string, string>,
        payload: change.sent?.body ?? body,
      })
      const { 'content-length': _length, ...rest } = answer.headers
      const all = Object.entries({ ...rest, ...change.headers }).filter(([, value]) => value !== undefined)
      const { statusCode } = answer
      const status = change.status ?? (statusCode < 400 ? change.goodStatus : undefined) ?? statusCode
      response.writeHead(status, Object.fromEntries(all))
      response.end(change.body ? change.body(answer.body) : answer.rawPayload)
    }
    decide(request, response, pass, body)
  })
  const url = await listening(proxy)
  return { url, end: () => new Promise<void>(resolve => void proxy.close(() => resolve())) }
}
