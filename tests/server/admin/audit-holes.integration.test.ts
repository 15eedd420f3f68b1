import { beforeEach, describe, expect, it } from 'vitest'
import { mailBox } from '../support/mail-box.js'
import { AUTH, PASSWORD, serverForFile } from '../support/test-app.js'
import { type Person, person } from '../users/people.js'

const USER = '/presence/api/v1/user'
const ADMIN = '/presence/api/v1/admin'

const { db, server } = await serverForFile()
const box = mailBox(db.database, server.clock)
const ada = await person(server, 'ada', { public: false })
const { id } = await person(server, 'chief', { public: false })
await db.database.inTenant('fretwork', ({ sql }) =>
  sql.execute(`UPDATE users SET roles = '{Admin}' WHERE id = '${id}'`),
)
const chief = { id, jwt: (await server.logIn('chief@mail.example')).jwt } as Person
beforeEach(() => {
  server.clock.now += 61_000
})

/** The entries that `work` leaves, the oldest first. */
async function entriesOf(work: () => Promise<unknown>) {
  const read = () =>
    db.database.inTenant('fretwork', ({ sql }) =>
      sql.query.auditLog.findMany({ orderBy: (log, { asc }) => asc(log.id) }),
    )
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

describe('the audit log', () => {
  it('has an administrator’s look at a private user, and a refused one', async () => {
    const look = (jwt: string, id: string) => server.send(`${USER}/${id}`, { jwt })
    expect(await entriesOf(() => look(chief.jwt, ada.id))).toEqual([
      { action: 'admin.user-read', actor: chief.id, subject: ada.id },
    ])
    expect(await entriesOf(() => look(ada.jwt, ada.id))).toEqual([])
    const refused = () => server.send(`${ADMIN}/users/${chief.id}`, { jwt: ada.jwt })
    expect(await entriesOf(refused)).toEqual([{ action: 'admin.refused', actor: ada.id, subject: ada.id }])
  })

  it('has failed logins, of a known and of an unknown address, and the first one above a limit', async () => {
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
      `${network} reached the limit login:account.`,
    ])
  })

  it('has a wrong current password, an export and a log-out', async () => {
    const { jwt } = await server.logIn('ada@mail.example')
    const wrong = { currentPassword: 'not this one', password: 'a new day dawns' }
    const of = { actor: ada.id, subject: ada.id }
    const change = () => server.send(`${AUTH}/password/change`, { jwt, body: wrong })
    const refused = await entriesOf(change)
    expect(refused).toMatchObject([{ action: 'password.refused', ...of }])
    expect(await entriesOf(() => server.send(`${AUTH}/account/export`, { jwt }))).toEqual([
      { action: 'user.exported', ...of },
    ])
    expect(await entriesOf(() => server.send(`${AUTH}/logout`, { jwt }))).toEqual([
      { action: 'session.ended', ...of },
    ])
  })

  it('has a reset that is asked for, and a registration from the form to the account', async () => {
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
})
