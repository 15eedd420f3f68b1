import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { codeAt, stepAt } from '../../../../server/auth/second-factor/totp.js'
import { asOwner } from '../../../../server/database/connection.js'
import { auditLog, mailOutbox } from '../../../../server/database/schema.js'
import {
  type ExternalProvider,
  listProviders,
  PROVIDER_DEFAULTS,
  providerOf,
  removeProvider,
  setProvider,
} from '../../../../server/tenants/external-providers.js'
import { cardOf, setTenant, tenantByKey } from '../../../../server/tenants/tenants.js'
import { changeUser, userByEmail } from '../../../../server/users/accounts.js'
import { mailBox } from '../../support/mail-box.js'
import { AUTH, codeOf, PASSWORD, testApp } from '../../support/test-app.js'
import { databaseForFile } from '../../support/test-database.js'
import { fromBase32, STEP_MS } from '../second-factor/factor-world.js'
import { CLIENT_SECRET, json } from './token-provider.js'
import { externalWorld } from './world.js'

const world = await externalWorld()
const { viaGoogle, viaWindows, userOf } = world
const { inTenant } = world.db.database
let count = 0
/** Returns the claims of a new user. */
const fresh = () => ({ sub: `subject-${++count}`, email: `person${count}@example.org`, email_verified: true })
const byEmail = (email: string) => inTenant('fretwork', scope => userByEmail(scope, email))
const suspend = async (email: string) => {
  const { id = '' } = (await byEmail(email)) ?? {}
  await inTenant('fretwork', scope => changeUser(scope, id, { suspendedAt: new Date(0) }))
  return id
}

it('the first login creates an account with the verified address, and the second reuses it', async () => {
  const claims = { ...fresh(), name: 'Ada Player' }
  const first = await userOf(await viaGoogle(claims))
  expect(first).toMatchObject({ email: claims.email, name: 'Ada Player', emailVerified: true })
  const moved = await userOf(await viaGoogle({ ...claims, email: 'moved@example.org' }))
  expect(moved).toMatchObject({ id: first.id, email: claims.email })
})

it('the same subject ID from two issuers creates two accounts', async () => {
  const [one, two] = [fresh(), fresh()]
  const first = await viaGoogle({ ...one, sub: 'same' })
  const second = await viaWindows({ sub: 'same', email: two.email, xms_edov: true })
  expect([(await userOf(first)).email, (await userOf(second)).email]).toEqual([one.email, two.email])
})

it('an external identity is valid only in its own tenant', async () => {
  const claims = fresh()
  const here = await userOf(await viaGoogle(claims))
  const there = await userOf(await viaGoogle(claims, 'other'), 'other')
  expect(there.email).toBe(claims.email)
  expect(there.id).not.toBe(here.id)
})

it('an external login matches an existing account if both sides have verified the address', async () => {
  const claims = fresh()
  const user = await world.addUser(claims.email.toUpperCase())
  expect((await userOf(await viaGoogle(claims))).id).toBe(user.id)
  await world.logIn(claims.email)
})

it('an external login replaces an unverified account that someone else registered', async () => {
  const { email, ...claims } = fresh()
  const strangers = await world.addUser(email, { emailVerifiedAt: null, name: 'Stranger' })
  const user = await userOf(await viaGoogle({ ...claims, email, name: 'Owner' }))
  expect(user).toMatchObject({ name: 'Owner', emailVerified: true })
  expect(user.id).not.toBe(strangers.id)
  const login = await world.send(`${AUTH}/login`, { body: { email, password: PASSWORD } })
  expect([codeOf(login), (await byEmail(email))?.passwordHash]).toEqual(['401 invalid_credentials', null])
})

it('a new account starts on the tenant’s plan, and a first password is confirmed by email', async () => {
  const set = (plan: 'free' | 'Pro') =>
    asOwner(world.db.address, client => setTenant(client, 'fretwork', { plan }))
  onTestFinished(() => set('free'))
  await set('Pro')
  const { email, ...claims } = fresh()
  expect((await userOf(await viaGoogle({ ...claims, email }))).features).toEqual(['SubscriptionLevel.Pro'])
  const box = mailBox(world.db.database, world.clock)
  await world.send(`${AUTH}/password/forgot`, { body: { email } })
  await world.send(`${AUTH}/password/reset/${await box.token('reset')}`, { body: { password: PASSWORD } })
  expect((await box.collect()).map(({ template }) => template)).toEqual(['password-changed'])
})

