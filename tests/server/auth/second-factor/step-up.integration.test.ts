import { expect, it } from 'vitest'
import { CALLS } from '../../../../src/core/contract/endpoints.js'
import { callsTo, named } from '../../contract/calls.js'
import { softAuthenticator } from '../../support/authenticator.js'
import { AUTH, codeOf, PASSWORD } from '../../support/test-app.js'
import { FACTOR, factorWorld, ORIGIN } from './factor-world.js'

const TEN_MINUTES = 10 * 60_000
const ADMIN = '/presence/api/v1/admin'
const world = await factorWorld({ FRETWORK_LOGINS_PER_MINUTE: '1000,1000' })
const strict = await factorWorld({ FRETWORK_ADMIN_SECOND_FACTOR: 'required' })
const barred = await strict.person({ roles: ['Admin'] })
const call = callsTo(world)
const DANGEROUS = CALLS.filter(({ dangerous }) => dangerous)

it('the list of calls that require step-up is complete', () => {
  expect(DANGEROUS.map(({ name }) => name).sort()).toEqual([
    'admin.delete',
    'admin.export',
    'admin.roles',
    'own.delete',
    'own.email',
    'own.export',
    'own.password',
    'second-factor.begin-passkey',
    'second-factor.begin-totp',
    'second-factor.remove-passkey',
    'second-factor.remove-totp',
    'second-factor.renew-codes',
  ])
})

it('a sensitive change requires the second factor again after ten minutes', async () => {
  const { jwt, secret } = await world.guarded({ roles: ['Admin'] })
  world.clock.now += TEN_MINUTES
  const isAsked = async (by: string) => {
    const asked: boolean[] = []
    for (const endpoint of DANGEROUS) {
      const answer = await call(endpoint, {}, { jwt: by })
      asked.push(answer.statusCode === 403 && codeOf(answer) === '403 second_factor_needed')
    }
    return asked
  }
  expect(await isAsked(jwt)).toEqual(DANGEROUS.map(() => true))
  const { challenge } = await world.challengeFor(jwt)
  const body = { challenge, code: world.codeNow(secret) }
  expect((await world.post('/confirm', body, { jwt })).statusCode).toBe(204)
  const plain = await world.person({ roles: ['Admin'] })
  for (const by of [jwt, plain.jwt]) expect(await isAsked(by)).toEqual(DANGEROUS.map(() => false))
})

it('a passkey or recovery code also confirms changes, but only in its own session', async () => {
  const user = await world.guarded()
  const key = softAuthenticator()
  await world.addPasskey(user.jwt, key, {})
  const first = await world.firstStep(user.email)
  const other = (
    await world.post('', { challenge: first.challenge, code: world.codeNow(user.secret) })
  ).json()
  world.clock.now += TEN_MINUTES
  const exportWith = async (jwt: string) => {
    const answer = await world.send(`${AUTH}/account/export`, { jwt })
    return answer.statusCode === 200 ? 'done' : codeOf(answer)
  }
  const { challenge, passkey, methods } = await world.challengeFor(user.jwt)
  expect(methods).toEqual(['totp', 'passkey', 'recovery'])
  const signed = key.get({ challenge: String(passkey?.challenge), origin: ORIGIN })
  // The challenge belongs to the session that requested it.
  const stolen = await world.post('/confirm', { challenge, passkey: signed }, { jwt: other.jwt })
  expect(codeOf(stolen)).toBe('400 challenge_invalid')
  expect(await world.code('', { challenge, passkey: signed })).toBe('400 challenge_invalid')
  const confirmed = await world.post('/confirm', { challenge, passkey: signed }, { jwt: user.jwt })
  expect([confirmed.statusCode, await exportWith(user.jwt)]).toEqual([204, 'done'])
  expect(await exportWith(other.jwt)).toBe('403 second_factor_needed')
  const next = await world.challengeFor(other.jwt)
  const recoveryCode = user.codes[3]
  const body = { challenge: next.challenge, recoveryCode }
  expect((await world.post('/confirm', body, { jwt: other.jwt })).statusCode).toBe(204)
  expect(await exportWith(other.jwt)).toBe('done')
})

it('refreshing a token does not extend the step-up confirmation', async () => {
  const { refreshToken } = await world.guarded()
  world.clock.now += TEN_MINUTES
  const { jwt } = (await world.send(`${AUTH}/refresh`, { body: { refreshToken } })).json()
  expect(codeOf(await world.send(`${AUTH}/account/export`, { jwt }))).toBe('403 second_factor_needed')
})

it('step-up attempts are limited to twenty per hour', async () => {
  const { jwt, secret } = await world.guarded()
  const codes: string[] = []
  for (let round = 0; round < 5; round += 1) {
    const { challenge } = await world.challengeFor(jwt)
    for (let guess = 0; guess < 5; guess += 1) {
      const body = { challenge, code: world.codeNow(secret, 9) }
      codes.push(await world.code('/confirm', body, { jwt }))
    }
  }
  // The setup counts as one attempt.
  expect(codes.filter(code => code === '403 second_factor_wrong')).toHaveLength(19)
})

