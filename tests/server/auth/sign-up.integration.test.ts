import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asOwner } from '../../../server/database/connection.js'
import { setTenant } from '../../../server/tenants/tenants.js'
import { addUser, changeUser, userByEmail } from '../../../server/users/accounts.js'
import { mailBox } from '../support/mail-box.js'
import { AUTH, PASSWORD, serverForFile } from '../support/test-app.js'

const { db, server } = await serverForFile()
const box = mailBox(db.database, server.clock)
await server.addUser('ada@example.org', { name: 'Ada' })
const gone = await server.addUser('gone@example.org')
beforeEach(() => {
  server.clock.now += 61_000
})

await db.inFretwork(scope => changeUser(scope, gone.id, { suspendedAt: new Date(0) }))
const ask = (call: string, body: object) => server.send(`${AUTH}/${call}`, { body })
const register = (email: string, more: object = {}) =>
  ask('register', { email, password: PASSWORD, name: 'New', acceptTerms: true, ...more })
const verify = (token: string, password: string | undefined = PASSWORD) =>
  server.send(`${AUTH}/verify/${token}`, { method: 'POST', body: { password } })
const logIn = async (email: string, password = PASSWORD) => {
  const answer = await ask('login', { email, password })
  return answer.statusCode === 200 ? 'in' : answer.json().code
}

