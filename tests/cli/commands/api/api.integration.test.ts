import { readFile, rm, writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { codeAt, stepAt } from '../../../../server/auth/second-factor/totp.js'
import { readClaims } from '../../../../src/core/contract/claims.js'
import { ENDPOINTS } from '../../../../src/core/contract/endpoints.js'
import { fromBase32, STEP_MS } from '../../../server/auth/second-factor/factor-world.js'
import { mailBox } from '../../../server/support/mail-box.js'
import { AUTH, PASSWORD } from '../../../server/support/test-app.js'
import { fretwork, recordsIn } from '../../run-program.js'
import { serverForCommands } from '../command-world.js'

const { db, server, baseUrl, at, put } = await serverForCommands()
await server.addUser('a@example.org')

const api = (...words: string[]) => fretwork('api', ...words)
describe('fretwork api', () => {
  it('registration is confirmed without a password because the CLI stores its cookie', async () => {
    const email = 'by-call@example.org'
    const body = { email, password: PASSWORD, name: 'Call', acceptTerms: true }
    expect((await api('call', 'auth.register', '--data', JSON.stringify(body))).code).toBe(0)
    const token = await mailBox(db.database, server.clock).token('verification')
    const verified = await api('call', 'auth.verify', '--param', `token=${token}`)
    expect(JSON.parse(verified.out)).toEqual({ email })
    expect([(await api('login', '--email', email)).code, (await api('logout')).code]).toEqual([0, 0])
  })

  it('api logs in, calls by name or path, and validates responses against the contract', async () => {
    expect((await api('login', '--email', 'a@example.org')).code).toBe(0)
    expect(JSON.parse((await api('whoami', '--json')).out)).toMatchObject({
      email: 'a@example.org',
      roles: [],
    })
    const user = await api('call', 'auth.user')
    expect(user).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(user.out)).toMatchObject({ email: 'a@example.org' })
    const search = { query: 'b', page: 1, pageSize: 5 }
    const file = await put('search.json', JSON.stringify(search))
    for (const data of [JSON.stringify(search), `@${file}`])
      expect((await api('call', 'user.search', '--data', data)).code).toBe(0)
    const links = await api('call', 'user.links', '--query', 'kind=following', 'page=1', '--json')
    expect(JSON.parse(links.out)).toMatchObject({ status: 200, deviations: [] })
    const raw = await api('GET', '/presence/api/v1/user/summary/')
    expect(JSON.parse(raw.out)).toEqual({ followers: 0, following: 0, blocked: 0 })
    expect((await api('get', '/health')).code).toBe(0)
  })

  it('login asks for the second factor and accepts an app code or a recovery code', async () => {
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
    expect(asked.err).toContain('Two-step login is on for this account. Pass --code')
    expect((await logIn('--code', '12 34 56 78')).err).toContain('is wrong or was already used')
    expect((await logIn('--code', code())).out).toContain('Logged in as')
    expect((await logIn('--code', recoveryCode)).out).toContain('Logged in as')
  })

  it('api prints an error with the server’s reason', async () => {
    const refused = await api('call', 'user.search', '--data', '{"query": ""}')
    expect(refused.code).toBe(5)
    expect(JSON.parse(refused.out)).toMatchObject({ code: 'invalid_input' })
    expect(refused.err).toMatch(/^The server responded with 400: /)
  })

  it('api prints a call as a curl command without the token', async () => {
    const { code, out } = await api('call', 'user.get', '--param', 'id=x y', '--curl')
    expect(code).toBe(0)
    expect(out).toBe(
      `curl -X GET -H 'X-Tenant: fretwork' -H "Authorization: Bearer $FRETWORK_TOKEN" '${baseUrl}/presence/api/v1/user/x%20y'\n`,
    )
  })

  it('api lists the whole contract with its schemas', async () => {
    const listed = recordsIn<{ name: string; body?: object }>((await api('list', '--json')).out)
    expect(listed.map(({ name }) => name)).toEqual(ENDPOINTS.map(({ name }) => name))
    expect(JSON.parse((await api('list', 'auth.login')).out)).toMatchObject({
      ...{ method: 'POST', body: { required: ['email', 'password'] } },
      errors: expect.arrayContaining(['invalid_credentials']),
    })
    expect((await api('list', 'auth.dance')).code).toBe(4)
  })

  it('an environment name sets the server and the tenant', async () => {
    vi.stubEnv('FRETWORK_URL', '')
    const environments = { here: { baseUrl, tenant: 'other' }, away: { baseUrl: 'http://127.0.0.1:9' } }
    const config = await put('config.json', JSON.stringify({ environments }))
    expect((await api('call', 'auth.user', '--env', 'here', '--curl')).out).toContain("'X-Tenant: other'")
    expect((await api('call', 'tenant.card', '--env', 'away')).code).toBe(5)
    expect(await api('call', 'tenant.card', '--env', 'mars')).toMatchObject({
      code: 2,
      err: expect.stringContaining('available: here, away'),
    })
    expect((await api('env')).out).toContain('away')
    await rm(config)
  })
})