it('authenticator setup requires the password if the account has no second factor', async () => {
  const { jwt } = await world.person()
  for (const path of ['/totp', '/passkeys/options']) {
    expect(await world.code(path, {}, { jwt })).toBe('403 password_wrong')
    expect(await world.code(path, { currentPassword: 'wrong' }, { jwt })).toBe('403 password_wrong')
  }
})

it('authenticator setup without a password requires a login within the last ten minutes', async () => {
  const user = await world.person()
  await world.db.inFretwork(scope =>
    scope.sql.execute(`UPDATE users SET password_hash = NULL WHERE id = '${user.id}'`),
  )
  expect((await world.state(user.jwt)).hasPassword).toBe(false)
  world.clock.now += TEN_MINUTES + 1
  expect(await world.code('/totp', {}, { jwt: user.jwt })).toBe('403 login_needed')
  world.clock.now -= TEN_MINUTES
  expect((await world.addTotp(user.jwt, {})).codes).toHaveLength(10)
})

it('authenticator setup accepts only the app’s current code, only once, and sends an email', async () => {
  const user = await world.person()
  await world.box.collect()
  const begun = await world.post('/totp', { currentPassword: PASSWORD }, { jwt: user.jwt })
  const { challenge, secret, uri } = begun.json()
  expect(new URL(uri).searchParams.get('secret')).toBe(secret)
  expect(await world.code('/totp/confirm', { challenge, code: '000000' }, { jwt: user.jwt })).toBe(
    '403 second_factor_wrong',
  )
  await world.addTotp(user.jwt)
  expect(await world.code('/totp', {}, { jwt: user.jwt })).toBe('409 second_factor_present')
  const [mail] = await world.box.collect()
  expect(mail).toMatchObject({ to: user.email, template: 'second-factor-added' })
  expect(await world.actions(user.id)).toContain('second-factor.added')
})

it('parallel setups in two tabs add one authenticator app', async () => {
  const { jwt } = await world.person()
  const outcomes = await Promise.allSettled([world.addTotp(jwt), world.addTotp(jwt)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('removing the authenticator app reverts the setup and sends an email', async () => {
  const user = await world.guarded()
  expect((await world.send(`${FACTOR}/totp`, { method: 'DELETE', jwt: user.jwt })).statusCode).toBe(204)
  expect(codeOf(await world.send(`${FACTOR}/totp`, { method: 'DELETE', jwt: user.jwt }))).toBe(
    '404 not_found',
  )
  expect((await world.box.collect()).map(mail => mail.template)).toEqual(['second-factor-removed'])
  expect(await world.state(user.jwt)).toMatchObject({ totp: false, recoveryCodes: 0 })
  expect((await world.logIn(user.email)).jwt).toBeTruthy()
  expect(codeOf(await world.send(`${FACTOR}/challenge`, { method: 'POST', jwt: user.jwt }))).toBe(
    '404 not_found',
  )
})

it('new recovery codes replace the old ones', async () => {
  const user = await world.guarded()
  const { recoveryCodes } = (await world.send(`${FACTOR}/codes`, { method: 'POST', jwt: user.jwt })).json()
  const use = async (recoveryCode: string | undefined) => {
    const { challenge } = await world.firstStep(user.email)
    return world.code('', { challenge, recoveryCode })
  }
  expect(await use(user.codes[0])).toBe('403 second_factor_wrong')
  expect(await use(recoveryCodes[0])).toBe('200 undefined')
  expect(await world.actions(user.id)).toContain('codes.renewed')
})

const search = (jwt: string) =>
  strict.send(`${ADMIN}/users/`, { jwt, body: { query: '', page: 1, pageSize: 1 } })

it('admins without a second factor can’t use admin features but can set one up', async () => {
  const admin = await strict.person({ roles: ['Admin'] })
  expect(codeOf(await search(admin.jwt))).toBe('403 second_factor_missing')
  expect((await strict.actions(admin.id)).slice(-1)).toEqual(['admin.refused'])
  expect((await strict.send(FACTOR, { jwt: admin.jwt })).json().required).toBe(true)
  await strict.addTotp(admin.jwt)
  expect((await search(admin.jwt)).statusCode).toBe(200)
  await strict.send(`${FACTOR}/totp`, { method: 'DELETE', jwt: admin.jwt })
  expect(codeOf(await search(admin.jwt))).toBe('403 second_factor_missing')
})

it.each(named(CALLS.filter(({ path }) => path.startsWith(ADMIN))))(
  '%s reports the missing second factor',
  async (_name, endpoint) => {
    const answer = await callsTo(strict)(endpoint, {}, { jwt: barred.jwt })
    expect(codeOf(answer)).toBe('403 second_factor_missing')
  },
)

it('admins without a second factor see other users as regular users do', async () => {
  const [admin, other] = [await strict.person({ roles: ['Admin'] }), await strict.person()]
  const see = () => strict.send(`/presence/api/v1/user/${other.id}`, { jwt: admin.jwt })
  expect(codeOf(await see())).toBe('404 not_found')
  await strict.addTotp(admin.jwt)
  expect((await see()).json().email).toBe(other.email)
})

it('users who are not admins need no second factor', async () => {
  const { jwt } = await strict.person()
  expect((await strict.send(FACTOR, { jwt })).json().required).toBe(false)
  expect(codeOf(await search(jwt))).toBe('403 forbidden')
})
