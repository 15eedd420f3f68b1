// `fretwork api token` against a server of ours: the token that it prints is one that the server takes.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readClaims } from '../../../../src/core/auth/claims.js'
import { AUTH, PASSWORD, testApp } from '../../../server/support/test-app.js'
import { testDatabase } from '../../../server/support/test-database.js'
import { fretwork } from '../../run-program.js'

let db: Awaited<ReturnType<typeof testDatabase>>
let server: Awaited<ReturnType<typeof testApp>>
let baseUrl = ''
let folder = ''

beforeAll(async () => {
  db = await testDatabase()
  server = await testApp(db.database, { env: { FRETWORK_LOGINS_PER_MINUTE: '5000,5000' } })
  baseUrl = await server.app.listen({ port: 0, host: '127.0.0.1' })
  await server.addUser('a@example.org')
})
afterAll(async () => {
  await server.end()
  await db.end()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fretwork-token-'))
  vi.stubEnv('FRETWORK_CLI_STATE', join(folder, 'cli.json'))
  vi.stubEnv('FRETWORK_CLI_CONFIG', join(folder, 'config.json'))
  vi.stubEnv('FRETWORK_URL', baseUrl)
  vi.stubEnv('FRETWORK_PASSWORD', PASSWORD)
  server.clock.now = Date.now()
  return async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  }
})

const token = (...words: string[]) => fretwork('api', 'token', ...words)
const logIn = () => fretwork('api', 'login', '--email', 'a@example.org')
const kept = async () => {
  const [session = ''] = Object.values<string>(JSON.parse(await readFile(join(folder, 'cli.json'), 'utf8')))
  return JSON.parse(session).jwt as string
}
const statusWith = async (jwt: string) => (await server.send(`${AUTH}/user`, { jwt })).statusCode

/** Logs in as if it had been so long ago that the token lasts for this many ms from now. */
async function logInWithTokenFor(ms: number): Promise<string> {
  await logIn()
  const lifetime = (readClaims(await kept())?.payload.exp ?? 0) * 1000 - server.clock.now
  server.clock.now = Date.now() - lifetime + ms
  await logIn()
  server.clock.now = Date.now()
  return kept()
}

describe('fretwork api token', () => {
  it('prints the token of the session and nothing else', async () => {
    await logIn()
    const { code, out, err } = await token()
    expect({ code, err, out }).toEqual({ code: 0, err: '', out: `${await kept()}\n` })
    expect(await statusWith(out.trim())).toBe(200)
  })

  it.each([
    ['about to expire', 30_000],
    ['expired', -30_000],
  ])('renews one that has %s, and keeps the new one', async (_, ms) => {
    const before = await logInWithTokenFor(ms)
    const { code, out, err } = await token()
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.trim()).not.toBe(before)
    expect(out.trim()).toBe(await kept())
    expect(await statusWith(out.trim())).toBe(200)
  })

  it('says in one sentence that nothing is kept', async () => {
    expect(await token()).toEqual({
      code: 4,
      out: '',
      err: `You are not logged in at ${baseUrl}; run "fretwork api login --email ADDRESS" first.\n`,
    })
  })

  it('says in one sentence that the server has ended the session', async () => {
    await logInWithTokenFor(-30_000)
    await db.asApplication(
      "BEGIN; SELECT set_config('fretwork.tenant', 'fretwork', true); DELETE FROM refresh_tokens; COMMIT",
    )
    expect(await token()).toEqual({
      code: 5,
      out: '',
      err: `The session at ${baseUrl} has ended; run "fretwork api login --email ADDRESS" again.\n`,
    })
  })

  it('says at once that a server which must renew it cannot be reached', async () => {
    await logInWithTokenFor(-30_000)
    const state = JSON.parse(await readFile(join(folder, 'cli.json'), 'utf8'))
    const gone = 'http://127.0.0.1:9'
    const moved = Object.fromEntries(
      Object.entries(state).map(([key, value]) => [key.replace(baseUrl, gone), value]),
    )
    await writeFile(join(folder, 'cli.json'), JSON.stringify(moved))
    const { code, out, err } = await token('--base-url', gone)
    expect({ code, out }).toEqual({ code: 5, out: '' })
    expect(err).toMatch(/^http:\/\/127\.0\.0\.1:9 cannot be reached; /)
  })
})
