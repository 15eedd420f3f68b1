import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { OWN_ROWS } from '../../../server/auth/account-export.js'
import * as schema from '../../../server/database/schema.js'
import { userByEmail } from '../../../server/users/accounts.js'
import { mailBox } from '../support/mail-box.js'
import { AUTH, exportedRows, PASSWORD, serverForFile } from '../support/test-app.js'

let count = 0
let email: string
let jwt: string
let userId: string
const { db, server } = await serverForFile()
const box = mailBox(db.database, server.clock)
await server.addUser('taken@example.org')
beforeEach(async () => {
  server.clock.now += 61_000
  email = `ada${++count}@example.org`
  userId = (await server.addUser(email, { name: 'Ada' })).id
  jwt = (await server.logIn(email)).jwt
  await box.collect()
})

const changeEmail = (to: string, currentPassword = PASSWORD) =>
  server.send(`${AUTH}/email/change`, { jwt, body: { currentPassword, email: to } })
const confirm = (token: string, body?: { readonly password: string }) =>
  server.send(`${AUTH}/verify/${token}`, { method: 'POST', body })
const addressNow = async () => (await server.send(`${AUTH}/user`, { jwt })).json().email
const remove = (currentPassword = PASSWORD, of = jwt) =>
  server.send(`${AUTH}/account/delete`, { jwt: of, body: { currentPassword } })

/** Tables of a tenant without a user's own data, each with the reason. */
const NOT_OWN: Readonly<Record<string, string>> = {
  refresh_tokens: 'hashed secrets of the sessions',
  link_tokens: 'hashed secrets of links sent by email',
  mail_outbox: 'about to be sent to the user anyway',
  rate_limits: 'counts without names',
  user_words: 'the words of name and handle, exported with the profile',
  billing_events: 'events of the payment provider, without names',
  billing_farewells: 'customers of deleted accounts',
  external_providers: 'the tenant’s',
  plugins: 'the tenant’s',
  plugin_files: 'the tenant’s',
  plugin_imports: 'the tenant’s',
  spent_nonces: 'hashes of used nonces',
  known_devices: 'hashed secrets of cookies',
  recovery_codes: 'hashed secrets',
  factor_challenges: 'hashed secrets for five minutes',
  libraries: 'a count of the writes that are exported',
  library_chunks: 'exported as the bytes of files',
  share_links: 'hashed secrets of links to what is shared',
  registrations: 'of an address, before it is an account',
}

describe('a change of address', () => {
  it('counts once the link sent to the new one was opened, and is shown to the old one', async () => {
    const to = `new${count}@example.org`
    expect((await changeEmail(to)).statusCode).toBe(202)
    const [mail] = await box.collect()
    expect(mail).toMatchObject({ to, template: 'email-confirm' })
    expect(await addressNow()).toBe(email)
    expect((await confirm(mail?.values.token ?? '')).statusCode).toBe(200)
    expect(await addressNow()).toBe(to)
    expect((await box.collect()).map(one => [one.to, one.template])).toEqual([[email, 'email-changed']])
    const again = await server.send(`${AUTH}/login`, { body: { email: to, password: PASSWORD } })
    expect(again.statusCode).toBe(200)
  })

  it('asks for the current password', async () => {
    expect((await changeEmail('x@example.org', 'wrong')).json().code).toBe('password_wrong')
    expect(await box.collect()).toEqual([])
  })

  it('to an address that has an account gets the same answer and notifies its owner', async () => {
    const answer = await changeEmail('taken@example.org')
    expect([answer.statusCode, answer.body]).toEqual([202, ''])
    expect((await box.collect()).map(one => [one.to, one.template])).toEqual([
      ['taken@example.org', 'account-exists'],
    ])
  })

  it('fills no one’s mailbox: one email to an address in a minute, answered all the same', async () => {
    for (let time = 0; time < 4; time += 1)
      expect((await changeEmail('stranger@example.org')).statusCode).toBe(202)
    expect((await box.collect()).map(one => one.template)).toEqual(['email-confirm'])
  })

  it.each([
    ['', (own: string) => own],
    [' in capitals', (own: string) => own.toUpperCase()],
  ])('to the own one%s is refused, and no mail is sent', async (_how, written) => {
    const answer = await changeEmail(written(email))
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'email_same'])
    expect(answer.json().errors).toEqual([{ path: 'body.email', message: 'same' }])
    expect(await box.collect()).toEqual([])
    expect((await changeEmail(email, 'wrong')).json().code).toBe('password_wrong')
  })

  it('comes too late where someone else proved the address meanwhile', async () => {
    const to = `late${count}@example.org`
    await changeEmail(to)
    const token = await box.token('email-confirm')
    await server.addUser(to)
    expect((await confirm(token)).json().code).toBe('link_invalid')
    expect(await addressNow()).toBe(email)
  })

  it('is not kept from who proves the address by someone who registered it and never did', async () => {
    const to = `squatted${count}@example.org`
    const body = { email: to, password: 'a long password', name: 'Squatter', acceptTerms: true }
    await server.send(`${AUTH}/register`, { body })
    const squatted = await box.token('verification')
    await changeEmail(to)
    expect((await confirm(await box.token('email-confirm'))).statusCode).toBe(200)
    expect(await addressNow()).toBe(to)
    expect((await confirm(squatted, { password: PASSWORD })).json().code).toBe('link_invalid')
  })

  it('voids a reset link that is in the old mailbox, sent or still on its way', async () => {
    const forgot = () => server.send(`${AUTH}/password/forgot`, { body: { email } })
    await forgot()
    const old = await box.token('reset')
    await changeEmail(`moved${count}@example.org`)
    const token = await box.token('email-confirm')
    await confirm(token)
    const body = { password: 'a new day dawns' }
    expect((await server.send(`${AUTH}/password/reset/${old}`, { body })).json().code).toBe('link_invalid')
  })
})

