import pg from 'pg'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { changeUser, userByEmail } from '../../../server/users/accounts.js'
import { profileOf } from '../../../server/users/profiles.js'
import { mailBox } from '../support/mail-box.js'
import { AUTH, PASSWORD, serverForFile } from '../support/test-app.js'

const HOUR = 3_600_000
const STRANGERS = 'only registered 4711'
let pairs = 0
/** Must be installed before the first connection, which keeps a reference to the original function. */
const query = vi.spyOn(pg.Client.prototype, 'query')
const { db, server } = await serverForFile({ env: { FRETWORK_LOGINS_PER_MINUTE: '1000,1000' } })
const box = mailBox(db.database, server.clock)
beforeEach(() => {
  server.clock.now += 61_000
})
afterAll(async () => {
  query.mockRestore()
})

const ask = (call: string, body: object) => server.send(`${AUTH}/${call}`, { body })
const register = (email: string, password = STRANGERS) =>
  ask('register', { email, password, name: 'Mallory', acceptTerms: true })
const logIn = async (email: string, password = STRANGERS) => {
  const answer = await ask('login', { email, password })
  return answer.statusCode === 200 ? 'in' : (answer.json().code as string)
}

/** Returns two addresses, one with an account and one without. */
async function pair(): Promise<readonly [taken: string, free: string]> {
  pairs += 1
  await server.addUser(`taken${pairs}@example.org`)
  return [`taken${pairs}@example.org`, `free${pairs}@example.org`]
}

it.each(['verification', 'password/forgot'])(
  '%s does not reveal by timing whether an address has an account',
  async call => {
    const both = await pair()
    for (const email of both) await register(email)
    await box.collect()
    server.clock.now += 12 * HOUR
    for (const email of both) await ask(call, { email })
    await box.collect()
    for (const hours of [11.9, 0.2, 6]) {
      server.clock.now += hours * HOUR
      const [taken, free] = [await logIn(both[0]), await logIn(both[1])]
      expect([hours, taken]).toEqual([hours, free])
    }
  },
)

it('a registration’s expiry time does not reveal whether an account exists', async () => {
  const both = await pair()
  for (const email of both) await register(email)
  const registeredAt = server.clock.now
  server.clock.now += 10 * 60_000
  await box.collect()
  for (const minutes of [-1, 1, 9, 11]) {
    server.clock.now = registeredAt + 24 * HOUR + minutes * 60_000
    expect([minutes, await logIn(both[0])]).toEqual([minutes, await logIn(both[1])])
  }
})

const OWN = 'my own strings 4711'
const own = (email: string) =>
  ask('register', { email, password: OWN, name: 'Own Name', language: 'de', acceptTerms: true })
const opened = async (email: string, password: string) => {
  const token = await box.token('verification')
  expect((await ask(`verify/${token}`, { password })).statusCode).toBe(200)
  return db.inFretwork(async scope => {
    const user = await userByEmail(scope, email)
    return [user?.name, user && (await profileOf(scope, user.id))?.language]
  })
}

it('the account name comes from the owner’s registration even if a stranger registers first', async () => {
  const [, email] = await pair()
  await register(email)
  server.clock.now += 1000
  // An address gets one email per minute, so the link belongs to the stranger's registration.
  await own(email)
  expect(await opened(email, OWN)).toEqual(['Own Name', 'de'])
})

it('the account name comes from the owner’s registration even if a stranger registers later', async () => {
  const [, email] = await pair()
  await own(email)
  await box.collect()
  server.clock.now += 61_000
  for (let time = 0; time < 3; time++) {
    server.clock.now += 1000
    await register(email)
  }
  await box.collect()
  server.clock.now += 61_000
  await ask('verification', { email })
  expect(await opened(email, OWN)).toEqual(['Own Name', 'de'])
})

it('if the password matches no registration, the account gets the only registration’s name', async () => {
  const [, email] = await pair()
  await register(email)
  expect(await opened(email, PASSWORD)).toEqual(['Mallory', undefined])
})

it('failed logins cause the same hashing and queries for known and unknown addresses', async () => {
  const [[taken, free], [both, only]] = [await pair(), await pair()]
  for (const email of [both, free]) await register(email)
  const { id } = await server.addUser('gone@example.org')
  await db.inFretwork(scope => changeUser(scope, id, { suspendedAt: new Date(0) }))
  await server.addUser('by-google@example.org', { passwordHash: null })
  await box.collect()
  const verify = vi.spyOn(server.passwords, 'verify')
  const work = async (email: string, password: string) => {
    verify.mockClear()
    query.mockClear()
    expect(await logIn(email, password)).toMatch(/^(invalid_credentials|email_unverified)$/)
    const texts = query.mock.calls.map(([given]) => (given as { text?: string }).text ?? String(given))
    return { hashes: verify.mock.calls.length, texts }
  }
  const expected = await work(taken, 'wrong strings')
  expect(expected.hashes).toBe(2)
  expect(expected.texts.length).toBeGreaterThan(3)
  for (const email of [only, free, both, 'gone@example.org', 'by-google@example.org'])
    expect([email, await work(email, 'wrong strings')]).toEqual([email, expected])
  for (const [email, password] of [
    [free, STRANGERS],
    [both, STRANGERS],
    ['gone@example.org', PASSWORD],
    ['by-google@example.org', PASSWORD],
  ] as const)
    expect([email, await work(email, password)]).toEqual([email, expected])
  verify.mockRestore()
})

it('a known-device cookie not issued by the server is rejected', async () => {
  const email = (await pair())[0]
  const planted = `fretworkDevice=${'A'.repeat(43)}`
  const body = { email, password: PASSWORD }
  const answer = await server.send(`${AUTH}/login`, { body, headers: { cookie: planted } })
  expect(answer.statusCode).toBe(200)
  expect(String(answer.headers['set-cookie'])).toMatch(/^fretworkDevice=[\w-]{43};/)
  expect(String(answer.headers['set-cookie'])).not.toContain(planted)
})

it('the known-device cookie stays the same after another login, even to a second account', async () => {
  const [one, two] = [(await pair())[0], (await pair())[0]]
  let cookie = ''
  const seen: string[] = []
  for (const email of [one, two, one]) {
    const headers: Record<string, string> = cookie === '' ? {} : { cookie }
    const answer = await server.send(`${AUTH}/login`, { body: { email, password: PASSWORD }, headers })
    cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    seen.push(cookie)
  }
  expect(new Set(seen).size).toBe(1)
})
