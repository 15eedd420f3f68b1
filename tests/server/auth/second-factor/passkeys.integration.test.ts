import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { relyingParty } from '../../../../server/auth/second-factor/passkeys.js'
import { passkeys } from '../../../../server/database/schema.js'
import { softAuthenticator } from '../../support/authenticator.js'
import { AUTH, codeOf, PASSWORD } from '../../support/test-app.js'
import { FACTOR, factorWorld, ORIGIN } from './factor-world.js'

const world = await factorWorld({ FRETWORK_LOGINS_PER_MINUTE: '1000,1000' })

/** Creates a user with one passkey. */
async function holder(key = softAuthenticator()) {
  const user = await world.person()
  const { added, codes } = await world.addPasskey(user.jwt, key)
  expect(added.statusCode).toBe(200)
  return { ...user, key, codes }
}

type Holder = Awaited<ReturnType<typeof holder>>

/** Sends the user's passkey as the second login step; `more` overrides its options. */
async function logIn({ email, key }: Pick<Holder, 'email' | 'key'>, more: object = {}, by = key) {
  const { challenge, passkey } = await world.firstStep(email)
  const signed = by.get({ challenge: String(passkey?.challenge), origin: ORIGIN, ...more })
  return world.post('', { challenge, passkey: { ...signed, id: key.id } })
}

it('a passkey requested after the password completes the login', async () => {
  const user = await holder()
  const { methods, passkey } = await world.firstStep(user.email)
  expect(methods).toEqual(['passkey', 'recovery'])
  expect(passkey).toMatchObject({ rpId: 'fretwork.example', allowCredentials: [{ id: user.key.id }] })
  const answer = await logIn(user)
  expect(answer.statusCode).toBe(200)
  expect(await world.state(answer.json().jwt)).toMatchObject({
    ...{ totp: false, passkeys: [{ name: 'My key', usedAt: new Date(world.clock.now).toISOString() }] },
    ...{ passkeyOrigin: ORIGIN, recoveryCodes: 10 },
  })
})

it('a synced passkey, whose counter is always 0, can log in repeatedly', async () => {
  const user = await holder(softAuthenticator({ counts: false }))
  expect([(await logIn(user)).statusCode, (await logIn(user)).statusCode]).toEqual([200, 200])
})

it('a passkey whose counter does not increase is rejected as a clone', async () => {
  const user = await holder()
  expect((await logIn(user, { counter: 7 })).statusCode).toBe(200)
  for (const counter of [7, 6, 0])
    expect(codeOf(await logIn(user, { counter }))).toBe('403 second_factor_wrong')
  expect((await world.actions(user.id)).slice(-1)).toEqual(['second-factor.refused'])
  expect((await logIn(user, { counter: 8 })).statusCode).toBe(200)
})

