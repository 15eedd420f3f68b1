import { describe, expect, it } from 'vitest'
import { asOwner } from '../../../server/database/connection.js'
import { setTenant } from '../../../server/tenants/tenants.js'
import { changeUser } from '../../../server/users/accounts.js'
import type { AdminUser, AuditItem } from '../../../src/core/contract/admin.js'
import { CALLS } from '../../../src/core/contract/endpoints.js'
import { callsTo, named } from '../contract/calls.js'
import { mailBox } from '../support/mail-box.js'
import { AUTH, codeOf, exportedRows, PASSWORD, serverForFile } from '../support/test-app.js'
import { person } from '../users/people.js'

const ADMIN = '/presence/api/v1/admin'
const UNKNOWN = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const { db, server } = await serverForFile()
const box = mailBox(db.database, server.clock)
const chief = await person(server, 'chief', { public: false, roles: ['Admin'] })
const ada = await person(server, 'ada', { name: 'Ada Ångström', public: false })
await person(server, 'ben')

const send = async (path: string, method: 'GET' | 'POST' | 'DELETE' = 'GET', body?: unknown, who = chief) => {
  const answer = await server.send(`${ADMIN}/${path}`, { method, body, jwt: who.jwt })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
}
const find = async (query: string, more = {}) =>
  (await send('users/', 'POST', { query, page: 1, pageSize: 10, ...more })).body as {
    items: AdminUser[]
    total: number
  }
const log = async (query = '') =>
  (await send(`audit/?${query}`)).body as { items: AuditItem[]; total: number }
const logIn = (handle: string) =>
  server.send(`${AUTH}/login`, { body: { email: `${handle}@mail.example`, password: PASSWORD } })

describe('admin API', () => {
  const admins = CALLS.filter(({ name }) => name.startsWith('admin.'))
  it.each(named(admins))('%s rejects users without the Admin role', async (_name, endpoint) => {
    expect(codeOf(await callsTo(server, { jwt: ada.jwt })(endpoint))).toBe('403 forbidden')
  })

  it('removing the Admin role revokes admin access even if the token still claims the role', async () => {
    const other = await person(server, 'former', { roles: ['Admin'] })
    expect((await send('audit/', 'GET', undefined, other)).status).toBe(200)
    await send(`users/${other.id}/roles`, 'POST', { roles: [] })
    expect((await send('audit/', 'GET', undefined, other)).status).toBe(403)
  })

  it('a role change accepts only known roles and no extra fields', async () => {
    for (const body of [{ roles: ['Root'] }, { roles: [], tenant: 'other' }, { roles: ['Admin', 'Root'] }])
      expect((await send(`users/${ada.id}/roles`, 'POST', body)).status).toBe(400)
    expect((await send(`users/${ada.id}`)).body.roles).toEqual([])
  })
})

it('admins can find private users by name, handle or email prefix', async () => {
  for (const query of ['angs', 'ada ang', 'ada@mail', ' ADA@MAIL.example '])
    expect((await find(query)).items.map(({ email }) => email)).toEqual(['ada@mail.example'])
  for (const query of ['%', '@mail', 'ada@mail.example.org']) expect((await find(query)).total).toBe(0)
  expect((await find('ada')).items[0]).toMatchObject({ handle: 'ada', emailVerified: true, sessions: 1 })
})

it('the user list is paginated, sorted newest first, and filterable by role and suspension', async () => {
  const all = await find('')
  expect(all.total).toBeGreaterThan(3)
  const pages = await Promise.all([1, 2].map(page => find('', { page, pageSize: 2 })))
  expect(pages.flatMap(({ items }) => items)).toEqual(all.items.slice(0, 4))
  expect((await find('', { role: 'Admin' })).items.map(({ id }) => id)).toEqual([chief.id])
  expect((await find('', { suspended: true })).total).toBe(0)
})

