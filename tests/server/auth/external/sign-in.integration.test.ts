// External sign-in against two real OpenID Providers: accounts.md 21 (whose account), 22, and external in 5.
// Each was seen to fail under the change of the server that its comment names.
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { codeAt, stepAt } from '../../../../server/auth/second-factor/totp.js'
import { auditLog, mailOutbox } from '../../../../server/database/schema.js'
import { changeUser, userByEmail } from '../../../../server/users/accounts.js'
import { AUTH, PASSWORD, testApp } from '../../support/test-app.js'
import { fromBase32, STEP_MS } from '../second-factor/factor-world.js'
import { CLIENT_SECRET } from './openid-provider.js'
import { codeOf, externalWorld } from './world.js'

const world = await externalWorld()
beforeEach(() => {
  world.google.people.clear()
  world.windows.people.clear()
})

let count = 0
/** An address and a subject that no other test knows. */
const fresh = () => ({ email: `person${++count}@example.org`, subject: `subject-${count}` })
const byEmail = (email: string) => world.db.database.inTenant('fretwork', scope => userByEmail(scope, email))
const viaGoogle = async (subject: string, tenant?: string) =>
  world.post('google', await world.google.signIn(subject), tenant)
const viaWindows = async (subject: string) => world.post('windows', await world.windows.signIn(subject))

