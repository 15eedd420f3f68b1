/** What each call of the contract is sent so that it succeeds, or is refused as it should be: a table, in its order. */
import type { ErrorCode } from '../../../../src/core/api/errors.js'

export type Who = 'anonymous' | 'first' | 'second' | 'admin'

/** What earlier calls answered. */
export interface Memory {
  readonly tenant: string
  readonly first: Person
  readonly second: Person
  /** Of another session of the first. */
  session?: string
}

export interface Person {
  readonly email: string
  password: string
  jwt: string
  refreshToken: string
  id: string
}

export interface GoodCall {
  /** Of the contract's entry. */
  readonly name: string
  readonly who: Who
  /** Left out in read-only mode where it is not a GET. */
  readonly params?: (memory: Memory) => object
  readonly query?: (memory: Memory) => Record<string, string>
  readonly body?: (memory: Memory) => unknown
  /** It is to be refused, with one of these. */
  readonly refused?: readonly ErrorCode[]
  /** Changes something of the account that cannot be put back: for throw-away accounts only. */
  readonly lasting?: true
  readonly remember?: (json: unknown, memory: Memory) => void
}

/** 256 bits that were never a secret. */
const NO_TOKEN = 'A'.repeat(43)
const UNKNOWN_EMAIL = 'anonymous@check.invalid'
export const NO_USER = '00000000-0000-4000-8000-000000000000'
/** One red pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'
const PROFILE = { name: 'Check', handle: '', bio: '', instruments: [], public: true }

const own = (who: 'first' | 'second') => (memory: Memory) => ({ id: memory[who].id })
const page = { page: 1, pageSize: 10 }
const admins: readonly Omit<GoodCall, 'who'>[] = [
  { name: 'admin.users', body: () => ({ query: '', ...page }) },
  { name: 'admin.user', params: own('second') },
  { name: 'admin.plan', params: own('second'), body: () => ({ level: 'Pro' }), lasting: true },
  { name: 'admin.roles', params: own('second'), body: () => ({ roles: [] }), lasting: true },
  { name: 'admin.suspend', params: own('second'), lasting: true },
  { name: 'admin.readmit', params: own('second'), lasting: true },
  { name: 'admin.end-sessions', params: own('second'), lasting: true },
  { name: 'admin.audit', query: () => ({ pageSize: '5' }) },
]

export const GOOD_CALLS: readonly GoodCall[] = [
  { name: 'tenant.card', who: 'anonymous' },
  {
    name: 'auth.login',
    who: 'anonymous',
    body: ({ first: { email, password } }) => ({ email, password }),
    remember: (json, { first }) => takeTokens(json, first),
  },
  {
    name: 'auth.login',
    who: 'anonymous',
    body: ({ first: { email, password } }) => ({ email, password: `${password}?` }),
    refused: ['invalid_credentials'],
  },
  {
    name: 'auth.refresh',
    who: 'anonymous',
    body: ({ first: { refreshToken } }) => ({ refreshToken }),
    remember: (json, { first }) => takeTokens(json, first),
  },
  {
    name: 'auth.refresh',
    who: 'anonymous',
    body: () => ({ refreshToken: NO_TOKEN }),
    refused: ['refresh_refused'],
  },
  {
    name: 'auth.external',
    who: 'anonymous',
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
  },
  {
    name: 'auth.register',
    who: 'anonymous',
    refused: ['password_weak'],
    body: () => ({ email: UNKNOWN_EMAIL, password: 'password', name: 'Check', acceptTerms: true }),
  },
  { name: 'auth.verify', who: 'anonymous', params: () => ({ token: NO_TOKEN }), refused: ['link_invalid'] },
  { name: 'auth.verification', who: 'anonymous', body: () => ({ email: UNKNOWN_EMAIL }) },
  { name: 'auth.forgot', who: 'anonymous', body: () => ({ email: UNKNOWN_EMAIL }) },
  {
    name: 'auth.reset',
    who: 'anonymous',
    params: () => ({ token: NO_TOKEN }),
    refused: ['link_invalid'],
    body: () => ({ password: 'quiet brass lantern 72' }),
  },
  { name: 'auth.user', who: 'first', remember: (json, { first }) => takeId(json, first) },
  { name: 'auth.user', who: 'second', remember: (json, { second }) => takeId(json, second) },
  { name: 'session.list', who: 'first', remember: takeOtherSession },
  { name: 'session.end', who: 'first', params: ({ session = NO_USER }) => ({ id: session }), lasting: true },
  { name: 'session.end', who: 'first', params: () => ({ id: NO_USER }), refused: ['not_found'] },
  { name: 'session.end-others', who: 'first', lasting: true },
  { name: 'own.export', who: 'first' },
  {
    name: 'own.password',
    who: 'first',
    refused: ['password_wrong'],
    body: ({ first: { password } }) => ({
      currentPassword: `${password}?`,
      password: 'quiet brass lantern 72',
    }),
  },
  // There and back: the same one again is refused.
  {
    name: 'own.password',
    who: 'first',
    lasting: true,
    body: ({ first: { password } }) => ({ currentPassword: password, password: `${password} again` }),
  },
  {
    name: 'own.password',
    who: 'first',
    lasting: true,
    body: ({ first: { password } }) => ({ currentPassword: `${password} again`, password }),
  },
  {
    name: 'own.email',
    who: 'first',
    refused: ['password_wrong'],
    body: ({ first: { password } }) => ({ currentPassword: `${password}?`, email: UNKNOWN_EMAIL }),
  },
  {
    name: 'own.email',
    who: 'first',
    lasting: true,
    body: ({ first: { password, email } }) => ({ currentPassword: password, email: `new-${email}` }),
  },
  { name: 'user.profile', who: 'first' },
  {
    name: 'user.save-profile',
    who: 'second',
    lasting: true,
    body: ({ second }) => ({ ...PROFILE, handle: handleOf(second) }),
  },
  { name: 'user.save-avatar', who: 'first', lasting: true, body: () => ({ picture: PICTURE }) },
  {
    name: 'user.save-avatar',
    who: 'first',
    refused: ['picture_refused'],
    body: () => ({ picture: 'bm90IGEgcGljdHVyZQ==' }),
  },
  { name: 'user.avatar', who: 'first', params: own('first'), lasting: true },
  { name: 'user.remove-avatar', who: 'first', lasting: true },
  { name: 'user.get', who: 'first', params: own('first') },
  { name: 'user.get', who: 'first', params: () => ({ id: NO_USER }), refused: ['not_found'] },
  { name: 'user.search', who: 'first', body: () => ({ query: 'check', ...page }) },
  { name: 'user.summary', who: 'first' },
  { name: 'user.public', who: 'first', params: own('second'), lasting: true },
  { name: 'user.public', who: 'first', params: () => ({ id: NO_USER }), refused: ['not_found'] },
  {
    name: 'user.by-handle',
    who: 'first',
    params: ({ second }) => ({ handle: handleOf(second) }),
    lasting: true,
  },
  {
    ...{ name: 'user.by-handle', who: 'first' },
    params: () => ({ handle: 'nobodyhere' }),
    refused: ['not_found'],
  },
  { name: 'user.follow', who: 'first', params: own('second'), lasting: true },
  { name: 'user.follow', who: 'first', params: own('first'), refused: ['self_link'] },
  { name: 'user.links', who: 'first', query: () => ({ kind: 'following', page: '1' }) },
  { name: 'user.unfollow', who: 'first', params: own('second'), lasting: true },
  { name: 'user.follow-nobody', who: 'first', refused: ['user_missing'] },
  {
    name: 'user.block',
    who: 'first',
    params: ({ second }) => ({ id: second.id, blocked: '0' }),
    lasting: true,
  },
  { name: 'account.account', who: 'first' },
  { name: 'account.stripe-account', who: 'first' },
  { name: 'account.stripe-session', who: 'first', refused: ['billing_off', 'payment_unavailable'] },
  {
    name: 'account.stripe-checkout',
    who: 'first',
    body: () => ({ product: 'no-such-product' }),
    refused: ['not_found', 'billing_off', 'payment_unavailable'],
  },
  { name: 'account.manifest', who: 'first' },
  { name: 'account.container', who: 'first' },
  { name: 'account.plugins', who: 'first' },
  // Users without the Admin role are always refused.
  ...admins.map(
    ({ remember: _, ...call }): GoodCall => ({
      ...call,
      who: 'first',
      refused: ['forbidden'],
      lasting: undefined,
    }),
  ),
  ...admins.map((call): GoodCall => ({ ...call, who: 'admin' })),
  {
    name: 'own.delete',
    who: 'first',
    refused: ['password_wrong'],
    body: ({ first: { password } }) => ({ currentPassword: `${password}?` }),
  },
  { name: 'auth.logout', who: 'first' },
]

/** Handles are small letters and digits. */
function handleOf({ email }: Person): string {
  return email
    .replace(/@.*/, '')
    .replace(/[^a-z0-9]/g, '')
    .slice(-20)
}

export function takeTokens(json: unknown, person: Person): void {
  const { jwt, refreshToken } = fields(json)
  if (typeof jwt === 'string') person.jwt = jwt
  if (typeof refreshToken === 'string') person.refreshToken = refreshToken
}

export function takeId(json: unknown, person: Person): void {
  const { id } = fields(json)
  if (typeof id === 'string') person.id = id
}

function takeOtherSession(json: unknown, memory: Memory): void {
  const { items } = fields(json)
  if (!Array.isArray(items)) return
  const other = items.map(fields).find(({ current }) => current === false)
  if (typeof other?.id === 'string') memory.session = other.id
}

function fields(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null ? { ...json } : {}
}
