import { expect, it } from 'vitest'
import { ruleFor } from '../../../src/app/offline/shell-store.js'

const HERE = 'https://fretwork.test'
const FILES = new Set(['/index.html', '/assets/main-1a2b.js', '/icon.svg'])
const rule = (path: string, { method = 'GET', mode = 'cors' as RequestMode, origin = HERE } = {}) =>
  ruleFor({ method, mode, url: `${origin}${path}` }, HERE, FILES)

it.each(['/', '/fretboard', '/account/profile', '/account', '/people/7', '/no/such/page', '/developers'])(
  'the service worker handles the screen at %s',
  path => expect(rule(path, { mode: 'navigate' })).toBe('screen'),
)

it.each([
  '/presence/api/v1/auth/user',
  '/account/api/v1/account/account',
  '/external/abc/index.js',
  '/cms',
  '/cms/',
  '/cms/chords',
  '/dev/mail',
  '/dev/checkout/7',
  '/docs/api',
  '/health',
  '/ready',
  '/metrics',
  '/openapi.json',
  '/sw.js',
])('the service worker leaves %s to the server in every request mode', path => {
  expect([rule(path), rule(path, { mode: 'navigate' })]).toEqual(['server', 'server'])
})

it('the service worker serves only its own build’s files', () => {
  expect(rule('/assets/main-1a2b.js')).toBe('shell')
  expect(rule('/icon.svg?again', { mode: 'no-cors' })).toBe('shell')
  expect([rule('/assets/main-9z9z.js'), rule('/songs/greensleeves.mid')]).toEqual(['server', 'server'])
})

it('the service worker serves the tenant card and ignores other sites and methods', () => {
  expect(rule('/tenant.json')).toBe('tenant')
  expect(rule('/tenant.json', { origin: 'https://other.test' })).toBe('server')
  expect(rule('/assets/main-1a2b.js', { origin: 'https://js.stripe.com' })).toBe('server')
  expect(rule('/fretboard', { method: 'POST', mode: 'navigate' })).toBe('server')
})
