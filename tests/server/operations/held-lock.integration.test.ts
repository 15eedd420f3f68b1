// Locked tables: requests that need them fail, and all others succeed.
import { expect, it } from 'vitest'
import { asOwner, openDatabase } from '../../../server/database/connection.js'
import { AUTH, PASSWORD, serverForFile, testApp } from '../support/test-app.js'
import { callsOf, person } from '../users/people.js'

const html = { accept: 'text/html' }
const { db, server } = await serverForFile({
  env: { FRETWORK_LOGINS_PER_MINUTE: '900,900' },
  files: {
    'index.html': '<!doctype html><div id="root"></div>',
    'manifest.webmanifest': '{}',
    'assets/a-1.js': 'let a',
  },
})
const [ada, ben] = [await person(server, 'ada'), await person(server, 'ben')]

const whileLocked = <T>(table: string, work: () => Promise<T>): Promise<T> =>
  asOwner(db.address, async owner => {
    await owner.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
    return work().finally(() => owner.query('ROLLBACK'))
  })
const logIn = ({ send } = server) =>
  send(`${AUTH}/login`, { body: { email: 'ada@mail.example', password: PASSWORD } })

it('a locked links table does not block health checks, metrics, pages or logins', async () => {
  let refused = 0
  const stuck = await whileLocked('links', async () => {
    const all = Array.from({ length: 20 }, () => callsOf(server).follow(ada, ben))
    for (const one of all) void one.then(() => (refused += 1))
    await expect.poll(() => db.database.connections().waiting).toBeGreaterThan(10)
    for (const url of [
      '/health',
      '/ready',
      '/metrics',
      '/assets/a-1.js',
      '/index.html',
      '/manifest.webmanifest',
    ])
      expect([url, (await server.send(url, { tenant: undefined })).statusCode]).toEqual([url, 200])
    for (const url of ['/', '/fretboard', '/tenant.json'])
      expect([url, (await server.send(url, { headers: html })).statusCode]).toEqual([url, 200])
    expect([(await logIn()).statusCode, refused]).toEqual([200, 0])
    return all
  })
  expect(new Set((await Promise.all(stuck)).map(({ status }) => status))).toEqual(new Set([200]))
})

it.each(['users', 'rate_limits', 'tenants'])(
  'a lock on the table %s makes login fail with 503 and a retry time',
  async table => {
    const hasty = await openDatabase(db.address, () => undefined, 0.25)
    const other = await testApp(hasty)
    await whileLocked(table, async () => {
      const answer = await logIn(other)
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'service_unavailable'])
      expect(answer.headers['retry-after']).toBe('5')
    })
    expect((await logIn()).statusCode).toBe(200)
    await other.end()
    await hasty.close()
  },
)

it('many token refreshes use one connection and do not block login', async () => {
  const { refreshToken } = await server.logIn('ada@mail.example')
  const refresh = () => server.send(`${AUTH}/refresh`, { body: { refreshToken } })
  await asOwner(db.address, async owner => {
    await owner.query("BEGIN; SET LOCAL fretwork.tenant = 'fretwork'; SELECT FROM sessions FOR UPDATE")
    const flood = Array.from({ length: 50 }, refresh)
    await expect.poll(() => db.database.connections().waiting).toBe(49)
    for (let again = 0; again < 5; again++) expect((await logIn()).statusCode).toBe(200)
    expect(db.database.connections().waiting).toBe(49)
    await owner.query('ROLLBACK')
    expect(new Set((await Promise.all(flood)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  })
})
