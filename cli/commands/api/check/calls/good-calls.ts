/** What each call of the contract is sent so that it succeeds, or is refused as it should be: a table, in its order. */
import { fieldsOf, handleOf, NO_USER, takeId, takeTokens } from '../people/person.js'
import type { Call, GoodCall, Memory, Who } from './good-call.js'
import { SHARING_CALLS } from './sharing-calls.js'

/** 256 bits that were never a secret. */
const NO_TOKEN = 'A'.repeat(43)
const UNKNOWN_EMAIL = 'anonymous@check.invalid'
/** One red pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'
const PROFILE = { name: 'Check', handle: '', bio: '', instruments: [], public: true }

const own = (who: 'first' | 'second') => (memory: Memory) => ({ id: memory[who].id })
const page = { page: 1, pageSize: 10 }
const admins: readonly (readonly [name: string, call: Call])[] = [
  ['admin.users', { body: () => ({ query: '', ...page }) }],
  ['admin.user', { params: own('second') }],
  ['admin.plan', { params: own('second'), body: () => ({ level: 'Pro' }), lasting: true }],
  ['admin.roles', { params: own('second'), body: () => ({ roles: [] }), lasting: true }],
  ['admin.suspend', { params: own('second'), lasting: true }],
  ['admin.readmit', { params: own('second'), lasting: true }],
  ['admin.end-sessions', { params: own('second'), lasting: true }],
  ['admin.audit', { query: () => ({ pageSize: '5' }) }],
  ['admin.reports', {}],
  ['admin.plugins', { query: () => ({ query: 'chord' }) }],
  [
    'admin.install-plugin',
    {
      params: () => ({ plugin: 'no-such-plugin' }),
      body: () => ({ version: '1.0.0', integrity: `sha256-${'A'.repeat(43)}=` }),
      // The latter with an index.
      refused: ['not_found', 'plugin_refused'],
      lasting: true,
    },
  ],
  [
    'admin.remove-plugin',
    { params: () => ({ plugin: 'no-such-plugin' }), refused: ['not_found'], lasting: true },
  ],
  [
    'admin.close-report',
    { params: () => ({ id: NO_USER }), body: () => ({ outcome: 'kept' }), refused: ['not_found'] },
  ],
]

const by = (who: Who, name: string, call: Call = {}): GoodCall => ({ ...call, who, name })

/** A file of one byte, the letter a, which no record names: the server forgets it after a day. */
const FILE = { hash: 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb', bytes: 'YQ==' }
const write = (more: object) => ({
  device: 'Check',
  writes: [{ kind: 'Check', id: 'check', base: 0, fields: {}, ...more }],
})
const library: readonly (readonly [name: string, call: Call])[] = [
  ['library.status', {}],
  ['library.removed', {}],
  ['library.changes', { query: () => ({ after: '0' }) }],
  ['library.send-blobs', { body: () => ({ pieces: [{ ...FILE, size: 1, from: 0 }] }) }],
  ['library.fetch-blobs', { body: () => ({ hashes: [FILE.hash] }) }],
  ['library.change', { body: () => write({ key: crypto.randomUUID(), fields: { value: 1 } }) }],
  ['library.change', { body: () => write({ key: crypto.randomUUID(), base: 2_147_483_647, as: 'removed' }) }],
]

export const GOOD_CALLS: readonly GoodCall[] = [
  by('anonymous', 'tenant.card'),
  by('anonymous', 'auth.login', {
    body: ({ first: { email, password } }) => ({ email, password }),
    remember: (json, { first }) => takeTokens(json, first),
  }),
  by('anonymous', 'auth.login', {
    body: ({ first: { email, password } }) => ({ email, password: `${password}?` }),
    refused: ['invalid_credentials'],
  }),
  by('anonymous', 'auth.refresh', {
    body: ({ first: { refreshToken } }) => ({ refreshToken }),
    remember: (json, { first }) => takeTokens(json, first),
  }),
  by('anonymous', 'auth.refresh', { body: () => ({ refreshToken: NO_TOKEN }), refused: ['refresh_refused'] }),
  by('anonymous', 'auth.external', {
    refused: [
      'request_invalid',
      'invalid_request',
      'not_found',
      'invalid_token',
      'request_failed',
      'server_error',
      'stale_token',
    ],
    body: () => ({
      provider: 'google',
      code: 'check',
      codeVerifier: NO_TOKEN,
      redirectUri: 'https://check.invalid/login',
      nonce: NO_TOKEN,
    }),
  }),
  by('anonymous', 'auth.register', {
    refused: ['password_weak'],
    body: () => ({ email: UNKNOWN_EMAIL, password: 'password', name: 'Check', acceptTerms: true }),
  }),
  by('anonymous', 'auth.verify', { params: () => ({ token: NO_TOKEN }), refused: ['link_invalid'] }),
  by('anonymous', 'auth.verification', { body: () => ({ email: UNKNOWN_EMAIL }) }),
  by('anonymous', 'auth.forgot', { body: () => ({ email: UNKNOWN_EMAIL }) }),
  by('anonymous', 'auth.reset', {
    params: () => ({ token: NO_TOKEN }),
    refused: ['link_invalid'],
    body: () => ({ password: 'quiet brass lantern 72' }),
  }),
  ...library.map(([name, call]) => by('first', name, call)),
  by('first', 'auth.user', { remember: (json, { first }) => takeId(json, first) }),
  by('second', 'auth.user', { remember: (json, { second }) => takeId(json, second) }),
  ...SHARING_CALLS.map(([who, name, call]) => by(who, name, call)),
  by('anonymous', 'auth.second-factor', {
    body: () => ({ challenge: NO_TOKEN, code: '000000' }),
    refused: ['challenge_invalid'],
  }),
  by('first', 'second-factor.state'),
  by('first', 'second-factor.begin-totp', {
    lasting: true,
    body: ({ first: { password } }) => ({ currentPassword: password }),
  }),
  by('first', 'second-factor.begin-totp', {
    body: ({ first: { password } }) => ({ currentPassword: `${password}?` }),
    refused: ['password_wrong'],
  }),
  by('first', 'second-factor.add-totp', {
    body: () => ({ challenge: NO_TOKEN, code: '000000' }),
    refused: ['challenge_invalid'],
  }),
  by('first', 'second-factor.remove-totp', { refused: ['not_found'] }),
  by('first', 'second-factor.begin-passkey', {
    lasting: true,
    body: ({ first: { password } }) => ({ currentPassword: password }),
  }),
  by('first', 'second-factor.add-passkey', {
    body: () => ({
      challenge: NO_TOKEN,
      name: 'Check',
      id: NO_TOKEN,
      clientDataJSON: NO_TOKEN,
      attestationObject: NO_TOKEN,
    }),
    refused: ['challenge_invalid'],
  }),
  by('first', 'second-factor.remove-passkey', { params: () => ({ id: NO_USER }), refused: ['not_found'] }),
  by('first', 'second-factor.renew-codes', { refused: ['not_found'] }),
  by('first', 'second-factor.challenge', { refused: ['not_found'] }),
  by('first', 'second-factor.confirm', {
    body: () => ({ challenge: NO_TOKEN, code: '000000' }),
    refused: ['challenge_invalid'],
  }),
  by('first', 'session.list', { remember: takeOtherSession }),
  by('first', 'session.end', { params: ({ session = NO_USER }) => ({ id: session }), lasting: true }),
  by('first', 'session.end', { params: () => ({ id: NO_USER }), refused: ['not_found'] }),
  by('first', 'session.end-others', { lasting: true }),
  by('first', 'own.export'),
  by('first', 'own.password', {
    refused: ['password_wrong'],
    body: ({ first: { password } }) => ({
      currentPassword: `${password}?`,
      password: 'quiet brass lantern 72',
    }),
  }),
  // There and back: the same one again is refused.
  by('first', 'own.password', {
    lasting: true,
    body: ({ first: { password } }) => ({ currentPassword: password, password: `${password} again` }),
  }),
  by('first', 'own.password', {
    lasting: true,
    body: ({ first: { password } }) => ({ currentPassword: `${password} again`, password }),
  }),
  by('first', 'own.email', {
    refused: ['password_wrong'],
    body: ({ first: { password } }) => ({ currentPassword: `${password}?`, email: UNKNOWN_EMAIL }),
  }),
  by('first', 'own.email', {
    lasting: true,
    body: ({ first: { password, email } }) => ({ currentPassword: password, email: `new-${email}` }),
  }),
  by('first', 'user.profile'),
  by('second', 'user.save-profile', {
    lasting: true,
    body: ({ second }) => ({ ...PROFILE, handle: handleOf(second) }),
  }),
  by('first', 'user.save-avatar', { lasting: true, body: () => ({ picture: PICTURE }) }),
  by('first', 'user.save-avatar', {
    refused: ['picture_refused'],
    body: () => ({ picture: 'bm90IGEgcGljdHVyZQ==' }),
  }),
  by('first', 'user.avatar', { params: own('first'), lasting: true }),
  by('first', 'user.remove-avatar', { lasting: true }),
  by('first', 'user.get', { params: own('first') }),
  by('first', 'user.get', { params: () => ({ id: NO_USER }), refused: ['not_found'] }),
  by('first', 'user.search', { body: () => ({ query: 'check', ...page }) }),
  by('first', 'user.summary'),
  by('first', 'user.public', { params: own('second'), lasting: true }),
  by('first', 'user.public', { params: () => ({ id: NO_USER }), refused: ['not_found'] }),
  by('first', 'user.by-handle', { params: ({ second }) => ({ handle: handleOf(second) }), lasting: true }),
  by('first', 'user.by-handle', { params: () => ({ handle: 'nobodyhere' }), refused: ['not_found'] }),
  by('first', 'user.follow', { params: own('second'), lasting: true }),
  by('first', 'user.follow', { params: own('first'), refused: ['self_link'] }),
  by('first', 'user.links', { query: () => ({ kind: 'following', page: '1' }) }),
  by('first', 'user.unfollow', { params: own('second'), lasting: true }),
  by('first', 'user.follow-nobody', { refused: ['user_missing'] }),
  by('first', 'user.block', { params: ({ second }) => ({ id: second.id, blocked: '0' }), lasting: true }),
  by('first', 'account.account'),
  by('first', 'account.stripe-account'),
  by('first', 'account.stripe-session', { refused: ['billing_off', 'payment_unavailable'] }),
  by('first', 'account.stripe-checkout', {
    body: () => ({ product: 'no-such-product' }),
    refused: ['not_found', 'billing_off', 'payment_unavailable'],
  }),
  by('first', 'account.manifest'),
  by('first', 'account.container'),
  by('first', 'account.plugins'),
  // Users without the Admin role are always refused.
  ...admins.map(([name, { params, query, body }]) =>
    by('first', name, { params, query, body, refused: ['forbidden'] }),
  ),
  ...admins.map(([name, call]) => by('admin', name, call)),
  by('first', 'own.delete', {
    refused: ['password_wrong'],
    body: ({ first: { password } }) => ({ currentPassword: `${password}?` }),
  }),
  by('first', 'auth.logout'),
]

function takeOtherSession(json: unknown, memory: Memory): void {
  const { items } = fieldsOf(json)
  if (!Array.isArray(items)) return
  const other = items.map(fieldsOf).find(({ current }) => current === false)
  if (typeof other?.id === 'string') memory.session = other.id
}
