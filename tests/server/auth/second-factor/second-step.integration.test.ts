import { expect, it } from 'vitest'
import { totpSecrets } from '../../../../server/database/schema.js'
import { AUTH, codeOf, PASSWORD } from '../../support/test-app.js'
import { FACTOR, factorWorld, STEP_MS } from './factor-world.js'

const world = await factorWorld({ FRETWORK_LOGINS_PER_MINUTE: '1000,1000' })
const finish = (body: object, more = {}) => world.post('', body, more)
const outcome = (body: object, more = {}) => world.code('', body, more)
/** Creates a user with an authenticator app who has entered the password. */
async function begun() {
  const user = await world.guarded()
  return { ...user, challenge: (await world.firstStep(user.email)).challenge }
}
const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

it('logging in with a second factor returns a token only after the code', async () => {
  const { email, id, secret } = await world.guarded()
  const first = await world.send(`${AUTH}/login`, { body: { email, password: PASSWORD } })
  expect(codeOf(first)).toBe('401 second_factor_required')
  const wrong = await world.send(`${AUTH}/login`, { body: { email, password: `${PASSWORD}?` } })
  expect([codeOf(wrong), wrong.json().secondFactor]).toEqual(['401 invalid_credentials', undefined])
  expect(first.headers['set-cookie']).toBeUndefined()
  const { challenge, methods } = first.json().secondFactor
  expect(methods).toEqual(['totp', 'recovery'])
  const second = await finish({ challenge, code: world.codeNow(secret) })
  expect(Object.keys(second.json()).sort()).toEqual(['jwt', 'refreshToken'])
  expect(second.headers['set-cookie']).toContain('fretworkDevice=')
  expect((await world.send(`${AUTH}/user`, { jwt: second.json().jwt })).json().id).toBe(id)
  expect((await world.actions(id)).slice(-1)).toEqual(['session.begun'])
})

it('a wrong second-factor code is rejected and recorded in the audit log', async () => {
  const { id, secret, challenge } = await begun()
  const wrong = world.codeNow(secret) === '000000' ? '000001' : '000000'
  expect(await outcome({ challenge, code: wrong })).toBe('403 second_factor_wrong')
  expect((await world.actions(id)).slice(-1)).toEqual(['second-factor.refused'])
  expect(await outcome({ challenge, code: world.codeNow(secret) })).toBe('200 undefined')
})

it('a used or older second-factor code is rejected for every challenge', async () => {
  const { email, secret } = await world.guarded()
  const [one, two, three] = [
    await world.firstStep(email),
    await world.firstStep(email),
    await world.firstStep(email),
  ]
  const code = world.codeNow(secret)
  // The code that set up the app counts as used.
  const first = world.codeNow(secret, -1)
  expect(await outcome({ challenge: one.challenge, code: first })).toBe('403 second_factor_wrong')
  expect((await finish({ challenge: one.challenge, code })).statusCode).toBe(200)
  expect(await outcome({ challenge: two.challenge, code })).toBe('403 second_factor_wrong')
  const earlier = world.codeNow(secret, -1)
  expect(await outcome({ challenge: two.challenge, code: earlier })).toBe('403 second_factor_wrong')
  world.clock.now += STEP_MS
  const next = { challenge: three.challenge, code: world.codeNow(secret) }
  expect((await finish(next)).statusCode).toBe(200)
})

it('only one of ten parallel logins with the same code succeeds', async () => {
  const { email, secret } = await world.guarded()
  const challenges = await times(10, () => world.firstStep(email))
  const code = world.codeNow(secret)
  const answers = await Promise.all(challenges.map(({ challenge }) => finish({ challenge, code })))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(403)])
})

