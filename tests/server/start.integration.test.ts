import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../server/config.js'
import { runningPostmaster } from '../../server/database/embedded/postgres-process.js'
import { administer } from '../../server/database/open.js'
import { type RunningServer, startServer } from '../../server/start.js'
import { isRunning } from '../../server/state-folder.js'
import { type StateHome, stateHome } from './support/state-home.js'
import { testDatabase } from './support/test-database.js'

/** Enables tests that start servers; set by `npm run soak -- integration`. */
const LONG = process.env.FRETWORK_SOAK !== undefined
let home: StateHome
beforeAll(() => {
  home = stateHome()
})
afterAll(() => home.remove())

/** Demo logins and access token from the first start. */
let began: { demo: RunningServer['demo']; jwt: string }
const running: RunningServer[] = []
const children: ChildProcess[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const env = (more: Record<string, string> = {}) => ({
  FRETWORK_HOME: home.path,
  PORT: '0',
  FRETWORK_LOG_LEVEL: 'silent',
  ...more,
})
const start = async (more: Record<string, string> = {}) => {
  const server = await startServer({ config: readConfig(env(more)) })
  running.push(server)
  return server
}
const logIn = (server: RunningServer, password = server.demo?.password, email = 'demo@fretwork.local') =>
  fetch(`${server.address}/presence/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'x-tenant': 'fretwork', 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
const database = () => runningPostmaster(join(home.cluster, 'data'))

it('the server creates its database, accepts demo logins, and leaves no process or lock behind', async () => {
  const server = await start()
  expect(server.demo?.emails).toEqual(['demo@fretwork.local', 'admin@fretwork.local'])
  const answer = await logIn(server)
  expect(answer.status).toBe(200)
  began = { demo: server.demo, jwt: ((await answer.json()) as { jwt: string }).jwt }
  await expect(start()).rejects.toMatchObject({
    code: 'state_folder_in_use',
    message: expect.stringMatching(
      /^Another Fretwork server \(process \d+\) is using the state folder .+\. .+\.$/,
    ),
  })
  expect((await logIn(server)).status).toBe(200)
  const pid = database()?.pid ?? 0
  expect(isRunning(pid)).toBe(true)
  await server.close()
  await server.close()
  expect([isRunning(pid), existsSync(join(home.path, 'server.lock'))]).toEqual([false, false])
})

it('secret files are readable only by their owner', () => {
  const modeOf = (name: string) => (statSync(join(home.path, name)).mode & 0o777).toString(8)
  expect(['demo-password', 'keys/access-token.json', 'keys'].map(modeOf)).toEqual(['600', '600', '700'])
})

it('a restart preserves the demo password and the sessions', async () => {
  const server = await start()
  expect(server.demo).toEqual(began.demo)
  const headers = { 'x-tenant': 'fretwork', authorization: `Bearer ${began.jwt}` }
  expect((await fetch(`${server.address}/presence/api/v1/auth/user`, { headers })).status).toBe(200)
})

it('production rejects demo logins, and demo mode accepts FRETWORK_DEMO_PASSWORD', async () => {
  const production = await start({
    NODE_ENV: 'production',
    FRETWORK_PUBLIC_URL: 'https://fretwork.example',
    SMTP_URL: 'smtp://mail.example',
  })
  expect(production.demo).toBeUndefined()
  expect((await logIn(production, began.demo?.password)).status).toBe(401)
  await running.pop()?.close()
  const demo = await start({ FRETWORK_DEMO_PASSWORD: 'of the environment' })
  for (const email of ['demo@fretwork.local', 'admin@fretwork.local'])
    expect((await logIn(demo, 'of the environment', email)).status).toBe(200)
})

it.runIf(LONG)('a restart restores the demo admin’s role', async () => {
  await start()
  await running.pop()?.close()
  await administer(readConfig(env()), owner =>
    owner.query(
      "SELECT set_config('fretwork.tenant', 'fretwork', false); UPDATE users SET roles = '{}' WHERE email = 'admin@fretwork.local'",
    ),
  )
  const server = await start()
  const { jwt } = (await (await logIn(server, undefined, 'admin@fretwork.local')).json()) as { jwt: string }
  const headers = { 'x-tenant': 'fretwork', authorization: `Bearer ${jwt}` }
  const answer = await fetch(`${server.address}/presence/api/v1/auth/user`, { headers })
  expect(await answer.json()).toMatchObject({ roles: ['Admin'] })
})

it('a port in use is reported with a short message, and no database or lock is left behind', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const bound = other.address()
  const port = String(typeof bound === 'object' && bound ? bound.port : 0)
  await expect(start({ PORT: port })).rejects.toMatchObject({
    code: 'port_in_use',
    message: `Port ${port} on 127.0.0.1 is already in use; stop the other program, or set PORT to another number.`,
  })
  other.close()
  expect([database(), existsSync(join(home.path, 'server.lock'))]).toEqual([undefined, false])
})

it('incomplete production settings are rejected before any file is created', async () => {
  await expect(start({ NODE_ENV: 'production' })).rejects.toMatchObject({ code: 'production_refused' })
  expect(existsSync(join(home.path, 'server.lock'))).toBe(false)
})

it('an unreachable DATABASE_URL is reported', async () => {
  await expect(start({ DATABASE_URL: 'postgres://127.0.0.1:1/none' })).rejects.toMatchObject({
    code: 'database_unavailable',
    message: expect.stringContaining('check DATABASE_URL'),
  })
})

it('a corrupt key prevents startup and is reported', async () => {
  const db = await testDatabase()
  const path = join(home.path, 'keys', 'access-token.json')
  const key = readFileSync(path, 'utf8')
  writeFileSync(path, key.slice(0, 40))
  await expect(start({ DATABASE_URL: db.url })).rejects.toMatchObject({
    code: 'state_folder_damaged',
    message: expect.stringContaining(path),
  })
  writeFileSync(path, key)
  await db.end()
})

it('data from a different PostgreSQL version and corrupt data are reported', async () => {
  const version = join(home.cluster, 'data', 'PG_VERSION')
  const right = readFileSync(version, 'utf8')
  writeFileSync(version, '9.6\n')
  await expect(start()).rejects.toMatchObject({ code: 'database_version' })
  writeFileSync(version, '')
  await expect(start()).rejects.toMatchObject({ code: 'state_folder_damaged' })
  writeFileSync(version, right)
})

it.runIf(LONG)('a failed start reports the last PostgreSQL error', async () => {
  const control = join(home.cluster, 'data', 'global', 'pg_control')
  const right = readFileSync(control)
  writeFileSync(control, Buffer.alloc(right.length))
  await expect(start()).rejects.toMatchObject({
    code: 'database_unavailable',
    message: expect.stringMatching(/could not be started: .+(FATAL|PANIC)/),
  })
  writeFileSync(control, right)
  chmodSync(control, 0o600)
})

describe.runIf(LONG)('start after a crash', () => {
  it('a server starts even if other programs have the process IDs in its stale locks', async () => {
    const sleeper = spawn('sleep', ['60'], { stdio: 'ignore' })
    children.push(sleeper)
    await once(sleeper, 'spawn')
    const pid = sleeper.pid ?? 0
    writeFileSync(join(home.path, 'server.lock'), JSON.stringify({ pid, born: 'long ago' }))
    const lines = `${pid}\n${join(home.cluster, 'data')}\n1\n5432\n/nowhere\n\n  1 2\nready   \n`
    writeFileSync(join(home.cluster, 'data', 'postmaster.pid'), lines)
    expect([(await logIn(await start())).status, isRunning(pid)]).toEqual([200, true])
  })
})
