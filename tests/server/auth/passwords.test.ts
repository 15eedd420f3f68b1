import { hash } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import { Passwords, rejectWeakPassword } from '../../../server/auth/passwords.js'

const passwords = new Passwords()

const tenant = { key: 'guild', name: 'Orthoplex Guild', hosts: ['guild.example'] }
const weaknessOf = (password: string, email = 'x@mail.example') =>
  rejectWeakPassword(password, { email, name: 'Xanthippe', tenant }).then(
    () => undefined,
    ({ extra }) => extra.errors[0].message,
  )

it.each(['password1', 'iloveyou', 'Passw0rd!', '1234567890', 'qazwsxedc', 'aaaaaaaaaaaa', 'sunshine2024'])(
  'the password %s is common',
  async password => expect(await weaknessOf(password)).toBe('common'),
)

it.each<[string, string, string?]>([
  ['the product', 'fretwork1'],
  ['the product in leetspeak', 'Fr3tw0rk!'],
  ['the email address', 'zebulon.quagmire', 'zebulon.quagmire@mail.example'],
  ['the domain of the email address', 'guitarparlour', 'x@guitarparlour.example'],
  ['the name', 'Xanthippe1'],
  ['the tenant’s name', 'orthoplexguild'],
])('a password consisting of %s is rejected', async (_of, password, address) => {
  expect(await weaknessOf(password, address)).toBe('context')
})

it('a password without easily guessed words is accepted', async () =>
  expect(await weaknessOf('correct horse 🐎')).toBeUndefined())

it('the whole password is hashed, including the part past 100 characters', async () => {
  const stem = '🎸'.repeat(99)
  const stored = await passwords.hash(`${stem}a`)
  expect(await passwords.verify(`${stem}a`, stored)).toBe(true)
  for (const other of ['b', 'A']) expect(await passwords.verify(`${stem}${other}`, stored)).toBe(false)
})

it('verifying a password without an account always fails, even for the dummy hash’s password', async () => {
  expect(await passwords.verify('no account has this password', undefined)).toBe(false)
  expect(await passwords.verify('no account has this password', null)).toBe(false)
})

it('a password hash with excessive memory parameters is not verified', async () => {
  const stored = await passwords.hash('right')
  const hostile = stored.replace('m=19456', 'm=4194304')
  expect(await passwords.verify('right', hostile)).toBe(false)
  for (const broken of ['', 'x', stored.replace('argon2id', 'argon2i'), stored.slice(0, 40)])
    expect(await passwords.verify('right', broken)).toBe(false)
})

it('a password hash with outdated parameters is verified and reported as outdated', async () => {
  const old = await hash('right', { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  expect([await passwords.verify('right', old), passwords.isDated(old)]).toEqual([true, true])
  expect(passwords.isDated(await passwords.hash('right'))).toBe(false)
})

it('password checks beyond the queue limit are rejected early, and all others complete', async () => {
  const crowded = new Passwords({ memoryCost: 64, timeCost: 1, parallelism: 1 })
  const stored = await crowded.hash('right')
  const outcomes = await Promise.allSettled(
    Array.from({ length: 210 }, () => crowded.verify('right', stored)),
  )
  const refused = outcomes.filter(outcome => outcome.status === 'rejected')
  expect(refused).toHaveLength(6)
  expect(refused[0]?.reason).toMatchObject({
    code: 'rate_limited',
    extra: { headers: { 'retry-after': '1' } },
  })
  expect(await crowded.verify('right', stored)).toBe(true)
})