it('closed registration rejects new accounts but accepts existing and invited ones', async () => {
  const [stranger, known, invited] = [fresh(), fresh(), fresh()]
  await world.addUser(known.email)
  await world.addUser(invited.email, { emailVerifiedAt: null, passwordHash: null })
  const set = (registration: 'open' | 'closed') =>
    asOwner(world.db.address, client => setTenant(client, 'fretwork', { registration }))
  onTestFinished(() => set('open'))
  await set('closed')
  expect(codeOf(await viaGoogle(stranger))).toBe('403 registration_closed')
  for (const { email, ...claims } of [known, invited])
    expect((await userOf(await viaGoogle({ ...claims, email }))).email).toBe(email)
})

it('a suspended account can’t log in', async () => {
  const [known, verified, unverified] = [fresh(), fresh(), fresh()]
  await viaGoogle(known)
  await world.addUser(verified.email)
  await world.addUser(unverified.email, { emailVerifiedAt: null })
  for (const claims of [known, verified, unverified]) {
    const id = await suspend(claims.email)
    expect(codeOf(await viaGoogle(claims))).toBe('403 access_denied')
    expect((await byEmail(claims.email))?.id).toBe(id)
  }
})

it('an unverified address is rejected identically for known, unknown and suspended accounts', async () => {
  const addresses = [fresh().email, fresh().email, fresh().email] as const
  await world.addUser(addresses[0])
  await world.addUser(addresses[1])
  await suspend(addresses[1])
  const seen = []
  for (const email of addresses) {
    const { statusCode, headers, ...answer } = await viaGoogle({ ...fresh(), email, email_verified: false })
    const { requestId: _changes, ...problem } = answer.json()
    const { 'x-request-id': _id, date: _date, ...stable } = headers
    seen.push({ statusCode, problem, headers: stable })
  }
  expect([seen[0]?.problem.code, seen]).toEqual(['email_unverified', [seen[0], seen[0], seen[0]]])
})

it('twenty parallel first logins by one user create one account', async () => {
  const claims = fresh()
  const answers = await Promise.all(Array.from({ length: 20 }, () => viaGoogle(claims)))
  const ids = await Promise.all(answers.map(async answer => (await userOf(answer)).id))
  expect(new Set(ids).size).toBe(1)
})

it('a login from a new location sends an email, and every login is in the audit log', async () => {
  const claims = fresh()
  const from = async (address: string) => {
    const body = { provider: 'google', ...world.google.signIn(claims) }
    return userOf(await world.send(`${AUTH}/external`, { body, address }))
  }
  const emails = () =>
    inTenant('fretwork', async ({ sql }) => {
      const rows = await sql.select({ content: mailOutbox.content }).from(mailOutbox)
      return rows.filter(row => JSON.stringify(row.content).includes(claims.email)).length
    })
  const { id } = await from('192.0.2.1')
  await from('192.0.2.99')
  expect(await emails()).toBe(0)
  await from('198.51.100.1')
  expect(await emails()).toBe(1)
  const entries = await inTenant('fretwork', ({ sql }) =>
    sql.select().from(auditLog).where(eq(auditLog.actor, id)).orderBy(auditLog.id),
  )
  expect(entries.map(({ action }) => action)).toEqual([
    'user.registered',
    'identity.linked',
    ...Array(3).fill('session.begun'),
  ])
})

it('an external login counts toward the login rate limit for its network address', async () => {
  const limited = await testApp(world.db.database, { env: { FRETWORK_LOGINS_PER_MINUTE: '3,10' } })
  const callback = world.google.signIn(fresh(), { token: { nonce: 'of-another-sign-in' } })
  const statuses = []
  for (let attempt = 0; attempt < 4; attempt++) {
    const body = { provider: 'google', ...callback }
    statuses.push((await limited.send(`${AUTH}/external`, { body, address: '10.7.7.7' })).statusCode)
  }
  expect(statuses).toEqual([401, 401, 401, 429])
  await limited.end()
})

it('external login logs contain no code, verifier, nonce or client secret', async () => {
  const claims = fresh()
  const callback = world.google.signIn(claims)
  await world.post('google', callback)
  await world.post('google', callback)
  world.google.answers.set('/token', json({}, 500))
  await world.post('google', callback)
  world.google.straighten()
  const text = world.log.join('\n')
  expect(text).toContain('auth/external')
  const { code, codeVerifier, nonce } = callback
  for (const secret of [code, codeVerifier, nonce, CLIENT_SECRET, claims.email])
    expect(text).not.toContain(secret)
})

