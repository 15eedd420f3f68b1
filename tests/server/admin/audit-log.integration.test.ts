import pg from 'pg'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { deleteOldAuditEntries } from '../../../server/admin/audit-log.js'
import { readConfig } from '../../../server/config.js'
import { asOwner } from '../../../server/database/connection.js'
import { startServer } from '../../../server/start.js'
import { mailBox } from '../support/mail-box.js'
import { stateHome } from '../support/state-home.js'
import { AUTH, PASSWORD, serverForFile } from '../support/test-app.js'
import { until } from '../support/until.js'
import { person } from '../users/people.js'

const USER = '/presence/api/v1/user'
const ADMIN = '/presence/api/v1/admin'
const { db, server } = await serverForFile()
const box = mailBox(db.database, server.clock)
const ada = await person(server, 'ada', { public: false })
const chief = await person(server, 'chief', { public: false, roles: ['Admin'] })
beforeEach(() => {
  server.clock.now += 61_000
})

/** Returns the audit entries that `work` adds, oldest first. */
async function entriesOf(work: () => Promise<unknown>) {
  const read = () =>
    db.inFretwork(({ sql }) => sql.query.auditLog.findMany({ orderBy: (log, { asc }) => asc(log.id) }))
  const before = (await read()).length
  await work()
  return (await read()).slice(before).map(({ action, actor, subject, details }) => ({
    action,
    ...(actor !== null && { actor }),
    ...(subject !== null && { subject }),
    ...(Object.keys(details).length > 0 && { details }),
  }))
}
const logIn = (email: string, password: string, address = '203.0.113.7') =>
  server.send(`${AUTH}/login`, { body: { email, password }, address })
const network = '203.0.113.0/24'

it('the audit log records admin reads of private users and rejected admin calls', async () => {
  const look = (jwt: string, id: string) => server.send(`${USER}/${id}`, { jwt })
  expect(await entriesOf(() => look(chief.jwt, ada.id))).toEqual([
    { action: 'admin.user-read', actor: chief.id, subject: ada.id },
  ])
  expect(await entriesOf(() => look(ada.jwt, ada.id))).toEqual([])
  const refused = () => server.send(`${ADMIN}/users/${chief.id}`, { jwt: ada.jwt })
  expect(await entriesOf(refused)).toEqual([{ action: 'admin.refused', actor: ada.id, subject: ada.id }])
})

it('the audit log records failed logins and one entry per exceeded rate limit', async () => {
  const details = { proof: 'password', network }
  expect(await entriesOf(() => logIn('ada@mail.example', 'wrong'))).toEqual([
    { action: 'login.failed', subject: ada.id, details },
  ])
  expect(await entriesOf(() => logIn('unknown@mail.example', 'wrong'))).toEqual([
    { action: 'login.failed', details },
  ])
  const lines = server.log.length
  const limited = await entriesOf(async () => {
    for (let attempt = 0; attempt < 13; attempt++) await logIn('ada@mail.example', 'wrong')
  })
  expect(limited.map(({ action }) => action)).toEqual([...Array(9).fill('login.failed'), 'limit.reached'])
  expect(limited.at(-1)).toEqual({ action: 'limit.reached', details: { limit: 'login:account', network } })
  const warnings = server.log.slice(lines).filter(line => JSON.parse(line).level === 40)
  expect(warnings.map(line => JSON.parse(line).msg)).toEqual([
    `${network} exceeded the rate limit login:account.`,
  ])
})

it('the audit log records a wrong current password, an export and a logout', async () => {
  const { jwt } = await server.logIn('ada@mail.example')
  const wrong = { currentPassword: 'not this one', password: 'a new day dawns' }
  const of = { actor: ada.id, subject: ada.id }
  const change = () => server.send(`${AUTH}/password/change`, { jwt, body: wrong })
  expect(await entriesOf(change)).toMatchObject([{ action: 'password.refused', ...of }])
  expect(await entriesOf(() => server.send(`${AUTH}/account/export`, { jwt }))).toEqual([
    { action: 'user.exported', ...of },
  ])
  expect(await entriesOf(() => server.send(`${AUTH}/logout`, { jwt }))).toEqual([
    { action: 'session.ended', ...of },
  ])
})