it('a second-factor challenge works only once, even for ten parallel requests', async () => {
  const { codes, challenge } = await begun()
  const answers = await Promise.all(
    codes.slice(0, 5).map(recoveryCode => finish({ challenge, recoveryCode })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  // The codes of the rejected requests are still unused.
  const state = await world.send(FACTOR, { jwt: answers.find(each => each.statusCode === 200)?.json().jwt })
  expect(state.json().recoveryCodes).toBe(9)
})

it('a second-factor challenge allows five attempts', async () => {
  const { secret, challenge } = await begun()
  const wrong = world.codeNow(secret, 5)
  const answers = await times(8, () => finish({ challenge, code: wrong }))
  expect(answers.filter(each => each.json().code === 'second_factor_wrong')).toHaveLength(5)
  expect(await outcome({ challenge, code: world.codeNow(secret) })).toBe('400 challenge_invalid')
})

it('a second-factor challenge expires after five minutes', async () => {
  const { secret, challenge } = await begun()
  world.clock.now += 5 * 60_000
  expect(await outcome({ challenge, code: world.codeNow(secret) })).toBe('400 challenge_invalid')
})

it('a challenge is rejected in another tenant, account or session, and as a bearer token', async () => {
  const [{ email, secret }, other] = [await world.guarded(), await world.guarded()]
  const { challenge } = await world.firstStep(email)
  const code = world.codeNow(secret)
  expect(await outcome({ challenge, code }, { tenant: 'other' })).toBe('400 challenge_invalid')
  const theirs = world.codeNow(other.secret)
  expect(await outcome({ challenge, code: theirs })).toBe('403 second_factor_wrong')
  expect(codeOf(await world.send(`${AUTH}/user`, { jwt: challenge }))).toBe('401 unauthenticated')
  const confirmed = await world.post('/confirm', { challenge, code }, { jwt: other.jwt })
  expect(codeOf(confirmed)).toBe('400 challenge_invalid')
  expect((await finish({ challenge, code })).statusCode).toBe(200)
})

it('a new password or a suspension invalidates the second-factor challenge', async () => {
  const { email, secret } = await world.guarded()
  const before = await world.firstStep(email)
  await world.send(`${AUTH}/password/forgot`, { body: { email } })
  const password = 'a new day dawns'
  await world.send(`${AUTH}/password/reset/${await world.box.token('reset')}`, { body: { password } })
  const code = world.codeNow(secret)
  expect(await outcome({ challenge: before.challenge, code })).toBe('400 challenge_invalid')
  const after = await world.firstStep(email, password)
  await world.db.inFretwork(scope =>
    scope.sql.execute(`UPDATE users SET suspended_at = now() WHERE email = '${email}'`),
  )
  expect(await outcome({ challenge: after.challenge, code })).toBe('400 challenge_invalid')
})

it('an account is limited to twenty code attempts per hour across all networks', async () => {
  const { email, secret } = await world.guarded()
  const wrong = world.codeNow(secret, 9)
  const codes: string[] = []
  for (let network = 0; network < 5; network += 1) {
    const { challenge } = await world.firstStep(email)
    const address = `203.0.${network}.1`
    codes.push(...(await times(5, () => finish({ challenge, code: wrong }, { address }))).map(codeOf))
  }
  expect(codes.filter(code => code === '403 second_factor_wrong')).toHaveLength(20)
  expect(codes.filter(code => code === '429 rate_limited')).toHaveLength(5)
})

it('guessing codes does not lock out a known device', async () => {
  const { email, secret } = await world.guarded()
  const mine = await world.firstStep(email)
  const begun = await finish({ challenge: mine.challenge, code: world.codeNow(secret) })
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
  const wrong = world.codeNow(secret, 9)
  for (let round = 0; round < 5; round += 1) {
    const { challenge } = await world.firstStep(email)
    await times(5, () => finish({ challenge, code: wrong }))
  }
  world.clock.now += STEP_MS
  const { challenge } = await world.firstStep(email)
  const code = world.codeNow(secret)
  expect(await outcome({ challenge, code })).toBe('429 rate_limited')
  expect((await finish({ challenge, code }, { headers: { cookie } })).statusCode).toBe(200)
})

it('a recovery code works in any notation but only once, even in twenty parallel logins', async () => {
  const { email, id, codes } = await world.guarded()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
  const challenges = await times(20, () => world.firstStep(email))
  const recoveryCode = (codes[0] ?? '').toUpperCase().replaceAll('-', ' ')
  const answers = await Promise.all(challenges.map(({ challenge }) => finish({ challenge, recoveryCode })))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect((await world.actions(id)).filter(action => action === 'recovery-code.used')).toHaveLength(1)
  const emails = (await world.box.collect()).filter(mail => mail.to === email)
  expect(emails.map(({ template, values }) => [template, values.left])).toContainEqual([
    'recovery-code-used',
    '9',
  ])
})

it('running low on recovery codes sends an email', async () => {
  const { email, codes } = await world.guarded()
  for (const recoveryCode of codes.slice(0, 8)) {
    const { challenge } = await world.firstStep(email)
    expect((await finish({ challenge, recoveryCode })).statusCode).toBe(200)
  }
  const templates = (await world.box.collect()).filter(mail => mail.to === email).map(mail => mail.template)
  // The emails are sent in parallel, so their order varies.
  expect(templates.filter(template => template.startsWith('recovery')).sort()).toEqual([
    ...Array(7).fill('recovery-code-used'),
    'recovery-codes-low',
  ])
})

it('a password reset neither logs the user in nor removes the second factor', async () => {
  const { email, secret, jwt } = await world.guarded()
  await world.send(`${AUTH}/password/forgot`, { body: { email } })
  const password = 'a new day dawns'
  const reset = await world.send(`${AUTH}/password/reset/${await world.box.token('reset')}`, {
    body: { password },
  })
  expect([reset.statusCode, reset.body]).toEqual([200, ''])
  expect(codeOf(await world.send(`${AUTH}/user`, { jwt }))).toBe('401 session_ended')
  const { challenge } = await world.firstStep(email, password)
  expect((await finish({ challenge, code: world.codeNow(secret) })).statusCode).toBe(200)
})

it('setting up the first second factor ends older sessions', async () => {
  const user = await world.person()
  const other = await world.logIn(user.email)
  await world.addTotp(user.jwt)
  expect(codeOf(await world.send(`${AUTH}/user`, { jwt: other.jwt }))).toBe('401 session_ended')
  const { refreshToken } = other
  expect((await world.send(`${AUTH}/refresh`, { body: { refreshToken } })).statusCode).toBe(401)
  const refreshed = await world.send(`${AUTH}/refresh`, { body: { refreshToken: user.refreshToken } })
  expect(refreshed.statusCode).toBe(200)
})

it('setting up a second factor invalidates an email change requested earlier', async () => {
  const user = await world.person()
  const email = `moved-${user.email}`
  await world.send(`${AUTH}/email/change`, { jwt: user.jwt, body: { email, currentPassword: PASSWORD } })
  const token = await world.box.token('email-confirm')
  await world.addTotp(user.jwt)
  const confirmed = await world.send(`${AUTH}/verify/${token}`, { method: 'POST' })
  expect(codeOf(confirmed)).toBe('400 link_invalid')
})

it('the database contains only encrypted second-factor secrets and hashed codes', async () => {
  const { secret, codes } = await world.guarded()
  const rows = await world.db.inFretwork(scope => scope.sql.select().from(totpSecrets))
  const kept = JSON.stringify(rows)
  for (const form of ['base64', 'base64url', 'hex', 'latin1'] as const)
    expect(kept).not.toContain(secret.toString(form))
  const { rows: stored } = await world.db.inFretwork(scope =>
    scope.sql.execute('SELECT * FROM recovery_codes'),
  )
  expect(JSON.stringify(stored)).not.toContain(codes[0]?.slice(0, 9))
})