it.each([
  ['another origin', { origin: 'https://fretwork.example.evil.example', rpId: 'fretwork.example' }],
  ['a subdomain', { origin: 'https://www.fretwork.example', rpId: 'fretwork.example' }],
  ['http', { origin: 'http://fretwork.example' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
])('a passkey assertion for %s is rejected', async (_what, more) => {
  expect(codeOf(await logIn(await holder(), more))).toBe('403 second_factor_wrong')
})

it('another user’s passkey is rejected under either credential ID', async () => {
  const [user, other] = [await holder(), await holder()]
  expect(codeOf(await logIn(user, {}, other.key))).toBe('403 second_factor_wrong')
  const { challenge, passkey } = await world.firstStep(user.email)
  const signed = other.key.get({ challenge: String(passkey?.challenge), origin: ORIGIN })
  expect(await world.code('', { challenge, passkey: signed })).toBe('403 second_factor_wrong')
})

it('a passkey assertion for an outdated challenge is rejected', async () => {
  const user = await holder(softAuthenticator({ counts: false }))
  const { challenge, passkey } = await world.firstStep(user.email)
  const signed = user.key.get({ challenge: String(passkey?.challenge), origin: ORIGIN })
  expect((await world.post('', { challenge, passkey: signed })).statusCode).toBe(200)
  expect(await world.code('', { challenge, passkey: signed })).toBe('400 challenge_invalid')
  const next = await world.firstStep(user.email)
  const again = await world.post('', { challenge: next.challenge, passkey: signed })
  expect(codeOf(again)).toBe('403 second_factor_wrong')
})

const begin = async (jwt: string) =>
  (await world.post('/passkeys/options', { currentPassword: PASSWORD }, { jwt })).json()
const add = (jwt: string, body: object) => world.post('/passkeys', { name: 'x', ...body }, { jwt })

it('a passkey response must match its challenge and origin, and each challenge works only once', async () => {
  const { jwt } = await world.person()
  const key = softAuthenticator()
  const { challenge, options } = await begin(jwt)
  expect(options.rp).toEqual({ name: 'Fretwork', id: 'fretwork.example' })
  const asked = { challenge: options.challenge, origin: ORIGIN }
  const faults = [{ origin: 'https://evil.example' }, { challenge: 'AAAA' }, { rpId: 'evil.example' }]
  for (const wrong of faults) {
    const created = key.create({ ...asked, ...wrong })
    expect(codeOf(await add(jwt, { challenge, ...created }))).toBe('400 passkey_refused')
  }
  const created = key.create(asked)
  const [one, two] = await Promise.all([1, 2].map(() => add(jwt, { challenge, ...created })))
  expect([one, two].map(each => each?.statusCode).sort()).toEqual([200, 400])
})

it('passkey registration requires a challenge requested for registration by the same session', async () => {
  const [mine, theirs] = [await world.person(), await world.person()]
  const { challenge, options } = await begin(theirs.jwt)
  const created = softAuthenticator().create({ challenge: options.challenge, origin: ORIGIN })
  expect(codeOf(await add(mine.jwt, { challenge, ...created }))).toBe('400 challenge_invalid')
  const body = { challenge, code: '123456' }
  expect(await world.code('/totp/confirm', body, { jwt: theirs.jwt })).toBe('400 challenge_invalid')
})

it('a registered passkey can’t be registered again, even by another account', async () => {
  const { key } = await holder()
  const { jwt } = await world.person()
  expect(codeOf((await world.addPasskey(jwt, key)).added)).toBe('409 second_factor_present')
})

it('an account is limited to twenty passkeys', async () => {
  const user = await holder()
  await world.db.inFretwork(async ({ sql }) => {
    const [first] = await sql.select().from(passkeys).where(eq(passkeys.userId, user.id))
    const others = Array.from({ length: 19 }, (_, at) => ({
      id: crypto.randomUUID(),
      credentialId: `${at}`,
    }))
    await sql
      .insert(passkeys)
      .values(others.map(other => ({ ...(first as NonNullable<typeof first>), ...other })))
  })
  expect(await world.code('/passkeys/options', {}, { jwt: user.jwt })).toBe('409 passkeys_full')
})

it('users can remove only their own passkeys, and removing the last deletes the recovery codes', async () => {
  const [user, other] = [await holder(), await holder()]
  expect((await world.addPasskey(user.jwt, softAuthenticator(), {})).added.json()).toEqual({})
  const items = () => world.state(user.jwt)
  const [one, two] = (await items()).passkeys
  const remove = (id: string, jwt = user.jwt) =>
    world.send(`${FACTOR}/passkeys/${id}`, { method: 'DELETE', jwt })
  expect(codeOf(await remove(one.id, other.jwt))).toBe('404 not_found')
  expect((await remove(one.id)).statusCode).toBe(204)
  expect(await items()).toMatchObject({ recoveryCodes: 10 })
  expect((await remove(two.id)).statusCode).toBe(204)
  expect(await items()).toMatchObject({ passkeys: [], recoveryCodes: 0 })
  expect((await world.logIn(user.email)).jwt).toBeTruthy()
  const left = await world.db.inFretwork(scope =>
    scope.sql.select().from(passkeys).where(eq(passkeys.userId, user.id)),
  )
  expect(left).toEqual([])
  expect(codeOf(await world.send(`${AUTH}/user`, { jwt: user.jwt }))).toBe('200 undefined')
})

it.each([
  ['https://studio.example:8443', 'https://studio.example:8443', 'studio.example'],
  // WebAuthn does not support IP addresses.
  ['http://127.0.0.1:4680', 'http://localhost:4680', 'localhost'],
  ['http://[::1]:4680', 'http://localhost:4680', 'localhost'],
])('the passkey origin of %s is %s', (address, origin, id) => {
  expect(relyingParty('Fretwork', address)).toEqual({ name: 'Fretwork', origin, id })
})