describe('registration', () => {
  it('the emailed link activates the registered account', async () => {
    const answer = await register('new@example.org', { language: 'de' })
    expect([answer.statusCode, answer.body]).toEqual([202, ''])
    const [mail] = await box.collect()
    expect(mail).toMatchObject({ to: 'new@example.org', language: 'de', template: 'verification' })
    expect(mail?.values.token).toMatch(/^[\w-]{43}$/)
    expect(await logIn('new@example.org')).toBe('email_unverified')
    expect((await verify(mail?.values.token ?? '')).statusCode).toBe(200)
    expect(await logIn('new@example.org')).toBe('in')
    const user = await db.inFretwork(scope => userByEmail(scope, 'new@example.org'))
    expect(user).toMatchObject({ name: 'New', emailVerifiedAt: new Date(server.clock.now) })
  })

  it('the account gets the password submitted with the link, not the registered password', async () => {
    await register('contested@example.org', { password: 'the owner’s own words' })
    const own = await box.token('verification')
    server.clock.now += 61_000
    await register('contested@example.org', { password: 'laid in wait 4711', name: 'Mallory' })
    const strangers = await box.token('verification')
    expect((await verify(strangers, 'the owner’s own words')).statusCode).toBe(200)
    // The error is the same after confirmation so that it does not reveal when the email was read.
    expect(await logIn('contested@example.org', 'laid in wait 4711')).toBe('email_unverified')
    expect(await logIn('contested@example.org', 'the owner’s own words')).toBe('in')
    // Only the first of all links activates the account.
    expect((await verify(own)).json().code).toBe('link_invalid')
  })

  it('a weak password is rejected, and the verification link stays valid', async () => {
    await register('bare@example.org')
    const token = await box.token('verification')
    expect((await verify(token, 'password1')).json().code).toBe('password_weak')
    expect((await verify(token, 'short')).json().code).toBe('invalid_input')
    expect((await verify(token)).statusCode).toBe(200)
  })

  it('two verification links opened in parallel create one account', async () => {
    await register('moment@example.org')
    const one = await box.token('verification')
    server.clock.now += 61_000
    await register('moment@example.org')
    const answers = await Promise.all([one, await box.token('verification')].map(token => verify(token)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  })

  it('registering a taken address changes nothing and notifies the account owner by email', async () => {
    const before = await db.inFretwork(scope => userByEmail(scope, 'ada@example.org'))
    await register('ADA@example.org', { password: 'another fine secret', name: 'Mallory' })
    const emails = await box.collect()
    expect(emails.map(({ to, template }) => [to, template])).toEqual([['ada@example.org', 'account-exists']])
    expect(JSON.stringify(emails)).not.toContain('Mallory')
    expect(await db.inFretwork(scope => userByEmail(scope, 'ada@example.org'))).toEqual(before)
  })
})

/** Returns a response's cookie as a browser would send it. */
const cookieOf = ({ headers }: Awaited<ReturnType<typeof register>>) =>
  String(headers['set-cookie']).replace(/;.*/, '')

describe('verification without a request body', () => {
  const bare = (token: string, cookie?: string) =>
    server.send(`${AUTH}/verify/${token}`, { method: 'POST', headers: cookie ? { cookie } : {} })

  it('opening the link in the registering browser activates the account with its password', async () => {
    const registered = await register('cookie@example.org')
    expect(registered.headers['set-cookie']).toMatch(
      /^fretworkRegistration=[\w-]{43}; Path=\/presence\/api\/v1\/auth\/; Max-Age=86400; HttpOnly; SameSite=Strict$/,
    )
    const token = await box.token('verification')
    const answers = await Promise.all(Array.from({ length: 8 }, () => bare(token, cookieOf(registered))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(400)])
    const [won] = answers.filter(({ statusCode }) => statusCode === 200)
    expect(won?.json()).toEqual({ email: 'cookie@example.org' })
    expect([await logIn('cookie@example.org'), await box.collect()]).toEqual(['in', []])
  })

  it('opening the link in another browser verifies the address and asks for a password', async () => {
    await register('elsewhere@example.org', { language: 'de' })
    const verified = await bare(await box.token('verification'))
    expect(verified.statusCode).toBe(200)
    const { email, passwordToken } = verified.json()
    expect(email).toBe('elsewhere@example.org')
    const [mail] = await box.collect()
    expect(mail).toMatchObject({ to: email, language: 'de', template: 'choose-password' })
    expect(mail?.values).not.toHaveProperty('name')
    expect(await db.inFretwork(scope => userByEmail(scope, email))).toMatchObject({
      passwordHash: null,
      emailVerifiedAt: new Date(server.clock.now),
    })
    expect(await logIn(email)).toBe('email_unverified')
    // Logging in suggests a new link, which also leads to setting a password.
    server.clock.now += 61_000
    await ask('verification', { email })
    expect(await box.token('choose-password')).toMatch(/^[\w-]{43}$/)
    for (const token of [passwordToken, mail?.values.token]) {
      const chosen = await ask(`password/reset/${token}`, { password: 'strings chosen here' })
      expect([token === passwordToken, chosen.statusCode]).toEqual([
        token === passwordToken,
        token === passwordToken ? 200 : 400,
      ])
    }
    expect(await logIn(email, 'strings chosen here')).toBe('in')
  })

  it('a password registered by someone else is never used, even with the owner’s cookie', async () => {
    const strangers = await register('mine@example.org', { password: 'laid in wait 4711' })
    server.clock.now += 1000
    const own = await register('mine@example.org', { password: 'the owner’s own words' })
    // The emailed link belongs to the stranger's registration, and the cookie to the owner's.
    expect((await bare(await box.token('verification'), cookieOf(own))).statusCode).toBe(200)
    expect(await logIn('mine@example.org', 'laid in wait 4711')).toBe('email_unverified')
    expect(await logIn('mine@example.org', 'the owner’s own words')).toBe('in')

    server.clock.now += 61_000
    await register('third@example.org')
    const verified = await bare(await box.token('verification'), cookieOf(strangers))
    expect(verified.json()).toHaveProperty('passwordToken')
    expect(await logIn('third@example.org')).toBe('email_unverified')
  })

  it('a password in the request body replaces the registered one', async () => {
    const registered = await register('instead@example.org')
    const url = `${AUTH}/verify/${await box.token('verification')}`
    const headers = { cookie: cookieOf(registered) }
    const verified = await server.send(url, { body: { password: 'strings of today' }, headers })
    expect(verified.json()).toEqual({ email: 'instead@example.org' })
    expect(await logIn('instead@example.org', 'strings of today')).toBe('in')
    expect(await logIn('instead@example.org')).toBe('invalid_credentials')
  })
})

describe('registration abuse', () => {
  const seen = async (call: string, body: object) => {
    server.clock.now += 61_000
    const { statusCode, headers, body: text } = await ask(call, body)
    const { 'x-request-id': _id, date: _date, ...stable } = headers
    if (stable['set-cookie'])
      stable['set-cookie'] = String(stable['set-cookie']).replace(/=[\w-]{43};/, '=…;')
    return { statusCode, stable, text }
  }

  it.each(['register', 'verification', 'password/forgot'])(
    '%s returns the same response for known, unknown and suspended addresses',
    async call => {
      const more =
        call === 'register' ? { password: 'strings of nickel', name: 'New', acceptTerms: true } : {}
      const unknown = await seen(call, { email: `unknown-${call.length}@example.org`, ...more })
      expect(unknown.statusCode).toBe(202)
      for (const email of ['ada@example.org', 'gone@example.org', 'contested@example.org'])
        expect(await seen(call, { email, ...more })).toEqual(unknown)
      await box.collect()
    },
  )

  it('an address gets at most one email of each type per minute', async () => {
    for (let time = 0; time < 5; time++)
      expect((await ask('password/forgot', { email: 'ada@example.org' })).statusCode).toBe(202)
    expect(await box.collect()).toHaveLength(1)
  })

  /** Counts the emails sent for `asks` requests at ten-minute intervals. */
  const emailsOf = async (asks: number, addressOf: (ask: number) => string) => {
    let emails = 0
    for (let ask = 0; ask < asks; ask++) {
      server.clock.now += 10 * 60_000
      const sent = { body: { email: 'ada@example.org' }, address: addressOf(ask) }
      expect((await server.send(`${AUTH}/password/forgot`, sent)).statusCode).toBe(202)
      emails += (await box.collect()).length
    }
    return emails
  }

  it('an address gets at most eight emails of each type per day, and four caused by strangers per hour', async () => {
    server.clock.now += 24 * 3_600_000
    expect(await emailsOf(30, () => '198.51.100.7')).toBe(8)
    expect(await emailsOf(1, () => '203.0.113.9')).toBe(1)
    server.clock.now += 3_600_000
    expect(await emailsOf(5, ask => `203.0.113.${ask}`)).toBe(4)
  })

  it('registrations from one network are rate limited like logins', async () => {
    for (const email of ['ada@example.org', 'unknown@example.org']) {
      server.clock.now += 61_000
      const from = (address: string) => server.send(`${AUTH}/password/forgot`, { body: { email }, address })
      for (let time = 0; time < 10; time++) await from(`2001:db8:1:2::${time}`)
      const stopped = await from('2001:db8:1:2:ffff::1')
      expect([stopped.statusCode, Number(stopped.headers['retry-after'])]).toEqual([429, 60])
      expect((await from('2001:db8:1:3::1')).statusCode).toBe(202)
    }
    await box.collect()
  })
})

describe('verification link', () => {
  const asked = async (email: string) => {
    await register(email)
    return box.token('verification')
  }

  it('a verification link expires after 24 hours', async () => {
    const early = await asked('early@example.org')
    server.clock.now += 24 * 3_600_000 - 1
    expect((await verify(early)).statusCode).toBe(200)
    const late = await asked('late@example.org')
    server.clock.now += 24 * 3_600_000
    expect((await verify(late)).json().code).toBe('link_invalid')
  })

  it('resending a verification link keeps the earlier one valid, so strangers can’t revoke it', async () => {
    const older = await asked('twice@example.org')
    server.clock.now += 61_000
    await ask('verification', { email: 'twice@example.org' })
    const newer = await box.token('verification')
    expect(newer).not.toBe(older)
    expect((await verify(older)).statusCode).toBe(200)
    expect((await verify(newer)).json().code).toBe('link_invalid')
  })

  it('the verification link is stored neither in the database nor in the log', async () => {
    await register('quiet@example.org')
    const waiting = await db.inFretwork(({ sql }) => sql.query.mailOutbox.findMany())
    expect(JSON.stringify(waiting)).toContain('quiet@example.org')
    const token = await box.token('verification')
    const kept = await db.inFretwork(async ({ sql }) => [
      await sql.query.linkTokens.findMany(),
      await sql.query.registrations.findMany(),
      await sql.query.mailOutbox.findMany(),
    ])
    expect(JSON.stringify(kept)).not.toContain(token)
    await verify(token)
    expect(server.log.join('\n')).not.toContain(token)
    expect(server.log.join('\n')).not.toContain('quiet@example.org')
  })

  it('the verification link is resent only to unverified users', async () => {
    await ask('verification', { email: 'ada@example.org' })
    await ask('verification', { email: 'gone@example.org' })
    expect(await box.collect()).toEqual([])
  })
})

describe('registration restrictions', () => {
  const set = (change: Parameters<typeof setTenant>[2]) =>
    asOwner(db.address, client => setTenant(client, 'fretwork', change))
  const codeOfAnswer = async (email: string) => {
    const answer = await register(email)
    return answer.statusCode === 202 ? 'accepted' : answer.json().code
  }
  afterEach(() => set({ registration: 'open', mailDomains: [], plan: 'free' }))

  it('closed registration rejects everyone except invited users, even with earlier links', async () => {
    await register('late@school.example')
    const late = await box.token('verification')
    await register('invited@school.example')
    const invited = await box.token('verification')
    const account = { email: 'invited@school.example', name: 'Ida', passwordHash: null }
    await db.inFretwork(scope => addUser(scope, account))
    await set({ registration: 'closed' })
    expect(await codeOfAnswer('new@school.example')).toBe('registration_closed')
    expect((await verify(late)).json().code).toBe('registration_closed')
    expect((await verify(invited)).statusCode).toBe(200)
    expect((await server.send('/tenant.json')).json().registration).toBe('closed')
    await set({ registration: 'open' })
    expect((await verify(late)).statusCode).toBe(200)
  })

  it('a new account starts on the tenant’s plan', async () => {
    await set({ plan: 'Pro' })
    await register('pupil@school.example')
    await verify(await box.token('verification'))
    const { jwt } = await server.logIn('pupil@school.example')
    expect((await server.send(`${AUTH}/user`, { jwt })).json().features).toEqual(['SubscriptionLevel.Pro'])
  })

  it('registration accepts only the configured email domains, ignoring case', async () => {
    await set({ mailDomains: ['school.example', 'town.example'] })
    const addresses = ['a@School.Example', 'b@town.example', 'c@sub.school.example', 'd@notschool.example']
    const codes = []
    for (const address of addresses) codes.push(await codeOfAnswer(address))
    expect(codes).toEqual(['accepted', 'accepted', 'mail_domain_refused', 'mail_domain_refused'])
    expect((await server.send('/tenant.json')).json().mailDomains).toEqual(['school.example', 'town.example'])
    await expect(set({ mailDomains: ['@school.example'] })).rejects.toMatchObject({ code: 'tenant_invalid' })
  })
})