describe('the export', () => {
  it('has what is kept about the user, and no secret', async () => {
    const answer = await server.send(`${AUTH}/account/export`, { jwt })
    expect(answer.statusCode).toBe(200)
    const rows = exportedRows(answer.body)
    expect(rows.account).toMatchObject([{ id: userId, email, name: 'Ada' }])
    expect(rows.profile).toHaveLength(1)
    expect(rows.sessions).toHaveLength(1)
    expect(answer.body).not.toMatch(/argon2|passwordHash|"place"|sealed/)
    expect(answer.body).not.toContain('taken@example.org')
  })

  it('says of every table of a tenant whether it belongs in', () => {
    const tables = Object.values(schema)
      .filter(value => is(value, PgTable))
      .filter(table => 'tenant' in getTableColumns(table))
      .map(table => getTableName(table))
    const decided = [
      ...Object.values(OWN_ROWS).map(([table]) => getTableName(table)),
      ...Object.keys(NOT_OWN),
    ]
    expect(decided.sort()).toEqual(tables.sort())
  })
})

describe('deletion', () => {
  it('asks for the password', async () => {
    expect((await remove('wrong')).json().code).toBe('password_wrong')
    expect(await addressNow()).toBe(email)
  })

  it('takes the account and everything of it, ends its sessions, and says so by mail', async () => {
    const other = await server.logIn(email)
    expect((await remove()).statusCode).toBe(204)
    for (const token of [jwt, other.jwt])
      expect((await server.send(`${AUTH}/user`, { jwt: token })).json().code).toBe('session_ended')
    const refreshed = await server.send(`${AUTH}/refresh`, { body: { refreshToken: other.refreshToken } })
    expect(refreshed.statusCode).toBe(401)
    expect((await box.collect()).map(one => [one.to, one.template])).toEqual([[email, 'account-deleted']])
    const left = await db.database.inTenant('fretwork', async scope => [
      await userByEmail(scope, email),
      (await scope.sql.query.sessions.findMany()).filter(row => row.userId === userId),
      (await scope.sql.query.profiles.findMany()).filter(row => row.userId === userId),
    ])
    expect(left).toEqual([undefined, [], []])
  })

  it('is refused to the last Admin', async () => {
    await server.addUser('boss@example.org', { roles: ['Admin'] })
    const boss = (await server.logIn('boss@example.org')).jwt
    expect((await remove(PASSWORD, boss)).json().code).toBe('last_admin')
    await server.addUser('deputy@example.org', { roles: ['Admin'] })
    expect((await remove(PASSWORD, boss)).statusCode).toBe(204)
  })
})
