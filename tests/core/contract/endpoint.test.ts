import { expect, it } from 'vitest'
import { login, loginBody, logout } from '../../../src/core/contract/auth.js'
import { endpointErrors, newPassword, pathOf, personName, text } from '../../../src/core/contract/endpoint.js'
import { ENDPOINTS, endpointNamed } from '../../../src/core/contract/endpoints.js'
import { ERRORS } from '../../../src/core/contract/errors.js'
import { registerBody, verify } from '../../../src/core/contract/sign-up.js'
import { tenantKey } from '../../../src/core/contract/tenant.js'

it('path parameters are inserted and URL-encoded', () => {
  expect(pathOf(verify, { token: 'a/b' })).toBe('/presence/api/v1/auth/verify/a%2Fb')
  expect(pathOf(login)).toBe('/presence/api/v1/auth/login')
})

it('rejects an empty path parameter, which would match a different route', () => {
  expect(() => pathOf(verify, { token: '' })).toThrow(TypeError)
  expect(() => pathOf(verify)).toThrow('auth.verify needs the path parameter "token"')
})

it('an endpoint’s error list includes the errors implied by its definition', () => {
  expect(endpointErrors(logout)).toEqual([
    'tenant_missing',
    'tenant_unknown',
    'unauthenticated',
    'token_expired',
    'session_ended',
    'internal_error',
    'service_unavailable',
  ])
  expect(endpointErrors(login)).toContain('media_type_refused')
  expect(endpointErrors(verify)).toContain('body_too_large')
})

it('endpoint names and routes are unique', () => {
  const names = ENDPOINTS.map(endpoint => endpoint.name)
  const addresses = ENDPOINTS.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const name of names) expect(endpointNamed(name)?.name).toBe(name)
})

it('every endpoint has a schema for each of its path parameters', () => {
  for (const endpoint of ENDPOINTS) {
    const braces = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(match => match[1])
    const schema = endpoint.params
    const keys = schema && 'shape' in schema ? Object.keys(schema.shape as object) : []
    expect([endpoint.name, ...keys]).toEqual([endpoint.name, ...braces])
  }
})

it('every error code has a status of at least 400 and a message', () => {
  for (const { status, detail } of Object.values(ERRORS)) {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(detail).toMatch(/\.$/)
  }
})

it('request text fields reject NUL and lone surrogates, which the database cannot store', () => {
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
])('rejects %j as a personal name', name => expect(personName.safeParse(name).success).toBe(false))

it.each(['A', 'Ünal O’Neil', '🎸', '李', '👩\u200d🎤 Eve', 'שרה', 'Ann <b>&'])(
  'accepts %s as a personal name',
  name => expect(personName.safeParse(name).success).toBe(true),
)

it('new passwords have 8 to 256 characters and keep surrounding spaces', () => {
  expect(newPassword.parse('  eight  ')).toBe('  eight  ')
  expect(newPassword.safeParse('seven77').success).toBe(false)
  // Eight UTF-16 code units.
  expect(newPassword.safeParse('🎸🐎🎹🥁').success).toBe(false)
  expect(newPassword.safeParse('x'.repeat(257)).success).toBe(false)
})

it('login accepts a password that is too short to be set as a new one', () => {
  expect(loginBody.safeParse({ email: 'a@b.example', password: 'x' }).success).toBe(true)
})

it('registration requires accepting the terms', () => {
  const body = { email: 'a@b.example', password: 'long enough', name: 'A' }
  expect(registerBody.safeParse({ ...body, acceptTerms: false }).success).toBe(false)
  expect(registerBody.safeParse({ ...body, acceptTerms: true }).success).toBe(true)
  expect(registerBody.safeParse({ ...body, name: ' ', acceptTerms: true }).success).toBe(false)
})

it.each(['', 'Fretwork', 'a b', 'x'.repeat(33)])('rejects %j as a tenant key', key => {
  expect(tenantKey.safeParse(key).success).toBe(false)
})
