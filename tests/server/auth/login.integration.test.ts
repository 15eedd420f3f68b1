import { hash } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import { changeUser, userByEmail } from '../../../server/users/accounts.js'
import { AUTH, PASSWORD, serverForFile } from '../support/test-app.js'
import { until } from '../support/until.js'

const LONG = process.env.FRETWORK_SOAK !== undefined
const { db, server } = await serverForFile({ dearHashes: LONG })
await server.addUser('Ada@example.org', { name: 'Ada', features: ['SubscriptionLevel.Pro'] })
await server.addUser('boss@example.org', { roles: ['Admin'] })
const body = { email: 'fresh@example.org', password: PASSWORD, name: 'Fresh', acceptTerms: true }
await server.send(`${AUTH}/register`, { body })
const gone = await server.addUser('gone@example.org')
await db.inFretwork(scope => changeUser(scope, gone.id, { suspendedAt: new Date(0) }))

const logIn = (email: string, password: string, more = {}) =>
  server.send(`${AUTH}/login`, { body: { email, password }, ...more })

/** Response details that could distinguish one login error from another. */
const seen = async (email: string, password: string) => {
  server.clock.now += 61_000
  const { statusCode, headers, ...answer } = await logIn(email, password)
  const { requestId: _changes, ...problem } = answer.json()
  const { 'x-request-id': _id, date: _date, ...stable } = headers
  return { statusCode, problem, headers: stable }
}

it('logging in with the correct password returns tokens that identify the user', async () => {
  const answer = await logIn('ada@example.org', PASSWORD)
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(Object.keys(answer.json())).toEqual(['jwt', 'refreshToken'])
  expect((await server.send(`${AUTH}/user`, { jwt: answer.json().jwt })).json()).toMatchObject({
    ...{ email: 'Ada@example.org', name: 'Ada', emailVerified: true, roles: [] },
    features: ['SubscriptionLevel.Pro'],
  })
})

it('the access token contains roles and features under the specified claim names', async () => {
  const payloadOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())
  const boss = payloadOf((await server.logIn('boss@example.org')).jwt)
  expect(boss['http://schemas.microsoft.com/ws/2008/06/identity/claims/role']).toBe('Admin')
  const ada = payloadOf((await server.logIn('ada@example.org')).jwt)
  expect(ada.Feature).toBe('SubscriptionLevel.Pro')
  expect(ada.exp - ada.iat).toBe(45 * 60)
})

it('a wrong password, an unknown address and a suspended account return the same error', async () => {
  const wrong = await seen('ada@example.org', 'not it, sorry')
  expect([wrong.statusCode, wrong.problem.code]).toEqual([401, 'invalid_credentials'])
  expect(await seen('unknown@example.org', PASSWORD)).toEqual(wrong)
  expect(await seen('gone@example.org', PASSWORD)).toEqual(wrong)
  expect(await seen('fresh@example.org', 'not it, sorry')).toEqual(wrong)
})

it('an unverified address is reported only if the password is correct', async () => {
  const answer = await seen('fresh@example.org', PASSWORD)
  expect([answer.statusCode, answer.problem.code]).toEqual([403, 'email_unverified'])
})

it('a user can log in only to their own tenant', async () => {
  const answer = await logIn('ada@example.org', PASSWORD, { tenant: 'other' })
  expect(answer.json().code).toBe('invalid_credentials')
})

it('logging in rehashes a password whose hash uses outdated parameters', async () => {
  const passwordHash = await hash(PASSWORD, { memoryCost: 128, timeCost: 1, parallelism: 1 })
  await server.addUser('old@example.org', { passwordHash })
  await server.logIn('old@example.org')
  const user = await db.inFretwork(scope => userByEmail(scope, 'old@example.org'))
  expect(server.passwords.isDated(user?.passwordHash ?? passwordHash)).toBe(false)
  await server.logIn('old@example.org')
})