it('suspending a user ends sessions, blocks login, hides the profile, and is reversible', async () => {
  const who = await person(server, 'gone')
  const pair = (await logIn('gone')).json()
  const user = (jwt: string) => server.send(`${AUTH}/user`, { jwt })
  expect((await user(pair.jwt)).statusCode).toBe(200)

  const suspended = await send(`users/${who.id}/suspension`, 'POST')
  expect(suspended).toMatchObject({ status: 200, body: { sessions: 0 } })
  const since = suspended.body.suspendedAt
  expect(since).toBe(new Date(server.clock.now).toISOString())
  for (const jwt of [pair.jwt, who.jwt]) expect((await user(jwt)).json().code).toBe('session_ended')
  const refresh = await server.send(`${AUTH}/refresh`, { body: { refreshToken: pair.refreshToken } })
  expect(refresh.json().code).toBe('refresh_refused')
  expect((await logIn('gone')).json().code).toBe('invalid_credentials')
  server.clock.now += 60_000
  expect((await send(`users/${who.id}/suspension`, 'POST')).body.suspendedAt).toBe(since)
  expect((await find('', { suspended: true })).items.map(({ id }) => id)).toEqual([who.id])

  expect((await send(`users/${who.id}/suspension`, 'DELETE')).body.suspendedAt).toBeUndefined()
  expect((await user(pair.jwt)).json().code).toBe('session_ended')
  expect((await logIn('gone')).statusCode).toBe(200)
})

it('a user can log in again after an admin ends all sessions', async () => {
  const who = await person(server, 'tired')
  const ended = await send(`users/${who.id}/sessions`, 'DELETE')
  expect(ended).toMatchObject({ status: 200, body: { sessions: 0 } })
  expect((await server.send(`${AUTH}/user`, { jwt: who.jwt })).json().code).toBe('session_ended')
  expect((await logIn('tired')).statusCode).toBe(200)
})

it('a plan granted by an admin takes effect immediately', async () => {
  const given = await send(`users/${ada.id}/plan`, 'POST', { level: 'Pro' })
  expect(given.body.features).toEqual(['SubscriptionLevel.Pro'])
  const user = await server.send(`${AUTH}/user`, { jwt: ada.jwt })
  expect(user.json().features).toEqual(['SubscriptionLevel.Pro'])
  expect((await send(`users/${ada.id}/plan`, 'POST', { level: 'free' })).body.features).toEqual([])
})

it('admins see a user’s storage usage, and the tenant’s quota overrides the plan’s', async () => {
  await db.inFretwork(({ sql }) =>
    sql.execute(`INSERT INTO libraries (tenant, user_id, bytes) VALUES ('fretwork', '${ada.id}', 7000000)`),
  )
  const quota = (mb: number | null) =>
    asOwner(db.address, owner => setTenant(owner, 'fretwork', { quota: mb && mb * 1024 ** 2 }))
  const limits = async () => [
    (await find('ada')).items[0]?.byteLimit,
    (await server.send('/presence/api/v1/library/status', { jwt: ada.jwt })).json().byteLimit,
  ]
  expect((await send(`users/${ada.id}`)).body.bytes).toBe(7_000_000)
  expect(await limits()).toEqual([64 * 1024 ** 2, 64 * 1024 ** 2])
  await quota(100)
  expect(await limits()).toEqual([100 * 1024 ** 2, 100 * 1024 ** 2])
  await quota(null)
  await expect(quota(0.5)).rejects.toThrow('quota must be at least 1 MB')
})