describe('external sign-in', () => {
  it('makes an account with the verified address, and opens the same one again', async () => {
    const { email, subject } = fresh()
    world.google.people.set(subject, { email, email_verified: true, name: 'Ada Player' })
    const first = await world.userOf(await viaGoogle(subject))
    expect(first).toMatchObject({ email, name: 'Ada Player', emailVerified: true })
    world.google.people.set(subject, { email: 'moved@example.org', email_verified: true })
    expect(await world.userOf(await viaGoogle(subject))).toMatchObject({ id: first.id, email })
  })

  // Found by subject alone, the second would be the first.
  it('distinguishes two issuers with the same subject', async () => {
    const [one, two] = [fresh(), fresh()]
    world.google.people.set('same', { email: one.email, email_verified: true })
    world.windows.people.set('same', { email: two.email, xms_edov: true })
    const [first, second] = [await viaGoogle('same'), await viaWindows('same')]
    expect((await world.userOf(first)).email).toBe(one.email)
    expect((await world.userOf(second)).email).toBe(two.email)
  })

  it('knows an identity in its own tenant only', async () => {
    const { email, subject } = fresh()
    world.google.people.set(subject, { email, email_verified: true })
    const here = await world.userOf(await viaGoogle(subject))
    const there = await world.userOf(await viaGoogle(subject, 'other'), 'other')
    expect(there.email).toBe(email)
    expect(there.id).not.toBe(here.id)
  })

  it('opens the account of the same address where both sides have verified it', async () => {
    const { email, subject } = fresh()
    const user = await world.addUser(email.toUpperCase())
    world.google.people.set(subject, { email, email_verified: true })
    expect((await world.userOf(await viaGoogle(subject))).id).toBe(user.id)
    await world.logIn(email)
  })

  // Without the condition on `email_verified`, the stranger would be let in.
  it('never opens an account by an address that the provider has not verified', async () => {
    const { email, subject } = fresh()
    await world.addUser(email)
    for (const verified of [false, undefined, 'true']) {
      world.google.people.set(subject, { email, email_verified: verified })
      expect(codeOf(await viaGoogle(subject))).toBe('403 email_unverified')
    }
  })

  // Linking where `emailVerifiedAt` is null would keep the stranger's account and password.
  it('puts a new account in the place of one that a stranger registered and never verified', async () => {
    const { email, subject } = fresh()
    const strangers = await world.addUser(email, { emailVerifiedAt: null, name: 'Stranger' })
    world.google.people.set(subject, { email, email_verified: true, name: 'Owner' })
    const user = await world.userOf(await viaGoogle(subject))
    expect(user).toMatchObject({ name: 'Owner', emailVerified: true })
    expect(user.id).not.toBe(strangers.id)
    const login = await world.send(`${AUTH}/login`, { body: { email, password: PASSWORD } })
    expect(codeOf(login)).toBe('401 invalid_credentials')
    expect((await byEmail(email))?.passwordHash).toBeNull()
  })

  // Without the look at `suspendedAt` in `linked`, an unverified suspended account would be replaced.
  it('is not a way around a suspension', async () => {
    const [known, verified, unverified] = [fresh(), fresh(), fresh()]
    for (const { email, subject } of [known, verified, unverified]) {
      world.google.people.set(subject, { email, email_verified: true })
    }
    await viaGoogle(known.subject)
    await world.addUser(verified.email)
    await world.addUser(unverified.email, { emailVerifiedAt: null })
    for (const { email, subject } of [known, verified, unverified]) {
      const user = await byEmail(email)
      await world.db.database.inTenant('fretwork', scope =>
        changeUser(scope, user?.id ?? '', { suspendedAt: new Date(0) }),
      )
      expect(codeOf(await viaGoogle(subject))).toBe('403 access_denied')
      expect((await byEmail(email))?.id).toBe(user?.id)
    }
  })

  // Answering by what `userByEmail` finds would tell the first from the second.
  it('answers alike for an unproven address, whether it is known, unknown or suspended', async () => {
    const addresses = [fresh().email, fresh().email, fresh().email]
    await world.addUser(addresses[0] ?? '')
    const gone = await world.addUser(addresses[1] ?? '')
    await world.db.database.inTenant('fretwork', scope =>
      changeUser(scope, gone.id, { suspendedAt: new Date(0) }),
    )
    const seen = []
    for (const email of addresses) {
      const { subject } = fresh()
      world.windows.people.set(subject, { email })
      const { statusCode, headers, ...answer } = await viaWindows(subject)
      const { requestId: _changes, ...problem } = answer.json()
      const { 'x-request-id': _id, date: _date, ...stable } = headers
      seen.push({ statusCode, problem, headers: stable })
    }
    expect(seen[0]?.problem.code).toBe('email_unverified')
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
  })

  // Without repeating what met itself in the index, all but one would be 500.
  it('makes one account of twenty first visits at the same time', async () => {
    const { email, subject } = fresh()
    world.google.people.set(subject, { email, email_verified: true })
    const callbacks = await Promise.all(Array.from({ length: 20 }, () => world.google.signIn(subject)))
    const answers = await Promise.all(callbacks.map(callback => world.post('google', callback)))
    const ids = await Promise.all(answers.map(async answer => (await world.userOf(answer)).id))
    expect(new Set(ids).size).toBe(1)
  })

  // With `createSession` in place of `startSession`, no mail would be queued.
  it('from a new place is shown by mail, and each one is in the audit log', async () => {
    const { email, subject } = fresh()
    world.google.people.set(subject, { email, email_verified: true })
    const from = async (address: string) => {
      const body = { provider: 'google', ...(await world.google.signIn(subject)) }
      return world.userOf(await world.send(`${AUTH}/external`, { body, address }))
    }
    const { id } = await from('192.0.2.1')
    const emails = () =>
      world.db.database.inTenant('fretwork', async ({ sql }) => {
        const rows = await sql.select({ content: mailOutbox.content }).from(mailOutbox)
        return rows.filter(row => JSON.stringify(row.content).includes(email)).length
      })
    await from('192.0.2.99')
    expect(await emails()).toBe(0)
    await from('198.51.100.1')
    expect(await emails()).toBe(1)
    const actions = await world.db.database.inTenant('fretwork', ({ sql }) =>
      sql
        .select({ action: auditLog.action })
        .from(auditLog)
        .where(eq(auditLog.actor, id))
        .orderBy(auditLog.id),
    )
    expect(actions.map(({ action }) => action)).toEqual([
      'user.registered',
      'identity.linked',
      ...Array(3).fill('session.begun'),
    ])
  })

  it('is counted as a log-in, by network address', async () => {
    const limited = await testApp(world.db.database, { env: { FRETWORK_LOGINS_PER_MINUTE: '3,10' } })
    const body = { provider: 'google', ...(await world.google.signIn('unknown')), code: 'never-given' }
    const statuses = []
    for (let attempt = 0; attempt < 4; attempt++) {
      statuses.push((await limited.send(`${AUTH}/external`, { body, address: '10.7.7.7' })).statusCode)
    }
    expect(statuses).toEqual([401, 401, 401, 429])
    await limited.end()
  })

  it('writes neither code, verifier, nonce nor client secret to the log', async () => {
    const { email, subject } = fresh()
    world.google.people.set(subject, { email, email_verified: true })
    const callback = await world.google.signIn(subject)
    await world.post('google', callback)
    await world.post('google', callback)
    world.google.divert((_request, response) => void response.writeHead(500).end())
    await world.post('google', callback)
    world.google.divert()
    const text = world.log.join('\n')
    expect(text).toContain('auth/external')
    const { code, codeVerifier, nonce } = callback
    for (const secret of [code, codeVerifier, nonce, CLIENT_SECRET, email]) expect(text).not.toContain(secret)
  })

  // Mutation: leave factorDemand out of the route.
  it('asks for the second factor of the account, as a login with a password does', async () => {
    const { email, subject } = fresh()
    world.google.people.set(subject, { email, email_verified: true })
    const { jwt } = (await viaGoogle(subject)).json()
    const factor = `${AUTH}/second-factor`
    // The account has no password, and was logged in to a moment ago.
    const begun = (await world.send(`${factor}/totp`, { jwt, body: {} })).json()
    const secret = fromBase32(begun.secret)
    const code = () => codeAt(secret, stepAt(world.clock.now))
    const added = await world.send(`${factor}/totp/confirm`, {
      jwt,
      body: { challenge: begun.challenge, code: code() },
    })
    expect(added.statusCode).toBe(200)
    world.clock.now += STEP_MS
    const again = await viaGoogle(subject)
    expect(codeOf(again)).toBe('401 second_factor_required')
    const { challenge } = again.json().secondFactor
    const finished = await world.send(factor, { body: { challenge, code: code() } })
    expect((await world.userOf(finished)).email).toBe(email)
    const begin = await world.db.database.inTenant('fretwork', ({ sql }) =>
      sql.select().from(auditLog).where(eq(auditLog.action, 'session.begun')).orderBy(auditLog.id),
    )
    expect(begin.at(-1)?.details).toMatchObject({ proof: 'google', secondFactor: 'totp' })
  })
})