it('an external login requires the account’s second factor, like a password login', async () => {
  const claims = fresh()
  const { jwt } = (await viaGoogle(claims)).json()
  const factor = `${AUTH}/second-factor`
  // The account has no password, and its last login is recent.
  const begun = (await world.send(`${factor}/totp`, { jwt, body: {} })).json()
  const secret = fromBase32(begun.secret)
  const answerTo = ({ challenge }: { challenge: string }) => ({
    challenge,
    code: codeAt(secret, stepAt(world.clock.now)),
  })
  const added = await world.send(`${factor}/totp/confirm`, { jwt, body: answerTo(begun) })
  expect(added.statusCode).toBe(200)
  world.clock.now += STEP_MS
  const again = await viaGoogle(claims)
  expect(codeOf(again)).toBe('401 second_factor_required')
  const finished = await world.send(factor, { body: answerTo(again.json().secondFactor) })
  expect((await userOf(finished)).email).toBe(claims.email)
  const begin = await inTenant('fretwork', ({ sql }) =>
    sql.select().from(auditLog).where(eq(auditLog.action, 'session.begun')).orderBy(auditLog.id),
  )
  expect(begin.at(-1)?.details).toMatchObject({ proof: 'google', secondFactor: 'totp' })
})

const GOOGLE: ExternalProvider = {
  provider: 'google',
  ...PROVIDER_DEFAULTS.google,
  origins: [...PROVIDER_DEFAULTS.google.origins],
  clientId: 'id-of-google',
  clientSecret: 'planted-secret',
  redirectUris: ['https://fretwork.example/login'],
}

const db = await databaseForFile()
const owner = <T>(work: Parameters<typeof asOwner<T>>[1]) => asOwner(db.address, work)
const tenantOf = async (key: string) => {
  const tenant = await tenantByKey(db.database.shared, key)
  if (!tenant) throw new Error(`no tenant ${key}`)
  return tenant
}
const seenBy = async (key: string) => {
  const tenant = await tenantOf(key)
  return db.database.inTenant(key, scope => providerOf(scope, tenant, 'google'))
}

it('a provider can be replaced and removed, and its secret is never sent to pages', async () => {
  await owner(client => setProvider(client, 'fretwork', GOOGLE))
  expect(await owner(client => listProviders(client, 'fretwork'))).toEqual([GOOGLE])
  expect(await seenBy('fretwork')).toEqual(GOOGLE)
  expect(cardOf(await tenantOf('fretwork')).providers).toEqual([
    { id: 'google', clientId: 'id-of-google', authorizeUrl: PROVIDER_DEFAULTS.google.authorizeUrl },
  ])
  const { clientSecret: _secret, ...open } = GOOGLE
  await owner(client => setProvider(client, 'fretwork', { ...open, clientId: 'other-id' }))
  expect(await seenBy('fretwork')).toEqual({ ...open, clientId: 'other-id' })

  await owner(client => removeProvider(client, 'fretwork', 'google'))
  expect(await seenBy('fretwork')).toBeUndefined()
  expect(cardOf(await tenantOf('fretwork')).providers).toEqual([])
  await expect(owner(client => removeProvider(client, 'fretwork', 'google'))).rejects.toMatchObject({
    code: 'provider_unknown',
  })
})

it('a provider is configured for only one tenant', async () => {
  await owner(client => setProvider(client, 'fretwork', GOOGLE))
  expect(await seenBy('other')).toBeUndefined()
  const unseen = await db.database.inTenant('other', async scope =>
    providerOf(scope, await tenantOf('fretwork'), 'google'),
  )
  expect(unseen).toBeUndefined()
})

it('a tenant card that lists an unconfigured provider is rejected', async () => {
  const providers = [{ id: 'google', clientId: 'x', authorizeUrl: 'https://x.example/auth' }]
  await owner(client => setTenant(client, 'other', { providers }))
  expect(await seenBy('other')).toBeUndefined()
})

it.each([
  ['issuer', 'http://id.example'],
  ['issuer', 'https://id.example/?x=1'],
  ['authorizeUrl', 'javascript:alert(1)'],
  ['clientId', 'two words'],
  ['redirectUris', []],
  ['redirectUris', ['https://fretwork.example/login#x']],
  ['redirectUris', ['https://fretwork.example']],
  ['redirectUris', ['HTTPS://fretwork.example/login']],
  ['origins', ['https://keys.example/path']],
  ['origins', ['http://keys.example']],
])('a provider whose %s is %j is rejected, and nothing changes', async (field, value) => {
  const before = await owner(client => listProviders(client, 'fretwork'))
  const wrong = { ...GOOGLE, [field]: value }
  await expect(owner(client => setProvider(client, 'fretwork', wrong))).rejects.toMatchObject({
    code: 'provider_invalid',
    message: expect.stringContaining(field),
  })
  expect(await owner(client => listProviders(client, 'fretwork'))).toEqual(before)
})

it('configuring a provider for an unknown tenant is rejected', async () => {
  await expect(owner(client => setProvider(client, 'unknown', GOOGLE))).rejects.toMatchObject({
    code: 'tenant_unknown',
  })
})
