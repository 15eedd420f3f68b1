import { expect, it } from 'vitest'
import { rejectWeakPassword } from '../../../../server/auth/passwords.js'
import { LEAST_SCORE, loadPasswordMeter } from '../../../../src/core/react/credentials/new-password.js'
import { isPasswordLength } from '../../../../src/core/react/credentials/password-fields.js'

const owner = {
  email: 'ada.lovelace@engines.example',
  name: 'Ada Lovelace',
  tenant: { key: 'studio', name: 'Blue Studio', hosts: [] },
}
const words = [owner.name, owner.email, owner.tenant.name, owner.tenant.key]

it.each([
  'password1',
  'qwertyuiop',
  '12345678',
  'aaaaaaaaaaaa',
  'Fretwork1',
  'lovelace',
  'adalovelace',
  'blue studio',
  'engines1',
  'six strings and a capo',
  'kQ7$vn2!xR',
  'correct horse battery staple',
  '🎸🎸🎸🎸🎸🎸🎸🎸',
  `${'a'.repeat(100)}kQ7$vn2!xR`,
  `kQ7$vn2!xR${'a'.repeat(100)}`,
])('client and server give the password "%s" the same rating', async password => {
  const meter = await loadPasswordMeter()
  const taken = await rejectWeakPassword(password, owner).then(
    () => true,
    () => false,
  )
  expect(meter(password, words) >= LEAST_SCORE).toBe(taken)
})

it('a password that contains the user’s own data is rated weaker', async () => {
  const meter = await loadPasswordMeter()
  expect(meter('lovelace engines', words)).toBeLessThan(meter('lovelace engines', []))
})

it.each([
  ['1234567', false],
  ['12345678', true],
  ['🎸'.repeat(7), false],
  ['🎸'.repeat(8), true],
  ['🎸'.repeat(256), true],
  ['a'.repeat(257), false],
])('the length of the password "%s" is valid: %s', (password, right) => {
  expect(isPasswordLength(password)).toBe(right)
})