it('the audit log records password reset requests, registrations and new accounts', async () => {
  const forgot = () => server.send(`${AUTH}/password/forgot`, { body: { email: 'ada@mail.example' } })
  expect(await entriesOf(() => forgot().then(() => box.collect()))).toEqual([
    { action: 'password.asked', subject: ada.id },
  ])
  const body = { email: 'new@mail.example', password: PASSWORD, name: 'New', acceptTerms: true }
  const asked = await entriesOf(() => server.send(`${AUTH}/register`, { body, address: '203.0.113.7' }))
  expect(asked).toMatchObject([{ action: 'registration.asked', details: { network } }])
  const token = await box.token('verification')
  const confirm = () => server.send(`${AUTH}/verify/${token}`, { body: { password: PASSWORD } })
  const opened = await entriesOf(confirm)
  expect(opened).toMatchObject([{ action: 'user.registered' }])
  expect(opened[0]?.actor).toBe(opened[0]?.subject)
  expect(JSON.stringify([asked, opened])).not.toContain('@')
})

const DAY_MS = 24 * 60 * 60_000

const added = (daysAgo: number, action: string, { tenant = 'fretwork', times = 1 } = {}) =>
  db.database.inTenant(tenant, ({ sql }) =>
    sql.execute(`INSERT INTO audit_log (tenant, at, action)
      SELECT '${tenant}', to_timestamp(${(Date.now() - daysAgo * DAY_MS) / 1000}), '${action}'
      FROM generate_series(1, ${times})`),
  )
const kept = async (tenant = 'fretwork') => {
  const rows = await db.database.inTenant(tenant, ({ sql }) =>
    sql.query.auditLog.findMany({ orderBy: entry => entry.id }),
  )
  return rows.map(({ action }) => action)
}
const prune = (days: number) => deleteOldAuditEntries(db.address, days, Date.now())

describe('audit log retention', () => {
  beforeEach(async () => {
    await asOwner(db.address, owner => owner.query('TRUNCATE audit_log'))
  })

  it('pruning the audit log deletes expired entries in every tenant', async () => {
    for (const tenant of ['fretwork', 'other']) {
      await added(31, 'plan.changed', { tenant })
      await added(29, 'email.verified', { tenant })
    }
    await prune(30)
    expect(await kept()).toEqual(['email.verified'])
    expect(await kept('other')).toEqual(['email.verified'])
  })

  it('an audit log retention of 0 days keeps all entries', async () => {
    await added(4000, 'plan.changed')
    await prune(0)
    expect(await kept()).toEqual(['plan.changed'])
  })

  it('a pruning run deletes all expired audit log entries, however many there are', async () => {
    await added(400, 'plan.changed', { times: 2500 })
    await added(1, 'email.verified')
    await prune(365)
    expect(await kept()).toEqual(['email.verified'])
  })

  it('an interrupted pruning run leaves the remaining entries to the next run', async () => {
    await added(400, 'plan.changed', { times: 1500 })
    let asked = 0
    await deleteOldAuditEntries(db.address, 365, Date.now(), () => ++asked > 1)
    expect(await kept()).toHaveLength(500)
  })

  it('pruning the audit log leaves no tenant set on the pooled connection', async () => {
    await added(400, 'plan.changed')
    const { end } = pg.Client.prototype
    const tenants: unknown[] = []
    const ending = vi.spyOn(pg.Client.prototype, 'end').mockImplementation(async function (this: pg.Client) {
      const { rows } = await this.query(`SELECT current_setting('fretwork.tenant', true) AS tenant`)
      tenants.push(rows[0].tenant)
      await Reflect.apply(end, this, [])
    })
    await prune(365).finally(() => ending.mockRestore())
    expect(tenants).toEqual([''])
    expect(await kept()).toEqual([])
  })

  it('a running server prunes the audit log even if other housekeeping fails', async () => {
    await added(8, 'plan.changed')
    await added(6, 'email.verified')
    await asOwner(db.address, owner => owner.query('REVOKE DELETE ON billing_events FROM fretwork_app'))
    const home = stateHome()
    const config = readConfig({
      ...{ FRETWORK_HOME: home.path, DATABASE_URL: db.url, PORT: '0', FRETWORK_LOG_LEVEL: 'silent' },
      FRETWORK_AUDIT_DAYS: '7',
    })
    const server = await startServer({ config })
    onTestFinished(async () => {
      await server.close()
      home.remove()
    })
    await until(async () => expect(await kept()).toEqual(['email.verified']))
  })
})
