import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { OWN_ROWS } from '../../../server/auth/account-export.js'
import * as schema from '../../../server/database/schema.js'
import { changeUser, userByEmail } from '../../../server/users/accounts.js'
import { mailBox } from '../support/mail-box.js'
import { AUTH, codeOf, exportedRows, PASSWORD, serverForFile } from '../support/test-app.js'

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

/** Tenant tables without personal data, each with the reason for excluding it from the export. */
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

describe('email address change', () => {
  it('a new email address takes effect once its link is opened, and the old one is notified', async () => {
    const to = `new${count}@example.org`
    expect((await changeEmail(to)).statusCode).toBe(202)
    const [mail] = await box.collect()
    expect(mail).toMatchObject({ to, template: 'email-confirm' })
    expect(await addressNow()).toBe(email)
    expect((await confirm(mail?.values.token ?? '')).statusCode).toBe(200)
    expect(await addressNow()).toBe(to)
    expect(await box.delivered()).toEqual([[email, 'email-changed']])
    const again = await server.send(`${AUTH}/login`, { body: { email: to, password: PASSWORD } })
    expect(again.statusCode).toBe(200)
  })

  it('changing to a taken address returns the same response and notifies the account owner', async () => {
    const answer = await changeEmail('taken@example.org')
    expect([answer.statusCode, answer.body]).toEqual([202, ''])
    expect(await box.delivered()).toEqual([['taken@example.org', 'account-exists']])
  })

  it('repeated email changes return the same response and send at most one email per minute', async () => {
    for (let time = 0; time < 4; time += 1)
      expect((await changeEmail('stranger@example.org')).statusCode).toBe(202)
    expect((await box.collect()).map(one => one.template)).toEqual(['email-confirm'])
  })

  it.each([
    ['', (own: string) => own],
    [' in capitals', (own: string) => own.toUpperCase()],
  ])('changing to the current email address%s is rejected and sends no email', async (_how, written) => {
    const answer = await changeEmail(written(email))
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'email_same'])
    expect(answer.json().errors).toEqual([{ path: 'body.email', message: 'same' }])
    expect(await box.collect()).toEqual([])
    expect((await changeEmail(email, 'wrong')).json().code).toBe('password_wrong')
  })

  it('an email change fails if another user has verified the address in the meantime', async () => {
    const to = `late${count}@example.org`
    await changeEmail(to)
    const token = await box.token('email-confirm')
    await server.addUser(to)
    expect((await confirm(token)).json().code).toBe('link_invalid')
    expect(await addressNow()).toBe(email)
  })

  it('an unverified registration does not block another user from verifying the address', async () => {
    const to = `squatted${count}@example.org`
    const body = { email: to, password: 'a long password', name: 'Squatter', acceptTerms: true }
    await server.send(`${AUTH}/register`, { body })
    const squatted = await box.token('verification')
    await changeEmail(to)
    expect((await confirm(await box.token('email-confirm'))).statusCode).toBe(200)
    expect(await addressNow()).toBe(to)
    expect((await confirm(squatted, { password: PASSWORD })).json().code).toBe('link_invalid')
  })

  it('changing the email address invalidates sent and queued reset links for the old address', async () => {
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

it('the account export contains all of the user’s stored data and no secrets', async () => {
  const answer = await server.send(`${AUTH}/account/export`, { jwt })
  expect(answer.statusCode).toBe(200)
  const rows = exportedRows(answer.body)
  expect(rows.account).toMatchObject([{ id: userId, email, name: 'Ada' }])
  expect(rows.profile).toHaveLength(1)
  expect(rows.sessions).toHaveLength(1)
  expect(answer.body).not.toMatch(/argon2|passwordHash|"place"|sealed/)
  expect(answer.body).not.toContain('taken@example.org')
})

it('every tenant table is either exported or explicitly excluded', () => {
  const tables = Object.values(schema)
    .filter(value => is(value, PgTable))
    .filter(table => 'tenant' in getTableColumns(table))
    .map(table => getTableName(table))
  const decided = [...Object.values(OWN_ROWS).map(([table]) => getTableName(table)), ...Object.keys(NOT_OWN)]
  expect(decided.sort()).toEqual(tables.sort())
})

it('deleting an account requires the password', async () => {
  expect((await remove('wrong')).json().code).toBe('password_wrong')
  expect(await addressNow()).toBe(email)
})

it('deleting an account removes its data, ends its sessions, and notifies the user', async () => {
  const other = await server.logIn(email)
  expect((await remove()).statusCode).toBe(204)
  for (const token of [jwt, other.jwt])
    expect((await server.send(`${AUTH}/user`, { jwt: token })).json().code).toBe('session_ended')
  const refreshed = await server.send(`${AUTH}/refresh`, { body: { refreshToken: other.refreshToken } })
  expect(refreshed.statusCode).toBe(401)
  expect(await box.delivered()).toEqual([[email, 'account-deleted']])
  const left = await db.database.inTenant('fretwork', async scope => [
    await userByEmail(scope, email),
    (await scope.sql.query.sessions.findMany()).filter(row => row.userId === userId),
    (await scope.sql.query.profiles.findMany()).filter(row => row.userId === userId),
  ])
  expect(left).toEqual([undefined, [], []])
})

it('the last admin can’t delete their own account', async () => {
  await server.addUser('boss@example.org', { roles: ['Admin'] })
  const boss = (await server.logIn('boss@example.org')).jwt
  expect((await remove(PASSWORD, boss)).json().code).toBe('last_admin')
  await server.addUser('deputy@example.org', { roles: ['Admin'] })
  expect((await remove(PASSWORD, boss)).statusCode).toBe(204)
})

const logIn = async (password: string) => {
  const answer = await server.send(`${AUTH}/login`, { body: { email, password } })
  return answer.statusCode === 200 ? 'in' : answer.json().code
}
const status = async (jwt: string) => (await server.send(`${AUTH}/user`, { jwt })).statusCode
const forgot = async () => {
  await server.send(`${AUTH}/password/forgot`, { body: { email } })
  return box.token('reset')
}
const reset = (token: string, password: string) =>
  server.send(`${AUTH}/password/reset/${token}`, { body: { password } })
const change = (jwt: string, currentPassword: string, password: string) =>
  server.send(`${AUTH}/password/change`, { jwt, body: { currentPassword, password } })
const register = (password: string) => {
  const body = { email: `new${++count}@mail.example`, password, name: 'Grace', acceptTerms: true }
  return server.send(`${AUTH}/register`, { body })
}

it.each([
  ['of 256 emoji', '🎸🐎🎹🥁'.repeat(32) + '🎻🪕🎺🎷'.repeat(32)],
  ['with blanks at both ends', '  two blanks and more  '],
])('a password %s is accepted unchanged', async (_name, password) => {
  await reset(await forgot(), password)
  expect(await logIn(password)).toBe('in')
  expect(await logIn(password.trim() === password ? `${password.slice(0, -2)}` : password.trim())).not.toBe(
    'in',
  )
})

it('registration, reset and change reject a common password with the reason', async () => {
  const { jwt } = await server.logIn(email)
  const answers = [
    await register('sunshine2024'),
    await reset(await forgot(), 'sunshine2024'),
    await change(jwt, PASSWORD, 'sunshine2024'),
  ]
  for (const answer of answers) {
    expect(codeOf(answer)).toBe('400 password_weak')
    expect(answer.json().errors).toEqual([{ path: 'body.password', message: 'common' }])
  }
})

describe('password reset', () => {
  it('a password reset sets the password, ends every session, and notifies the user', async () => {
    const [one, two] = [await server.logIn(email), await server.logIn(email)]
    await box.collect()
    expect((await reset(await forgot(), 'a new day dawns')).statusCode).toBe(200)
    for (const { jwt, refreshToken } of [one, two]) {
      expect(await status(jwt)).toBe(401)
      expect((await server.send(`${AUTH}/refresh`, { body: { refreshToken } })).statusCode).toBe(401)
    }
    expect([await logIn(PASSWORD), await logIn('a new day dawns')]).toEqual(['invalid_credentials', 'in'])
    expect(await box.delivered()).toContainEqual([email, 'password-changed'])
  })

  it('a rejected password does not use up the reset link', async () => {
    const token = await forgot()
    expect((await reset(token, 'password1')).json().code).toBe('password_weak')
    expect((await reset(token, 'a new day dawns')).statusCode).toBe(200)
  })

  it('a reset link expires after an hour', async () => {
    const token = await forgot()
    server.clock.now += 3_600_000
    expect((await reset(token, 'a new day dawns')).json().code).toBe('link_invalid')
  })

  it('a reset link does not verify an address, and a verification link does not reset a password', async () => {
    const token = await forgot()
    const verified = await server.send(`${AUTH}/verify/${token}`, { method: 'POST' })
    expect(verified.json().code).toBe('link_invalid')
    expect((await reset(token, 'a new day dawns')).statusCode).toBe(200)
  })

  it('a password reset verifies the email address', async () => {
    email = `fresh${++count}@example.org`
    await server.addUser(email, { emailVerifiedAt: null })
    await reset(await forgot(), 'a new day dawns')
    expect(await logIn('a new day dawns')).toBe('in')
  })

  it('a suspended user gets no reset link and can’t use an earlier one', async () => {
    const token = await forgot()
    await db.database.inTenant('fretwork', scope =>
      changeUser(scope, userId, { suspendedAt: new Date(server.clock.now) }),
    )
    expect((await reset(token, 'a new day dawns')).json().code).toBe('link_invalid')
    server.clock.now += 61_000
    await server.send(`${AUTH}/password/forgot`, { body: { email } })
    expect(await box.collect()).toEqual([])
  })
})

describe('password change', () => {
  it('changing to the current password is rejected', async () => {
    const [{ jwt }, other] = [await server.logIn(email), await server.logIn(email)]
    const answer = await change(jwt, PASSWORD, PASSWORD)
    expect(codeOf(answer)).toBe('400 password_same')
    expect(answer.json().errors).toEqual([{ path: 'body.password', message: 'same' }])
    expect([await status(other.jwt), await box.collect()]).toEqual([200, []])
    expect((await change(jwt, 'wrong one', 'wrong one')).json().code).toBe('password_wrong')
  })

  it('a password change ends all other sessions and notifies the user', async () => {
    const [mine, other] = [await server.logIn(email), await server.logIn(email)]
    await box.collect()
    expect((await change(mine.jwt, PASSWORD, 'a new day dawns')).statusCode).toBe(204)
    expect([await status(mine.jwt), await status(other.jwt)]).toEqual([200, 401])
    expect(await box.delivered()).toEqual([[email, 'password-changed']])
    expect(await logIn('a new day dawns')).toBe('in')
  })

  it('a password change invalidates earlier reset links', async () => {
    const token = await forgot()
    const { jwt } = await server.logIn(email)
    await change(jwt, PASSWORD, 'a new day dawns')
    expect((await reset(token, 'yet another day')).json().code).toBe('link_invalid')
  })

  it('a user can attempt ten password changes per minute', async () => {
    const { jwt } = await server.logIn(email)
    for (let time = 0; time < 10; time++) await change(jwt, `wrong ${time}`, 'a new day dawns')
    expect((await change(jwt, PASSWORD, 'a new day dawns')).json().code).toBe('rate_limited')
  })

  it('only one of two parallel password changes succeeds', async () => {
    const { jwt } = await server.logIn(email)
    const answers = await Promise.all([
      change(jwt, PASSWORD, 'a new day dawns'),
      change(jwt, PASSWORD, 'another day dawns'),
    ])
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([204, 403])
  })
})
