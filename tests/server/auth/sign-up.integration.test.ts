// field/accounts.md: 1, 5 (shape), 6.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { redeemLink } from '../../../server/auth/link-tokens.js'
import { changeUser, userByEmail } from '../../../server/users/accounts.js'
import { mailBox } from '../support/mail-box.js'
import { AUTH, PASSWORD, testApp } from '../support/test-app.js'
import { testDatabase } from '../support/test-database.js'

let db: Awaited<ReturnType<typeof testDatabase>>
let server: Awaited<ReturnType<typeof testApp>>
let box: ReturnType<typeof mailBox>

beforeAll(async () => {
  db = await testDatabase()
  server = await testApp(db.database)
  box = mailBox(db.database, server.clock)
  await server.addUser('ada@example.org', { name: 'Ada' })
  const gone = await server.addUser('gone@example.org')
  await inTenant(scope => changeUser(scope, gone.id, { suspendedAt: new Date(0) }))
})
beforeEach(() => {
  server.clock.now += 61_000
})
afterAll(async () => {
  await server.end()
  await db.end()
})

const inTenant = <T>(work: Parameters<typeof db.database.inTenant<T>>[1]) =>
  db.database.inTenant('fretwork', work)
const ask = (call: string, body: object) => server.send(`${AUTH}/${call}`, { body })
const register = (email: string, more: object = {}) =>
  ask('register', { email, password: PASSWORD, name: 'New', acceptTerms: true, ...more })
const verify = (token: string, method: 'POST' | 'GET' = 'POST') =>
  server.send(`${AUTH}/verify/${token}`, { method })
const PATIENCE = { timeout: 10_000 }

/** Until a transaction waits for a row that another one holds. */
const someoneWaits = () =>
  vi.waitFor(async () => {
    // In this database: others are locked by other tests meanwhile.
    const { rowCount } = await db.asApplication(
      `SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()`,
    )
    expect(rowCount).toBeGreaterThan(0)
  }, PATIENCE)
const logIn = async (email: string, password = PASSWORD) => {
  const answer = await ask('login', { email, password })
  return answer.statusCode === 200 ? 'in' : answer.json().code
}

describe('registering', () => {
  it('makes an account that opens once the link from the mail was used', async () => {
    const answer = await register('new@example.org', { language: 'de' })
    expect([answer.statusCode, answer.body]).toEqual([202, ''])
    const [mail] = await box.collect()
    expect(mail).toMatchObject({ to: 'new@example.org', language: 'de', template: 'verification' })
    expect(mail?.values.token).toMatch(/^[\w-]{43}$/)
    expect(await logIn('new@example.org')).toBe('email_unverified')
    expect((await verify(mail?.values.token ?? '')).statusCode).toBe(200)
    expect(await logIn('new@example.org')).toBe('in')
  })

  // Mutation: an ask that comes too soon for another mail is dropped with its password.
  it('counts for anyone who asked last, also within the minute: only the mail waits', async () => {
    await register('hurried@example.org', { password: 'of someone in wait' })
    const first = await box.token('verification')
    server.clock.now += 30_000
    await register('hurried@example.org')
    expect(await box.collect()).toEqual([])
    expect((await verify(first)).json().code).toBe('link_invalid')
    server.clock.now += 60_000
    expect((await verify(await box.token('verification'))).statusCode).toBe(200)
    expect(await logIn('hurried@example.org', 'of someone in wait')).toBe('invalid_credentials')
    expect(await logIn('hurried@example.org')).toBe('in')
  })

  // Mutation: anyone who was unproven when it was looked at is removed, proven meanwhile or not.
  it('takes no account away that is proven in this very moment', async () => {
    await register('moment@example.org')
    const token = await box.token('verification')
    server.clock.now += 61_000
    await register('moment@example.org', { password: 'of someone else then' })
    let commit: () => void = () => undefined
    const held = new Promise<void>(resolve => {
      commit = resolve
    })
    let isTaken: () => void = () => undefined
    const taken = new Promise<void>(resolve => {
      isTaken = resolve
    })
    const verifying = inTenant(async scope => {
      const link = await redeemLink(scope, token, 'verify', server.clock.now)
      await changeUser(scope, link?.user.id ?? '', { emailVerifiedAt: new Date(server.clock.now) })
      isTaken()
      await held
    })
    await taken
    const collected = box.collect()
    await someoneWaits()
    commit()
    await verifying
    expect((await collected).map(({ template }) => template)).toEqual(['account-exists'])
    expect(await logIn('moment@example.org')).toBe('in')
  })

  it('of an address that has an account changes nothing and notifies its owner by email', async () => {
    const before = await inTenant(scope => userByEmail(scope, 'ada@example.org'))
    await register('ADA@example.org', { password: 'another fine secret', name: 'Mallory' })
    const emails = await box.collect()
    expect(emails.map(({ to, template }) => [to, template])).toEqual([['ada@example.org', 'account-exists']])
    expect(JSON.stringify(emails)).not.toContain('Mallory')
    expect(await inTenant(scope => userByEmail(scope, 'ada@example.org'))).toEqual(before)
  })

  // Mutation: in sign-up-asks.ts keep the known, unverified account instead of replacing it.
  it('of an address that no one has proved gives it to the newest to ask', async () => {
    await register('contested@example.org', { password: 'laid in wait 4711' })
    const stale = await box.token('verification')
    server.clock.now += 61_000
    await register('contested@example.org', { password: 'the owner’s own words' })
    const token = await box.token('verification')
    expect((await verify(stale)).json().code).toBe('link_invalid')
    expect((await verify(token)).statusCode).toBe(200)
    expect(await logIn('contested@example.org', 'laid in wait 4711')).toBe('invalid_credentials')
    expect(await logIn('contested@example.org', 'the owner’s own words')).toBe('in')
  })

  it('asks for accepted terms', async () => {
    expect((await register('x@example.org', { acceptTerms: false })).statusCode).toBe(400)
  })
})

