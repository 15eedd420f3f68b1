// `fretwork api` against a server of ours on a real database, and against one that was made faulty.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { GOOD_CALLS } from '../../../../cli/commands/api/check/calls/good-calls.js'
import { checkContract } from '../../../../cli/commands/api/check/check.js'
import { given, registered } from '../../../../cli/commands/api/check/people/accounts.js'
import { BranchCoverage } from '../../../../cli/commands/api/check/reached/branches.js'
import { coverageOf } from '../../../../cli/commands/api/check/reached/coverage.js'
import type { CheckResult } from '../../../../cli/commands/api/check/result.js'
import { codeAt, stepAt } from '../../../../server/auth/second-factor/totp.js'
import { CALLS, ENDPOINTS } from '../../../../src/core/api/endpoints.js'
import { fromBase32, STEP_MS } from '../../../server/auth/second-factor/factor-world.js'
import { rowsOf } from '../../../server/isolation/rows.js'
import { mailBox } from '../../../server/support/mail-box.js'
import { AUTH, PASSWORD, testApp } from '../../../server/support/test-app.js'
import { testDatabase } from '../../../server/support/test-database.js'
import { fretwork, recordsIn } from '../../run-program.js'

let db: Awaited<ReturnType<typeof testDatabase>>
let server: Awaited<ReturnType<typeof testApp>>
let baseUrl = ''
let folder = ''

beforeAll(async () => {
  db = await testDatabase()
  server = await testApp(db.database, { env: { FRETWORK_LOGINS_PER_MINUTE: '5000,5000' } })
  baseUrl = await server.app.listen({ port: 0, host: '127.0.0.1' })
  await server.addUser('boss@example.org', { roles: ['Admin'] })
  for (const name of ['a', 'b']) await server.addUser(`${name}@example.org`)
  folder = await mkdtemp(join(tmpdir(), 'fretwork-api-'))
})
afterAll(async () => {
  await server.end()
  await db.end()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  vi.stubEnv('FRETWORK_CLI_STATE', join(folder, 'cli.json'))
  vi.stubEnv('FRETWORK_CLI_CONFIG', join(folder, 'config.json'))
  vi.stubEnv('FRETWORK_URL', baseUrl)
  vi.stubEnv('FRETWORK_PASSWORD', PASSWORD)
  vi.stubEnv('FRETWORK_ADMIN_PASSWORD', PASSWORD)
  return () => vi.unstubAllEnvs()
})

const api = (...words: string[]) => fretwork('api', ...words)
const faults = (results: readonly CheckResult[]) =>
  results
    .filter(({ outcome }) => outcome === 'fault')
    .map(({ endpoint, what, problems }) => [endpoint, what, problems])