/** Number of session files so far; each test uses a new file to start without a session. */
let sessions = 0
const stateFile = () => at(`session-${sessions}.json`)
const token = (...words: string[]) => api('token', ...words)
const logIn = () => api('login', '--email', 'a@example.org')
const kept = async () => {
  const [session = ''] = Object.values<string>(JSON.parse(await readFile(stateFile(), 'utf8')))
  return JSON.parse(session).jwt as string
}
const statusWith = async (jwt: string) => (await server.send(`${AUTH}/user`, { jwt })).statusCode

/** Logs in so that the token expires `ms` from now. */
async function logInWithTokenFor(ms: number): Promise<string> {
  await logIn()
  const lifetime = (readClaims(await kept())?.payload.exp ?? 0) * 1000 - server.clock.now
  server.clock.now = Date.now() - lifetime + ms
  await logIn()
  server.clock.now = Date.now()
  return kept()
}

describe('fretwork api token', () => {
  beforeEach(() => {
    sessions += 1
    vi.stubEnv('FRETWORK_CLI_STATE', stateFile())
    server.clock.now = Date.now()
  })

  it('api token prints the session token and nothing else', async () => {
    await logIn()
    const { code, out, err } = await token()
    expect({ code, err, out }).toEqual({ code: 0, err: '', out: `${await kept()}\n` })
    expect(await statusWith(out.trim())).toBe(200)
  })

  it.each([
    ['almost expired', 30_000],
    ['expired', -30_000],
  ])('a session token that has %s is refreshed and stored', async (_, ms) => {
    const before = await logInWithTokenFor(ms)
    const { code, out, err } = await token()
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.trim()).not.toBe(before)
    expect(out.trim()).toBe(await kept())
    expect(await statusWith(out.trim())).toBe(200)
  })

  it('a missing session is reported with a short message', async () => {
    expect(await token()).toEqual({
      ...{ code: 4, out: '' },
      err: `You are not logged in at ${baseUrl}; run "fretwork api login --email ADDRESS" first.\n`,
    })
  })

  it('a session ended by the server is reported with a short message', async () => {
    await logInWithTokenFor(-30_000)
    await db.asApplication(
      "BEGIN; SELECT set_config('fretwork.tenant', 'fretwork', true); DELETE FROM refresh_tokens; COMMIT",
    )
    expect(await token()).toEqual({
      ...{ code: 5, out: '' },
      err: `The session at ${baseUrl} has ended; run "fretwork api login --email ADDRESS" again.\n`,
    })
  })

  it('an unreachable server is reported immediately', async () => {
    await logInWithTokenFor(-30_000)
    const state = JSON.parse(await readFile(stateFile(), 'utf8'))
    const gone = 'http://127.0.0.1:9'
    const moved = Object.fromEntries(
      Object.entries(state).map(([key, value]) => [key.replace(baseUrl, gone), value]),
    )
    await writeFile(stateFile(), JSON.stringify(moved))
    const { code, out, err } = await token('--base-url', gone)
    expect({ code, out }).toEqual({ code: 5, out: '' })
    expect(err).toMatch(/^Cannot reach http:\/\/127\.0\.0\.1:9\. /)
  })
})
