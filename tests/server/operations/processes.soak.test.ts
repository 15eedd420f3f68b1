// Server processes: two sharing a database, a graceful shutdown, and a database crash.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ClientBase } from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { Passwords } from '../../../server/auth/passwords.js'
import { addressOfUrl, asOwner } from '../../../server/database/connection.js'
import { addUser } from '../../../server/users/accounts.js'
import { BUILT_SERVER } from '../../support/built.js'
import { type StateHome, stateHome } from '../support/state-home.js'
import { testDatabase } from '../support/test-database.js'

const AUTH = '/presence/api/v1/auth'
const email = 'ada@example.org'
const password = 'six strings and a capo'
let home: StateHome
let db: Awaited<ReturnType<typeof testDatabase>>
/** Advisory lock ID in server/database/migrate.ts, which serializes migrations. */
const MIGRATING = 4_680_001
const children: ChildProcess[] = []
beforeAll(async () => {
  home = stateHome()
  db = await testDatabase()
  const passwordHash = await new Passwords().hash(password)
  await db.inFretwork(scope =>
    addUser(scope, { email, name: 'Ada', passwordHash, emailVerifiedAt: new Date() }),
  )
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  await db.end()
  home.remove()
})

async function start(env: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const { child, stdout } = begin(env)
  const [greeting] = await once(stdout, 'data')
  return { child, url: /http:\S+/.exec(String(greeting))?.[0] ?? '' }
}

function begin(env: Record<string, string>) {
  const child = spawn(process.execPath, [BUILT_SERVER], {
    env: {
      ...{ PATH: process.env.PATH, FRETWORK_HOME: home.path, PORT: '0', FRETWORK_LOG_LEVEL: 'silent' },
      FRETWORK_DRAIN_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return { child, stdout: child.stdout }
}

const post = (url: string, path: string, body: object) =>
  fetch(`${url}${AUTH}/${path}`, {
    method: 'POST',
    headers: { 'x-tenant': 'fretwork', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const get = (url: string, path: string, jwt: string) =>
  fetch(`${url}${AUTH}/${path}`, { headers: { 'x-tenant': 'fretwork', authorization: `Bearer ${jwt}` } })
const logIn = async (url: string, secret = password, address = email) =>
  (await (await post(url, 'login', { email: address, password: secret })).json()) as {
    jwt: string
    refreshToken: string
  }

it('a stopping server finishes its current request, accepts no others, and exits with 0', async () => {
  const { child, url } = await start({ DATABASE_URL: db.url })
  const { refreshToken } = await logIn(url)
  await asOwner(addressOfUrl(db.url), async owner => {
    await owner.query('BEGIN; LOCK TABLE refresh_tokens IN ACCESS EXCLUSIVE MODE')
    const answer = post(url, 'refresh', { refreshToken })
    await untilTrue(() => isWaitedFor(owner))
    child.kill('SIGTERM')
    await untilTrue(() => isDeaf(url))
    await owner.query('ROLLBACK')
    expect((await answer).status).toBe(200)
  })
  expect(await once(child, 'exit')).toEqual([0, null])
})

it('a stopping server accepts no requests while a housekeeping task finishes', async () => {
  const { exit } = await asOwner(addressOfUrl(db.url), async owner => {
    await owner.query('BEGIN; LOCK TABLE refresh_tokens IN ACCESS EXCLUSIVE MODE')
    const { child, url } = await start({ DATABASE_URL: db.url })
    await untilTrue(() => isWaitedFor(owner))
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await untilTrue(() => isDeaf(url))
    expect(child.exitCode).toBe(null)
    await owner.query('ROLLBACK')
    return { exit }
  })
  expect(await exit).toEqual([0, null])
})

const draining = async (child: ChildProcess, url: string) => {
  child.kill('SIGTERM')
  await untilTrue(async () => (await fetch(`${url}/ready`)).status === 503)
}

it('a draining server responds but is not ready, and closes connections after each response', async () => {
  const { child, url } = await start({ DATABASE_URL: db.url, FRETWORK_DRAIN_SECONDS: '2' })
  const { jwt } = await logIn(url)
  const began = performance.now()
  await draining(child, url)
  const answer = await get(url, 'user', jwt)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(performance.now() - began).toBeGreaterThan(1900)
})

it('a draining server exits immediately on a second signal or Ctrl-C', async () => {
  const env = { DATABASE_URL: db.url, FRETWORK_DRAIN_SECONDS: '600' }
  const [one, two] = await Promise.all([start(env), start(env)])
  await draining(one.child, one.url)
  one.child.kill('SIGTERM')
  two.child.kill('SIGINT')
  expect(await Promise.all([once(one.child, 'exit'), once(two.child, 'exit')])).toEqual([
    [0, null],
    [0, null],
  ])
})

it('a server stopped during startup serves no requests and exits with 0', async () => {
  const { said, exit } = await asOwner(addressOfUrl(db.url), async owner => {
    await owner.query('SELECT pg_advisory_lock($1)', [MIGRATING])
    const { child, stdout } = begin({ DATABASE_URL: db.url })
    const said: unknown[] = []
    stdout.on('data', words => said.push(words))
    const exit = once(child, 'exit')
    await untilTrue(async () => {
      // Other tests run servers on other databases at the same time.
      const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory'
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
      return (await owner.query(waiting)).rowCount !== 0
    })
    child.kill('SIGTERM')
    await owner.query('SELECT pg_advisory_unlock($1)', [MIGRATING])
    return { said, exit }
  })
  expect([await exit, said]).toEqual([[0, null], []])
})

/** Returns whether the server waits for the refresh token table, which `owner` has locked. */
async function isWaitedFor(owner: ClientBase): Promise<boolean> {
  const { rowCount } = await owner.query(
    `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'refresh_tokens'::regclass`,
  )
  return rowCount !== 0
}

/** Returns whether the server refuses connections. */
const isDeaf = (url: string) =>
  fetch(`${url}/health`).then(
    () => false,
    () => true,
  )

/** Waits until `holds` returns true; limited only by the test timeout. */
async function untilTrue(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise(resolve => setImmediate(resolve))
}