it('an admin export matches the user’s own export, and only one export can run at a time', async () => {
  const path = `${ADMIN}/users/${ada.id}/export`
  const answer = await server.send(path, { jwt: chief.jwt })
  expect(exportedRows(answer.body).account).toMatchObject([{ id: ada.id, email: 'ada@mail.example' }])
  expect((await log('action=user.exported')).items[0]).toMatchObject({ actor: chief.id, subject: ada.id })
  const lease = (until: string) =>
    db.inFretwork(({ sql }) =>
      sql.execute(`UPDATE users SET exporting_until = ${until} WHERE id = '${ada.id}'`),
    )
  await lease(`'${new Date(server.clock.now + 1000).toISOString()}'`)
  expect(codeOf(await server.send(path, { jwt: chief.jwt }))).toBe('429 rate_limited')
  await lease('NULL')
  expect((await send(`users/${UNKNOWN}/export`)).status).toBe(404)
})

it('deleting a user removes all data and notifies the user, and admins can’t delete themselves', async () => {
  const who = await person(server, 'leaver')
  await box.collect()
  expect((await send(`users/${who.id.toUpperCase()}`, 'DELETE')).status).toBe(204)
  expect((await server.send(`${AUTH}/user`, { jwt: who.jwt })).json().code).toBe('session_ended')
  expect(await box.delivered()).toEqual([['leaver@mail.example', 'account-deleted']])
  expect((await log('action=user.deleted')).items[0]).toMatchObject({ actor: chief.id, subject: who.id })
  expect((await send(`users/${who.id}`, 'DELETE')).status).toBe(404)
  expect((await send(`users/${chief.id}`, 'DELETE')).body.code).toBe('self_deletion')
})

it('the last admin can’t be suspended or lose the Admin role', async () => {
  expect((await send(`users/${chief.id}/suspension`, 'POST')).body.code).toBe('last_admin')
  for (const roles of [[], ['Teacher']])
    expect((await send(`users/${chief.id}/roles`, 'POST', { roles })).body.code).toBe('last_admin')
  const second = await person(server, 'second')
  await send(`users/${second.id}/roles`, 'POST', { roles: ['Admin'] })
  const both = await Promise.all([
    send(`users/${chief.id}/roles`, 'POST', { roles: [] }, second),
    send(`users/${second.id}/suspension`, 'POST', undefined, chief),
  ])
  expect(both.map(({ status }) => status).filter(status => status === 200)).toHaveLength(1)
  await db.inFretwork(scope => changeUser(scope, chief.id, { roles: ['Admin'] }))
  expect((await find('', { role: 'Admin', suspended: false })).total).toBeGreaterThan(0)
})

it('audit log entries list actor, action and subject, newest first', async () => {
  await send(`users/${ada.id}/suspension`, 'POST')
  await send(`users/${ada.id}/suspension`, 'DELETE')
  expect((await log(`user=${ada.id}&action=user.`)).items.slice(0, 2)).toMatchObject([
    { action: 'user.readmitted', actor: chief.id, subject: ada.id },
    { action: 'user.suspended', actor: chief.id, subject: ada.id },
  ])
  expect((await log('action=admin.audit-read')).items[0]).toMatchObject({ actor: chief.id })
  const plan = (await log(`user=${ada.id}&action=plan.`)).items
  expect(plan[0]).toMatchObject({ action: 'plan.changed', details: { from: 'Pro', to: 'free' } })
})

it('rejected admin calls add no audit log entry', async () => {
  const { total } = await log(`user=${UNKNOWN}`)
  await send(`users/${UNKNOWN}/suspension`, 'POST')
  expect((await log(`user=${UNKNOWN}`)).total).toBe(total)
})

it('the audit log is paginated', async () => {
  const [first, second] = [await log('action=user.&pageSize=1'), await log('action=user.&page=2&pageSize=1')]
  expect(first.items).toHaveLength(1)
  expect(Number(first.items[0]?.id)).toBeGreaterThan(Number(second.items[0]?.id))
  expect(first.total).toBe(second.total)
})

it('the audit log contains no email addresses or names', async () => {
  await find('ada@mail.example')
  const text = JSON.stringify((await log('pageSize=100')).items)
  for (const personal of ['@', 'Ångström']) expect(text).not.toContain(personal)
})