describe('fretwork api', () => {
  it('logs in, calls by name and by address, and holds the answers against the contract', async () => {
    expect((await api('login', '--email', 'a@example.org')).code).toBe(0)
    const user = await api('call', 'auth.user')
    expect(user).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(user.out)).toMatchObject({ email: 'a@example.org' })
    const search = { query: 'b', page: 1, pageSize: 5 }
    await writeFile(join(folder, 'search.json'), JSON.stringify(search))
    for (const data of [JSON.stringify(search), `@${join(folder, 'search.json')}`]) {
      expect((await api('call', 'user.search', '--data', data)).code).toBe(0)
    }
    const links = await api('call', 'user.links', '--query', 'kind=following', 'page=1', '--json')
    expect(JSON.parse(links.out)).toMatchObject({ status: 200, deviations: [] })
    const raw = await api('GET', '/presence/api/v1/user/summary/')
    expect(JSON.parse(raw.out)).toEqual({ followers: 0, following: 0, blocked: 0 })
    expect((await api('get', '/health')).code).toBe(0)
  })

  it('says what two-step login takes, and takes a code of the app or a recovery code', async () => {
    await server.addUser('two@example.org')
    const { jwt } = await server.logIn('two@example.org')
    const factor = `${AUTH}/second-factor`
    const begun = (await server.send(`${factor}/totp`, { jwt, body: { currentPassword: PASSWORD } })).json()
    const code = () => codeAt(fromBase32(begun.secret), stepAt(server.clock.now))
    const added = await server.send(`${factor}/totp/confirm`, {
      jwt,
      body: { challenge: begun.challenge, code: code() },
    })
    const [recoveryCode] = added.json().recoveryCodes
    server.clock.now += STEP_MS
    const logIn = (...more: string[]) => api('login', '--email', 'two@example.org', ...more)
    const asked = await logIn()
    expect(asked.code).toBe(2)
    expect(asked.err).toContain('This account is protected with two-step login; add --code')
    const wrong = await logIn('--code', '12 34 56 78')
    expect(wrong.err).toContain('isn’t right')
    expect((await logIn('--code', code())).out).toContain('Logged in as')
    expect((await logIn('--code', recoveryCode)).out).toContain('Logged in as')
  })

  it('reports a refusal by the server, with what it said', async () => {
    const refused = await api('call', 'user.search', '--data', '{"query": ""}')
    expect(refused.code).toBe(5)
    expect(JSON.parse(refused.out)).toMatchObject({ code: 'invalid_input' })
    expect(refused.err).toMatch(/^The server answered with 400: /)
  })

  it('writes a call for curl, without the token', async () => {
    const { code, out } = await api('call', 'user.get', '--param', 'id=x y', '--curl')
    expect(code).toBe(0)
    expect(out).toBe(
      `curl -X GET -H 'X-Tenant: fretwork' -H "Authorization: Bearer $FRETWORK_TOKEN" '${baseUrl}/presence/api/v1/user/x%20y'\n`,
    )
  })

  it('lists the whole contract with its schemas', async () => {
    const listed = recordsIn<{ name: string; body?: object }>((await api('list', '--json')).out)
    expect(listed.map(({ name }) => name)).toEqual(ENDPOINTS.map(({ name }) => name))
    expect(JSON.parse((await api('list', 'auth.login')).out)).toMatchObject({
      method: 'POST',
      body: { required: ['email', 'password'] },
      errors: expect.arrayContaining(['invalid_credentials']),
    })
    expect((await api('list', 'auth.dance')).code).toBe(4)
  })

  it('takes server and tenant from a named environment', async () => {
    vi.stubEnv('FRETWORK_URL', '')
    await writeFile(
      join(folder, 'config.json'),
      JSON.stringify({
        environments: { here: { baseUrl, tenant: 'other' }, away: { baseUrl: 'http://127.0.0.1:9' } },
      }),
    )
    const card = await api('call', 'auth.user', '--env', 'here', '--curl')
    expect(card.out).toContain("'X-Tenant: other'")
    expect((await api('call', 'tenant.card', '--env', 'away')).code).toBe(5)
    expect(await api('call', 'tenant.card', '--env', 'mars')).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is here, away'),
    })
    expect((await api('env')).out).toContain('away')
    await rm(join(folder, 'config.json'))
  })
})

