// Servers with different clock offsets.
import { afterAll, afterEach, expect, it } from 'vitest'
import { Passwords } from '../../../server/auth/passwords.js'
import { openBilling } from '../../../server/billing/billing.js'
import { readConfig } from '../../../server/config.js'
import { DatabaseClock } from '../../../server/database/clock.js'
import { addRows, countRows } from '../../../server/database/queries.js'
import { spentNonces } from '../../../server/database/schema.js'
import { Housekeeping } from '../../../server/operations/housekeeping.js'
import { type RunningServer, startHousekeeping, startServer } from '../../../server/start.js'
import { addUser } from '../../../server/users/accounts.js'
import { stateHome } from '../support/state-home.js'
import { AUTH, PASSWORD } from '../support/test-app.js'
import { databaseForFile } from '../support/test-database.js'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const running: RunningServer[] = []
const db = await databaseForFile()
const home = stateHome()
const passwordHash = await new Passwords().hash(PASSWORD)
await db.inFretwork(scope =>
  addUser(scope, { email: 'ada@example.org', name: 'Ada', passwordHash, emailVerifiedAt: new Date() }),
)
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})
afterAll(async () => {
  home.remove()
})

async function serverWithClock(now: () => number): Promise<RunningServer> {
  const env = { FRETWORK_HOME: home.path, DATABASE_URL: db.url, PORT: '0', FRETWORK_LOG_LEVEL: 'silent' }
  const server = await startServer({ config: readConfig(env), now })
  running.push(server)
  return server
}
const serverOff = (apart: number) => serverWithClock(() => Date.now() + apart)
const send = (server: RunningServer, path: string, { body, jwt }: { body?: object; jwt?: string }) =>
  fetch(`${server.address}${AUTH}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-tenant': 'fretwork',
      ...(body && { 'content-type': 'application/json' }),
      ...(jwt && { authorization: `Bearer ${jwt}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

it.each([-3 * MINUTE_MS, -MINUTE_MS, 0, MINUTE_MS])(
  'a clock %i ms off is set by the database',
  async apart => {
    const clock = new DatabaseClock(() => Date.now() + apart)
    await clock.adjust(db.database.shared)
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(MINUTE_MS / 2)
  },
)

it.each([
  [-6 * MINUTE_MS, "This machine's clock is 6 minutes behind the database's"],
  [6 * MINUTE_MS, "This machine's clock is 6 minutes ahead of the database's"],
])('a server whose clock is %i ms off refuses to start', async (apart, sentence) => {
  await expect(serverOff(apart)).rejects.toThrow(sentence)
})

it('/ready returns 503 until the clock is correct again', async () => {
  let jump = 0
  const server = await serverWithClock(() => Date.now() + jump)
  const readiness = async () => (await fetch(`${server.address}/ready`)).status
  expect(await readiness()).toBe(200)
  jump = 31 * DAY_MS
  expect(await readiness()).toBe(503)
  jump = 0
  expect(await readiness()).toBe(200)
})

it('housekeeping deletes nothing while the clock is wrong', async () => {
  const nonce = { hash: 'of a nonce', spentAt: new Date() }
  await db.database.inTenant('fretwork', scope => addRows(scope, spentNonces, nonce))
  const failures: unknown[] = []
  const late = new DatabaseClock(() => Date.now() + 31 * DAY_MS)
  let deletions = 0
  const stop = startHousekeeping(
    new Housekeeping(late.now, (...failure) => void failures.push(failure)),
    db.database.background,
    await openBilling(readConfig({ FRETWORK_HOME: home.path }), Date.now),
    async () => {
      deletions += 1
    },
    late,
  )
  await stop()
  const kept = await db.database.readInTenant('fretwork', scope => countRows(scope, spentNonces))
  const failure = expect.objectContaining({ code: 'clocks_apart' })
  expect([kept, deletions, failures]).toEqual([1, 0, [['clock', failure]]])
})

it('servers whose clocks differ by two minutes accept each other’s tokens and logouts', async () => {
  const [ahead, behind] = [await serverOff(MINUTE_MS), await serverOff(-MINUTE_MS)]
  const login = await send(ahead, 'login', { body: { email: 'ada@example.org', password: PASSWORD } })
  const { jwt, refreshToken } = (await login.json()) as { jwt: string; refreshToken: string }
  expect((await send(behind, 'user', { jwt })).status).toBe(200)

  const first = await (await send(behind, 'refresh', { body: { refreshToken } })).json()
  const second = await (await send(ahead, 'refresh', { body: { refreshToken } })).json()
  expect(second.refreshToken).toBe(first.refreshToken)
  expect((await send(behind, 'user', { jwt: second.jwt })).status).toBe(200)
  expect((await send(ahead, 'logout', { jwt: second.jwt })).status).toBe(204)
  expect((await send(behind, 'user', { jwt: second.jwt })).status).toBe(401)
})
