import { beforeEach, describe, expect, it } from 'vitest'
import { changeUser } from '../../../server/users/accounts.js'
import { mailBox } from '../support/mail-box.js'
import { AUTH, codeOf, PASSWORD, serverForFile } from '../support/test-app.js'

let count = 0
let email: string
let userId: string
const { db, server } = await serverForFile()
const box = mailBox(db.database, server.clock)
beforeEach(async () => {
  server.clock.now += 61_000
  email = `ada${++count}@example.org`
  userId = (await server.addUser(email, { name: 'Ada' })).id
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

describe('a password', () => {
  it.each([
    ['of eight characters', 'x7#Qp!2v'],
    ['of 256 characters', Array.from({ length: 256 }, (_, at) => 'xK9#mQ2!vL'[(at * at) % 10]).join('')],
    ['of 256 emoji', '🎸🐎🎹🥁'.repeat(32) + '🎻🪕🎺🎷'.repeat(32)],
    ['with blanks at both ends', '  two blanks and more  '],
  ])('%s is accepted unchanged', async (_name, password) => {
    await reset(await forgot(), password)
    expect(await logIn(password)).toBe('in')
    expect(await logIn(password.trim() === password ? `${password.slice(0, -2)}` : password.trim())).not.toBe(
      'in',
    )
  })

  it.each([
    ['of seven characters', 'x7#Qp!2'],
    ['of four emoji, which are eight of JavaScript’s characters', '🎸🐎🎹🥁'],
    ['of 257 characters', 'x'.repeat(257)],
  ])('%s is refused', async (_name, password) => {
    expect(codeOf(await register(password))).toBe('400 invalid_input')
  })

  it('that is common is refused with the reason, on register, reset and change', async () => {
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
})

describe('a reset', () => {
  it('sets the password, ends every session, and notifies the owner', async () => {
    const [one, two] = [await server.logIn(email), await server.logIn(email)]
    await box.collect()
    expect((await reset(await forgot(), 'a new day dawns')).statusCode).toBe(200)
    for (const { jwt, refreshToken } of [one, two]) {
      expect(await status(jwt)).toBe(401)
      expect((await server.send(`${AUTH}/refresh`, { body: { refreshToken } })).statusCode).toBe(401)
    }
    expect([await logIn(PASSWORD), await logIn('a new day dawns')]).toEqual(['invalid_credentials', 'in'])
    expect((await box.collect()).map(({ to, template }) => [to, template])).toContainEqual([
      email,
      'password-changed',
    ])
  })

  it('is not used up by a password that is refused', async () => {
    const token = await forgot()
    expect((await reset(token, 'password1')).json().code).toBe('password_weak')
    expect((await reset(token, 'a new day dawns')).statusCode).toBe(200)
  })

  it('expires after an hour', async () => {
    const token = await forgot()
    server.clock.now += 3_600_000
    expect((await reset(token, 'a new day dawns')).json().code).toBe('link_invalid')
  })

  it('link does not verify, nor the other way round', async () => {
    const token = await forgot()
    const verified = await server.send(`${AUTH}/verify/${token}`, { method: 'POST' })
    expect(verified.json().code).toBe('link_invalid')
    expect((await reset(token, 'a new day dawns')).statusCode).toBe(200)
  })

  it('proves the address of who never verified it', async () => {
    email = `fresh${++count}@example.org`
    await server.addUser(email, { emailVerifiedAt: null })
    await reset(await forgot(), 'a new day dawns')
    expect(await logIn('a new day dawns')).toBe('in')
  })

  it('opens nothing to who was suspended meanwhile, and is not sent to who is', async () => {
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

describe('a change of password', () => {
  it('asks for the current one', async () => {
    const { jwt } = await server.logIn(email)
    expect(codeOf(await change(jwt, 'not this one', 'a new day dawns'))).toBe('403 password_wrong')
    expect(await logIn(PASSWORD)).toBe('in')
    await box.collect()
  })

  it('to the current password is refused, and nothing changes', async () => {
    const [{ jwt }, other] = [await server.logIn(email), await server.logIn(email)]
    const answer = await change(jwt, PASSWORD, PASSWORD)
    expect(codeOf(answer)).toBe('400 password_same')
    expect(answer.json().errors).toEqual([{ path: 'body.password', message: 'same' }])
    expect([await status(other.jwt), await box.collect()]).toEqual([200, []])
    expect((await change(jwt, 'wrong one', 'wrong one')).json().code).toBe('password_wrong')
  })

  it('ends the other sessions, keeps this one, and notifies the owner', async () => {
    const [mine, other] = [await server.logIn(email), await server.logIn(email)]
    await box.collect()
    expect((await change(mine.jwt, PASSWORD, 'a new day dawns')).statusCode).toBe(204)
    expect([await status(mine.jwt), await status(other.jwt)]).toEqual([200, 401])
    expect((await box.collect()).map(({ to, template }) => [to, template])).toEqual([
      [email, 'password-changed'],
    ])
    expect(await logIn('a new day dawns')).toBe('in')
  })

  it('voids the links that were sent before', async () => {
    const token = await forgot()
    const { jwt } = await server.logIn(email)
    await change(jwt, PASSWORD, 'a new day dawns')
    expect((await reset(token, 'yet another day')).json().code).toBe('link_invalid')
  })

  it('is tried no more than ten times in a minute', async () => {
    const { jwt } = await server.logIn(email)
    for (let time = 0; time < 10; time++) await change(jwt, `wrong ${time}`, 'a new day dawns')
    expect((await change(jwt, PASSWORD, 'a new day dawns')).json().code).toBe('rate_limited')
  })

  it('of two at the same time happens once', async () => {
    const { jwt } = await server.logIn(email)
    const answers = await Promise.all([
      change(jwt, PASSWORD, 'a new day dawns'),
      change(jwt, PASSWORD, 'another day dawns'),
    ])
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([204, 403])
  })
})
