import { describe, expect, it } from 'vitest'
import { loginBody } from '../../../src/core/api/auth.js'
import { newPassword, personName, text } from '../../../src/core/api/endpoint.js'
import { registerBody } from '../../../src/core/api/sign-up.js'
import { tenantKey } from '../../../src/core/api/tenant.js'

describe('fields', () => {
  it('refuses NUL and half a surrogate pair, which the database cannot keep', () => {
    expect(text(0, 10).safeParse('a\0b').success).toBe(false)
    expect(text(0, 10).safeParse('\ud83c').success).toBe(false)
    expect(text(0, 10).safeParse('🎸').success).toBe(true)
  })

  it.each([
    '',
    '   ',
    '\u200b',
    '\ufeff',
    'Ada\nAdmin',
    'Ada\tAdmin',
    '\u202enimdA',
    'Ada\u2066',
    'x'.repeat(101),
  ])('does not take %j for a name', name => expect(personName.safeParse(name).success).toBe(false))

  it.each(['A', 'Ünal O’Neil', '🎸', '李', '👩\u200d🎤 Eve', 'שרה', 'Ann <b>&'])(
    'takes %s for a name',
    name => expect(personName.safeParse(name).success).toBe(true),
  )

  it('takes new passwords of 8 to 256 characters and leaves their blanks alone', () => {
    expect(newPassword.parse('  eight  ')).toBe('  eight  ')
    expect(newPassword.safeParse('seven77').success).toBe(false)
    expect(newPassword.safeParse('x'.repeat(257)).success).toBe(false)
  })

  it('lets a login try a password shorter than a new one may be', () => {
    expect(loginBody.safeParse({ email: 'a@b.example', password: 'x' }).success).toBe(true)
  })

  it('registers no one who did not accept the terms', () => {
    const body = { email: 'a@b.example', password: 'long enough', name: 'A' }
    expect(registerBody.safeParse({ ...body, acceptTerms: false }).success).toBe(false)
    expect(registerBody.safeParse({ ...body, acceptTerms: true }).success).toBe(true)
    expect(registerBody.safeParse({ ...body, name: ' ', acceptTerms: true }).success).toBe(false)
  })

  it.each(['', 'Fretwork', 'a b', 'x'.repeat(33)])('does not take %j for a tenant key', key => {
    expect(tenantKey.safeParse(key).success).toBe(false)
  })
})