describe('fretwork api check', () => {
  it('has a good call for every entry of the contract', () => {
    const names = new Set(GOOD_CALLS.map(({ name }) => name).concat('own.delete'))
    expect(CALLS.map(({ name }) => name).filter(name => !names.has(name))).toEqual([])
  })

  it('finds no fault in this server, and leaves nothing behind', async () => {
    const before = await rowsOf(db.address)
    const box = mailBox(db.database, server.clock)
    const branches = new BranchCoverage()
    const results = await checkContract({
      ...{ baseUrl, tenant: 'fretwork', otherTenant: 'other', branches },
      accounts: registered({ baseUrl, tenant: 'fretwork', otherTenant: 'other' }, () =>
        box.token('verification'),
      ),
      admin: { email: 'boss@example.org', password: PASSWORD },
    })
    expect(faults(results)).toEqual([])
    expect(results.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
    expect(results.length).toBeGreaterThan(300)
    const coverage = coverageOf(results, branches)
    const meantToSucceed = new Set(GOOD_CALLS.filter(({ refused }) => !refused).map(({ name }) => name))
    const neverGood = coverage.filter(({ seen }) => !seen.some(answer => /^[23]/.test(answer)))
    expect(neverGood.filter(({ endpoint }) => meantToSucceed.has(endpoint))).toEqual([])
    expect(coverage.find(({ endpoint }) => endpoint === 'user.summary')?.seen).toContain('unauthenticated')
    const after: Record<string, unknown> = { ...(await rowsOf(db.address)) }
    expect(after.users).toEqual({ ...before }.users)
    // More than two thousand requests, one after another.
  }, 240_000)

  it('reads only where it is reported to, with accounts that stay as they are', async () => {
    const seen: string[] = []
    const proxy = await faulty((request, _response, pass) => {
      seen.push(`${request.method} ${request.url}`)
      pass()
    })
    const words = ['--read-only', '--account', 'a@example.org', 'b@example.org', '--base-url', proxy.url]
    const { code, out } = await api('check', ...words, '--junit', join(folder, 'check.xml'))
    await proxy.end()
    expect(out).toMatch(
      /\d+ requests checked, 0 with a fault, \d+ left out\.\nSeen: \d+ of \d+ answers of the contract, \d+ of \d+ branches of its schemas\.\nSeed: (\d+)\. The same requests again: --seed \1\n$/,
    )
    expect(code).toBe(0)
    const writing = seen.filter(
      each => !each.startsWith('GET ') && each !== 'POST /presence/api/v1/auth/login',
    )
    expect(writing).toEqual([])
    expect(await readFile(join(folder, 'check.xml'), 'utf8')).toContain('failures="0"')
  })

  it.each([
    [
      'a wrong status',
      (request: IncomingMessage, _response: ServerResponse, pass: (change?: Change) => void) =>
        pass(request.url?.endsWith('/summary/') ? { status: 201 } : undefined),
      'user.summary',
      /instead of 200|should have 200/,
    ],
    [
      'a wrong shape',
      (request: IncomingMessage, _response: ServerResponse, pass: (change?: Change) => void) =>
        pass(
          request.url?.endsWith('/auth/user')
            ? { body: text => text.replace('"roles":[]', '"roles":"none"') }
            : undefined,
        ),
      'auth.user',
      /is not of its schema/,
    ],
    [
      'a missing tenant check',
      (request: IncomingMessage, _response: ServerResponse, pass: (change?: Change) => void) =>
        pass(request.url?.includes('/user/summary') ? { tenant: 'fretwork' } : undefined),
      'user.summary',
      /instead of tenant_missing|instead of tenant_unknown/,
    ],
    [
      'a call that needs no login',
      (request: IncomingMessage, _response: ServerResponse, pass: (change?: Change) => void) =>
        pass(
          request.url?.includes('/auth/sessions') && !request.headers.authorization
            ? { status: 200, body: () => '{"items":[]}', type: 'application/json' }
            : undefined,
        ),
      'session.list',
      /was answered with 200 instead of unauthenticated/,
    ],
  ] as const)('finds %s', async (_, change, endpoint, problem) => {
    const proxy = await faulty(change)
    const results = await checkContract({
      ...{ baseUrl: proxy.url, tenant: 'fretwork', readOnly: true, cases: 0 },
      accounts: given(['a@example.org', 'b@example.org'], PASSWORD),
    })
    await proxy.end()
    const found = faults(results)
    expect(found.map(([name]) => name)).toContain(endpoint)
    expect(JSON.stringify(found.filter(([name]) => name === endpoint))).toMatch(problem)
  })
})

describe('fretwork api check of a server with trouble', () => {
  const check = (url: string, more: object = {}) =>
    checkContract({
      ...{ baseUrl: url, tenant: 'fretwork', readOnly: true, cases: 0, ...more },
      accounts: given(['a@example.org', 'b@example.org'], PASSWORD),
    })

  it.each([
    ['hangs', () => undefined, /was not answered within \d+ ms/],
    ['is cut off', (response: ServerResponse) => response.destroy(), /was cut off within \d+ ms/],
    [
      'ends halfway',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"items":')
        response.socket?.end()
      },
      /was cut off within \d+ ms/,
    ],
  ] as const)('names a call that %s, and goes on with the others', async (_, fail, problem) => {
    const proxy = await faulty((request, response, pass) =>
      request.url?.endsWith('/summary/') ? void fail(response) : pass(),
    )
    const results = await check(proxy.url, { timeoutMs: 1000, only: ['user.summary', 'session.list'] })
    proxy.cut()
    await proxy.end()
    const found = faults(results)
    expect(new Set(found.map(([name]) => name))).toEqual(new Set(['user.summary']))
    expect(JSON.stringify(found)).toMatch(problem)
    expect(results.some(({ endpoint, outcome }) => endpoint === 'session.list' && outcome === 'ok')).toBe(
      true,
    )
  })

  it('keeps its faults in a file without secrets, and says later which are fixed', async () => {
    let isBroken = true
    const proxy = await faulty((request, _response, pass) =>
      pass(isBroken && request.url?.endsWith('/summary/') ? { status: 201 } : undefined),
    )
    const file = join(folder, 'faults.json')
    const accounts = ['--read-only', '--account', 'a@example.org', 'b@example.org', '--base-url', proxy.url]
    const html = join(folder, 'check.html')
    const only = ['--only', 'user.summary', 'session.list']
    const found = await api('check', ...only, '--save', file, '--html', html, ...accounts)
    expect(found.code).toBe(6)
    const report = await readFile(html, 'utf8')
    expect(report).toContain('<title>fretwork api check: ')
    expect(report).toContain('curl -X GET')
    expect(report).toContain('content-type: application/json')
    expect(report).not.toContain(PASSWORD)
    expect(report).not.toMatch(/eyJ\w/)
    const saved = await readFile(file, 'utf8')
    expect(saved).toContain('"endpoint": "user.summary"')
    expect(saved).toContain('curl -X GET')
    expect(saved).not.toContain(PASSWORD)
    expect(saved).not.toMatch(/eyJ/)

    const failing = await api('replay', file, ...accounts)
    expect(failing).toMatchObject({ code: 6, err: '' })
    expect(failing.out).toMatch(/^STILL FAILING {2}user\.summary: /)
    expect(failing.out).not.toContain('FIXED')
    isBroken = false
    const fixed = await api('replay', file, ...accounts)
    expect(fixed).toMatchObject({ code: 0, err: '' })
    expect(
      new Set(
        fixed.out
          .trim()
          .split('\n')
          .map(line => line.split('  ')[0]),
      ),
    ).toEqual(new Set(['FIXED']))

    // What the last run has found, also where that is nothing.
    await api('check', '--only', 'session.list', '--save', file, ...accounts)
    expect(await api('replay', file, ...accounts)).toMatchObject({
      ...{ code: 0, out: `${file} has no failures.\n` },
    })
    await proxy.end()
  })

  it('says what a file of failures is where it is given another one', async () => {
    const file = join(folder, 'other.json')
    for (const text of ['[]', 'no JSON', '{"format":"fretwork-api-failures"}']) {
      await writeFile(file, text)
      const { code, err } = await api('replay', file)
      expect(code).toBe(3)
      expect(err).toContain('holds no failures of a check; write it with "fretwork api check --save')
    }
    const gone = [{ endpoint: 'gone.call', what: 'without a token', problems: ['hm'] }]
    await writeFile(file, JSON.stringify({ format: 'fretwork-api-failures', failures: gone }))
    const words = ['--read-only', '--account', 'a@example.org', 'b@example.org', '--base-url', baseUrl]
    const { code, out } = await api('replay', file, ...words)
    expect({ code, out }).toEqual({
      ...{ code: 6, out: 'NOT CHECKED  gone.call: without a token\n  the check has no such request\n' },
    })
  })

  it('leaves the others out once it answers nothing any more', async () => {
    let calls = 0
    const proxy = await faulty((_request, response, pass) => {
      calls += 1
      if (calls > 10) response.destroy()
      else pass()
    })
    const results = await check(proxy.url, { only: ['user'] })
    await proxy.end()
    expect(faults(results)).toHaveLength(5)
    const left = results.filter(({ problems }) => problems[0] === 'the server no longer answers')
    expect(left.length).toBeGreaterThan(5)
    expect(left.every(({ outcome }) => outcome === 'skipped')).toBe(true)
  })

  it('reports answers that take longer than they may', async () => {
    const results = await check(baseUrl, { maxMs: 0, only: ['user.summary'] })
    expect(JSON.stringify(faults(results))).toMatch(/took \d+ ms, more than 0/)
  })

  it('reports of a late answer also what else is wrong with it', async () => {
    const proxy = await faulty((request, _response, pass) =>
      pass(
        request.url?.endsWith('/summary/')
          ? { body: text => text.replace(/^{"followers"/, '{"isAdmin":true,"followers"') }
          : undefined,
      ),
    )
    const results = await check(proxy.url, { maxMs: 0, only: ['user.summary'] })
    await proxy.end()
    const success = faults(results).find(([, what]) => what === 'from a user')
    expect(success?.[2]).toEqual([
      expect.stringMatching(/^took \d+ ms, more than 0$/),
      'user.summary: the answer with 200 says more than its schema lists',
    ])
  })

  it('lists only what it is asked for, by name or its beginning', async () => {
    const results = await check(baseUrl, { only: ['session', 'user.summary'] })
    const names = new Set(results.map(({ endpoint }) => endpoint))
    expect([...names].every(name => name === 'user.summary' || name.startsWith('session.'))).toBe(true)
    expect(names.size).toBeGreaterThan(1)
    await expect(check(baseUrl, { only: ['sesion'] })).rejects.toMatchObject({
      code: 'call_unknown',
      exit: 2,
    })
  })

  it('refuses another tenant that the server does not have', async () => {
    await expect(check(baseUrl, { otherTenant: 'nosuch' })).rejects.toMatchObject({
      ...{ code: 'tenant_unknown', exit: 4 },
      message: `${baseUrl} has no tenant "nosuch"; give --other-tenant the key of one that is there.`,
    })
  })
})

interface Change {
  readonly status?: number
  readonly body?: (text: string) => string
  readonly tenant?: string
  readonly type?: string
}

/** Is before the server and changes what it says. */
async function faulty(
  decide: (request: IncomingMessage, _response: ServerResponse, pass: (change?: Change) => void) => void,
) {
  const target = new URL(baseUrl)
  const proxy = createServer((request, response) => {
    decide(request, response, (change = {}) => {
      const headers = { ...request.headers, ...(change.tenant && { 'x-tenant': change.tenant }) }
      const onward = httpRequest(
        { host: target.hostname, port: target.port, method: request.method, path: request.url, headers },
        answer => {
          const chunks: Buffer[] = []
          answer.on('data', chunk => chunks.push(chunk))
          answer.on('end', () => {
            const text = Buffer.concat(chunks).toString()
            const { 'content-length': _length, ...rest } = answer.headers
            const type = change.type ? { 'content-type': change.type } : {}
            response.writeHead(change.status ?? answer.statusCode ?? 500, { ...rest, ...type })
            response.end(change.body ? change.body(text) : text)
          })
        },
      )
      request.pipe(onward)
    })
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** What still waits for an answer gets none. */
    cut: () => proxy.closeAllConnections(),
    end: () => new Promise<void>(resolve => void proxy.close(() => resolve())),
  }
}