describe('a stranger', () => {
  const seen = async (call: string, body: object) => {
    server.clock.now += 61_000
    const { statusCode, headers, body: text } = await ask(call, body)
    const { 'x-request-id': _id, date: _date, ...stable } = headers
    return { statusCode, stable, text }
  }

  // Mutation: in sign-up.ts answer `forgot` with not_found where userByEmail finds no one.
  it.each(['register', 'verification', 'password/forgot'])(
    'learns nothing from %s: known, unknown and suspended are answered alike, before anyone looks',
    async call => {
      const more =
        call === 'register' ? { password: 'strings of nickel', name: 'New', acceptTerms: true } : {}
      const unknown = await seen(call, { email: `unknown-${call.length}@example.org`, ...more })
      expect(unknown.statusCode).toBe(202)
      for (const email of ['ada@example.org', 'gone@example.org', 'contested@example.org']) {
        expect(await seen(call, { email, ...more })).toEqual(unknown)
      }
      await box.collect()
    },
  )

  it('cannot fill a mailbox: one email of a kind in a minute, answered all the same', async () => {
    for (let time = 0; time < 5; time++) {
      expect((await ask('password/forgot', { email: 'ada@example.org' })).statusCode).toBe(202)
    }
    expect(await box.collect()).toHaveLength(1)
  })

  it('is stopped after as many asks in a minute as log-ins, known or not', async () => {
    for (const email of ['ada@example.org', 'unknown@example.org']) {
      server.clock.now += 61_000
      for (let time = 0; time < 10; time++) await ask('password/forgot', { email })
      const stopped = await ask('password/forgot', { email })
      expect([stopped.statusCode, Number(stopped.headers['retry-after'])]).toEqual([429, 60])
    }
    await box.collect()
  })
})

describe('a link that verifies', () => {
  const asked = async (email: string) => {
    await register(email)
    return box.token('verification')
  }

  // Mutation: in link-tokens.ts let redeemLink return the link although nothing was deleted.
  it('works once, of twenty posts at the same time', async () => {
    const token = await asked('race@example.org')
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)))
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([200, ...Array(19).fill(400)])
    expect((await verify(token)).json().code).toBe('link_invalid')
  })

  it('is not used up by a GET', async () => {
    const token = await asked('get@example.org')
    expect((await verify(token, 'GET')).statusCode).toBe(405)
    expect((await verify(token)).statusCode).toBe(200)
  })

  // Mutation: leave gt(expiresAt) out of findLink.
  it('expires after 24 hours, and not before', async () => {
    const early = await asked('early@example.org')
    server.clock.now += 24 * 3_600_000 - 1
    expect((await verify(early)).statusCode).toBe(200)
    const late = await asked('late@example.org')
    server.clock.now += 24 * 3_600_000
    expect((await verify(late)).json().code).toBe('link_invalid')
  })

  // Mutation: in prepareLink insert without onConflictDoUpdate's new hash.
  it('is void once a newer one exists', async () => {
    const older = await asked('twice@example.org')
    server.clock.now += 61_000
    await ask('verification', { email: 'twice@example.org' })
    const newer = await box.token('verification')
    expect((await verify(older)).json().code).toBe('link_invalid')
    expect((await verify(newer)).statusCode).toBe(200)
  })

  it('is nothing in another tenant', async () => {
    const token = await asked('mine@example.org')
    const answer = await server.send(`${AUTH}/verify/${token}`, { method: 'POST', tenant: 'other' })
    expect(answer.json().code).toBe('link_invalid')
    expect((await verify(token)).statusCode).toBe(200)
  })

  // Mutation: in link-tokens.ts store `token` instead of hashOf(token).
  it('is nowhere in the database or in the log', async () => {
    await register('quiet@example.org')
    const waiting = await inTenant(({ sql }) => sql.query.mailOutbox.findMany())
    expect(JSON.stringify(waiting)).toContain('quiet@example.org')
    const token = await box.token('verification')
    const kept = await inTenant(async ({ sql }) => [
      await sql.query.linkTokens.findMany(),
      await sql.query.mailOutbox.findMany(),
    ])
    expect(JSON.stringify(kept)).not.toContain(token)
    await verify(token)
    expect(server.log.join('\n')).not.toContain(token)
    expect(server.log.join('\n')).not.toContain('quiet@example.org')
  })

  it('is sent again only to who has not verified', async () => {
    await ask('verification', { email: 'ada@example.org' })
    await ask('verification', { email: 'gone@example.org' })
    expect(await box.collect()).toEqual([])
  })
})