it('two parallel logins that both rehash the password succeed', async () => {
  const passwordHash = await hash(PASSWORD, { memoryCost: 128, timeCost: 1, parallelism: 1 })
  await server.addUser('renewed@example.org', { passwordHash })
  const logIn = () =>
    server.send(`${AUTH}/login`, { body: { email: 'renewed@example.org', password: PASSWORD } })
  expect((await Promise.all([logIn(), logIn()])).map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

it('ten login attempts from one network lock an account for that minute, even if it doesn’t exist', async () => {
  for (const email of ['ada@example.org', 'unknown@example.org']) {
    server.clock.now += 61_000
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await logIn(email, 'wrong', { address: `2001:db8::${attempt}` })).statusCode).toBe(401)
    const stopped = await logIn(email, PASSWORD, { address: '2001:db8::ffff' })
    expect([stopped.json().code, stopped.statusCode]).toEqual(['rate_limited', 429])
    expect(Number(stopped.headers['retry-after'])).toBe(60)
    expect(stopped.headers['set-cookie']).toBeUndefined()
  }
  server.clock.now += 60_000
  expect((await logIn('ada@example.org', PASSWORD, { address: '2001:db8::ffff' })).statusCode).toBe(200)
})

it('guessing passwords does not lock the owner out of another network or a known browser', async () => {
  server.clock.now += 61_000
  const first = await logIn('ada@example.org', PASSWORD, { address: '192.0.2.1' })
  const cookie = String(first.headers['set-cookie'])
  expect(cookie).toMatch(
    /^fretworkDevice=[\w-]{43}; Path=\/presence\/api\/v1\/auth\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
  )
  server.clock.now += 61_000
  for (let attempt = 0; attempt < 60; attempt++)
    await logIn('ada@example.org', 'wrong', { address: '192.0.2.1' })
  const own = { address: '192.0.2.1', headers: { cookie: `other=1; ${cookie.split(';')[0]}` } }
  expect((await logIn('ada@example.org', PASSWORD, { address: '192.0.2.1' })).statusCode).toBe(429)
  expect((await logIn('ada@example.org', PASSWORD, { address: '192.0.2.2' })).statusCode).toBe(200)
  const again = await logIn('ada@example.org', PASSWORD, own)
  expect(again.statusCode).toBe(200)
  expect(String(again.headers['set-cookie'])).toBe(cookie)
  // The cookie is not a login, applies to one account only, and does not allow unlimited guesses.
  expect((await server.send(`${AUTH}/user`, { headers: own.headers })).statusCode).toBe(401)
  expect((await logIn('boss@example.org', PASSWORD, own)).statusCode).toBe(429)
  const guesses = await Promise.all(Array.from({ length: 12 }, () => logIn('ada@example.org', 'no', own)))
  expect(guesses.map(({ statusCode }) => statusCode).filter(status => status === 401)).toHaveLength(9)
})

it('parallel login attempts are counted individually', async () => {
  server.clock.now += 61_000
  const answers = await Promise.all(Array.from({ length: 25 }, () => logIn('crowd@example.org', 'wrong')))
  const statuses = answers.map(answer => answer.statusCode)
  expect(statuses.filter(status => status === 401)).toHaveLength(10)
  expect(statuses.filter(status => status === 429)).toHaveLength(15)
})

it('a network address is limited to thirty login attempts per minute', async () => {
  server.clock.now += 61_000
  for (let attempt = 0; attempt < 30; attempt++)
    await logIn(`user${attempt}@example.org`, 'wrong', { address: '10.9.9.9' })
  expect((await logIn('ada@example.org', PASSWORD, { address: '10.9.9.9' })).statusCode).toBe(429)
  expect((await logIn('ada@example.org', PASSWORD, { address: '10.9.9.8' })).statusCode).toBe(200)
})

it.runIf(LONG)('many parallel logins do not delay other requests', async () => {
  server.clock.now += 61_000
  const { jwt } = await server.logIn('ada@example.org')
  let answered = 0
  const crowd = Array.from({ length: 150 }, async (_, n) => {
    await logIn(`crowd${n}@example.org`, 'wrong', { address: `10.7.${n}.1` })
    answered += 1
  })
  await until(() => expect(server.passwords.load.waiting).toBeGreaterThan(4))
  const before = answered
  const reads = Array.from({ length: 20 }, () => server.send(`${AUTH}/user`, { jwt }))
  expect((await Promise.all(reads)).map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
  expect(answered - before).toBeLessThan(75)
  await Promise.all(crowd)
})
