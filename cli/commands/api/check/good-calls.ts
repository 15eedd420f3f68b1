/** Valid calls in the order in which they are made. Later calls use the results of earlier ones. */
import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '../../../../src/core/contract/errors.js'
import { fieldsOf, handleOf, NO_USER, type Person, takeTokens } from './people.js'

export type Who = 'anonymous' | 'first' | 'second' | 'admin'

const KEPT = [
  ...(['record', 'share', 'link', 'token', 'homework'] as const),
  ...(['comment', 'group', 'report', 'session', 'text'] as const),
]

export interface Memory {
  readonly first: Person
  readonly second: Person
  /** IDs from earlier responses, and a text that only the two users may read. */
  readonly kept: Record<(typeof KEPT)[number], string>
}

export function newMemory(first: Person, second: Person): Memory {
  return { first, second, kept: Object.fromEntries(KEPT.map(name => [name, randomUUID()])) as Memory['kept'] }
}

export interface GoodCall {
  readonly name: string
  readonly who: Who
  readonly params?: (memory: Memory) => object
  readonly query?: (memory: Memory) => Record<string, string>
  readonly body?: (memory: Memory) => unknown
  readonly refused?: readonly ErrorCode[]
  readonly lasting?: true
  /**
   * Whether the call accesses data of the first two users. If so, it is first made as a stranger and as a
   * user of another tenant, and both must be rejected.
   */
  readonly owned?: true
  readonly remember?: (json: unknown, memory: Memory) => void
}

type Call = Omit<GoodCall, 'who' | 'name'>

const by = (who: Who, name: string, call: Call = {}): GoodCall => ({ ...call, who, name })

/** Well-formed but unknown token (256 bits). */
const NO_TOKEN = 'A'.repeat(43)
const UNKNOWN_EMAIL = 'anonymous@check.invalid'
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'
export const FILE = {
  hash: 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
  bytes: 'YQ==',
} as const

const own = (who: 'first' | 'second') => (memory: Memory) => ({ id: memory[who].id })
const named = (name: keyof Memory['kept']) => (memory: Memory) => ({ id: memory.kept[name] })
/** Declared as a constant, because `npm test -- locales` would expect a translation for a literal. */
const CHECK = 'Check'
const PASSKEY = { name: CHECK, id: NO_TOKEN, clientDataJSON: NO_TOKEN, attestationObject: NO_TOKEN }
const missingUser: Call = { params: () => ({ id: NO_USER }), refused: ['not_found'] }
const lasting = (of: 'first' | 'second'): Call => ({ params: own(of), lasting: true })
const owned = (name: keyof Memory['kept'], call: Call = {}): Call => ({
  ...{ params: named(name), lasting: true, owned: true },
  ...call,
})
const wrongPassword = (more: object = {}): Call => ({
  body: ({ first: { password } }) => ({ currentPassword: `${password}?`, ...more }),
  refused: ['password_wrong'],
})
const wrongChallenge = (more: object = { code: '000000' }): Call => ({
  body: () => ({ challenge: NO_TOKEN, ...more }),
  refused: ['challenge_invalid'],
})
const confirmed = (more: (first: Person) => object = () => ({})): Call => ({
  body: ({ first }) => ({ currentPassword: first.password, ...more(first) }),
  lasting: true,
})
const page = { page: 1, pageSize: 10 }
const profileOf = (who: 'first' | 'second'): GoodCall =>
  by(who, 'user.save-profile', {
    lasting: true,
    body: memory => ({
      ...{ name: handleOf(memory[who]), handle: handleOf(memory[who]), bio: handleOf(memory[who]) },
      ...{ instruments: [], public: true },
    }),
  })

const LIBRARY_CALLS: readonly GoodCall[] = [
  by('first', 'library.send-blobs', { body: () => ({ pieces: [{ ...FILE, size: 1, from: 0 }] }) }),
  by('first', 'library.change', {
    body: ({ kept: { record: id, text: name } }) => {
      const fields = { name, file: 'a.mid', size: 1, hash: FILE.hash }
      return { device: 'Check', writes: [{ key: randomUUID(), kind: 'song', id, base: 0, fields }] }
    },
  }),
  by('first', 'library.status'),
  by('first', 'library.changes', { query: () => ({ after: '0' }) }),
  by('first', 'library.removed'),
  by('first', 'library.fetch-blobs', { body: () => ({ hashes: [FILE.hash] }) }),
]

const SHARING_CALLS: readonly GoodCall[] = [
  by('first', 'share.set', {
    lasting: true,
    body: ({ kept, second }) => ({
      ...{ kind: 'song', record: kept.record, audience: 'people', people: [second.id] },
    }),
    remember: (json, memory) => keep(memory, { share: fieldsOf(json).id }),
  }),
  by('first', 'share.set', {
    body: () => ({ kind: 'song', record: 'check-none', audience: 'private', people: [] }),
    refused: ['not_synced'],
  }),
  by('first', 'share.mine'),
  by('first', 'share.by', { params: own('first') }),
  by('second', 'share.feed'),
  by('second', 'share.open', owned('share')),
  by('second', 'share.file', {
    ...{ params: memory => ({ ...named('share')(memory), hash: FILE.hash }), lasting: true, owned: true },
  }),
  by('first', 'share.add-link', {
    ...{ params: named('share'), body: () => ({ days: 1 }), lasting: true, owned: true },
    remember: (json, memory) => keep(memory, { link: fieldsOf(json).id, token: fieldsOf(json).token }),
  }),
  by('anonymous', 'shared.open', { params: ({ kept }) => ({ token: kept.token }), lasting: true }),
  by('anonymous', 'shared.open', { params: () => ({ token: NO_TOKEN }), refused: ['not_found'] }),
  by('anonymous', 'shared.file', {
    ...{ params: ({ kept }) => ({ token: kept.token, hash: FILE.hash }), lasting: true },
  }),
  by('anonymous', 'shared.report', {
    params: ({ kept }) => ({ token: kept.token }),
    ...{ body: () => ({ reason: 'spam', note: '' }), lasting: true },
  }),
  by('first', 'share.end-link', {
    params: ({ kept }) => ({ id: kept.share, link: kept.link }),
    ...{ lasting: true, owned: true },
  }),
  by('second', 'share.report', {
    params: named('share'),
    ...{ body: ({ kept }) => ({ reason: 'other', note: kept.share }), lasting: true, owned: true },
  }),
]

const HOMEWORK_CALLS: readonly GoodCall[] = [
  by('second', 'user.follow', { params: own('first'), lasting: true }),
  by('first', 'homework.give', {
    lasting: true,
    body: ({ kept, second }) => ({
      ...{ id: kept.homework, song: kept.record, title: kept.text, tempo: 100, loop: false, note: '' },
      people: [second.id],
    }),
  }),
  by('first', 'homework.given'),
  by('second', 'homework.received'),
  by('second', 'homework.set-inviters', { body: () => ({ from: 'following' }) }),
  by('second', 'homework.inviters'),
  by('first', 'homework.get', owned('homework')),
  by('second', 'homework.answer', {
    ...owned('homework'),
    body: () => ({ state: 'accepted', sendTakes: true }),
  }),
  by('second', 'homework.file', owned('homework')),
  by('second', 'homework.report', owned('homework', { body: () => ({ reason: 'other', note: '' }) })),
  by('second', 'homework.send-take', {
    ...owned('homework'),
    body: () => ({
      ...{ id: 'check-take', at: '2026-01-01T00:00:00Z', tempo: 90, complete: true, accuracy: 1, byBar: [] },
      counts: { hit: 0, early: 0, late: 0, wrong: 0, missed: 0, extra: 0 },
      midi: btoa('MThd'),
    }),
  }),
  by('first', 'homework.news'),
  by('first', 'homework.take-midi', {
    ...{ params: ({ kept, second }) => ({ id: kept.homework, student: second.id }), lasting: true },
    ...{ query: () => ({ take: 'check-take' }), owned: true },
  }),
  by('first', 'homework.see', owned('homework')),
  by('first', 'homework.comment', {
    ...owned('homework'),
    body: ({ kept, second }) => ({ id: kept.comment, student: second.id, text: kept.text }),
  }),
  by('first', 'homework.change', owned('homework', { body: ({ kept }) => ({ note: kept.text }) })),
  by('first', 'homework.end', owned('homework')),
  by('first', 'group.save', {
    ...{ params: named('group'), lasting: true },
    body: ({ kept, second }) => ({ name: kept.text, members: [second.id] }),
  }),
  by(
    'first',
    'group.remove-member',
    owned('group', { params: ({ kept, second }) => ({ id: kept.group, user: second.id }) }),
  ),
  by('first', 'group.save', {
    ...owned('group'),
    body: ({ kept, second }) => ({ name: `${kept.text} 2`, members: [second.id] }),
  }),
  by('first', 'group.list'),
  by('first', 'group.make-code', owned('group')),
  by('first', 'group.end-code', owned('group')),
  by('first', 'group.invite', owned('group', { body: ({ second }) => ({ email: second.email }) })),
  by('second', 'group.by-code', { body: () => ({ code: CHECK }), refused: ['join_code_invalid'] }),
  by('anonymous', 'group.invitation', { body: () => ({ code: CHECK }), refused: ['join_code_invalid'] }),
  by('second', 'group.join', { body: () => ({ code: CHECK }), refused: ['join_code_invalid'] }),
  by('second', 'group.end', { params: named('group'), lasting: true, refused: ['not_found'] }),
  by('second', 'group.leave', owned('group')),
  by('first', 'group.end', owned('group')),
  by('first', 'group.end', missingUser),
]

const ADMIN_CALLS: readonly (readonly [name: string, call: Call])[] = [
  ['admin.users', { body: () => ({ query: '', ...page }) }],
  ['admin.import', { body: ({ second }) => ({ csv: `name,email\nSecond,${second.email}` }), lasting: true }],
  ['admin.user', { params: own('second') }],
  ['admin.export', { params: own('second'), lasting: true }],
  ['admin.delete', missingUser],
  ['admin.plan', { params: own('second'), body: () => ({ level: 'Pro' }), lasting: true }],
  ['admin.roles', { params: own('second'), body: () => ({ roles: [] }), lasting: true }],
  ['admin.suspend', lasting('second')],
  ['admin.readmit', lasting('second')],
  ['admin.end-sessions', lasting('second')],
  ['admin.audit', { query: () => ({ pageSize: '5' }) }],
  [
    'admin.reports',
    {
      remember: (json, memory) =>
        keep(memory, { report: itemsOf(json).find(({ note }) => note === memory.kept.share)?.id }),
    },
  ],
  ['admin.close-report', { params: named('report'), body: () => ({ outcome: 'kept' }), lasting: true }],
]

export const GOOD_CALLS: readonly GoodCall[] = [
  by('anonymous', 'tenant.card'),
  by('anonymous', 'sound-banks.list'),
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
      ...(['request_invalid', 'invalid_request', 'not_found', 'invalid_token'] as const),
      ...(['request_failed', 'server_error', 'stale_token'] as const),
    ],
    body: () => ({
      ...{ provider: 'google', code: 'check', codeVerifier: NO_TOKEN, nonce: NO_TOKEN },
      redirectUri: 'https://check.invalid/login',
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
  by('first', 'auth.user'),
  profileOf('first'),
  profileOf('second'),
  ...LIBRARY_CALLS,
  ...SHARING_CALLS,
  ...HOMEWORK_CALLS,
  by('anonymous', 'auth.second-factor', wrongChallenge()),
  by('first', 'second-factor.state'),
  by('first', 'second-factor.begin-totp', confirmed()),
  by('first', 'second-factor.begin-totp', wrongPassword()),
  by('first', 'second-factor.add-totp', wrongChallenge()),
  by('first', 'second-factor.remove-totp', { refused: ['not_found'] }),
  by('first', 'second-factor.begin-passkey', confirmed()),
  by('first', 'second-factor.add-passkey', wrongChallenge(PASSKEY)),
  by('first', 'second-factor.remove-passkey', missingUser),
  by('first', 'second-factor.renew-codes', { refused: ['not_found'] }),
  by('first', 'second-factor.challenge', { refused: ['not_found'] }),
  by('first', 'second-factor.confirm', wrongChallenge()),
  by('first', 'session.list', {
    remember: (json, memory) =>
      keep(memory, { session: itemsOf(json).find(({ current }) => current === false)?.id }),
  }),
  by('first', 'session.end', owned('session')),
  by('first', 'session.end', missingUser),
  by('first', 'session.end-others', { lasting: true }),
  by('first', 'own.export'),
  by('first', 'own.password', wrongPassword({ password: 'quiet brass lantern 72' })),
  by(
    'first',
    'own.password',
    confirmed(({ password }) => ({ password: `${password} again` })),
  ),
  by(
    'first',
    'own.password',
    confirmed(({ password }) => ({ currentPassword: `${password} again`, password })),
  ),
  by('first', 'own.email', wrongPassword({ email: UNKNOWN_EMAIL })),
  by(
    'first',
    'own.email',
    confirmed(({ email }) => ({ email: `new-${email}` })),
  ),
  by('first', 'user.profile'),
  by('first', 'user.save-avatar', { lasting: true, body: () => ({ picture: PICTURE }) }),
  by('first', 'user.save-avatar', {
    refused: ['picture_refused'],
    body: () => ({ picture: 'bm90IGEgcGljdHVyZQ==' }),
  }),
  by('first', 'user.avatar', lasting('first')),
  by('first', 'user.remove-avatar', { lasting: true }),
  by('first', 'user.get', { params: own('first') }),
  by('first', 'user.get', missingUser),
  by('first', 'user.search', { body: () => ({ query: 'check', ...page }) }),
  by('first', 'user.summary'),
  by('first', 'user.public', lasting('second')),
  by('first', 'user.public', missingUser),
  by('first', 'user.by-handle', { params: ({ second }) => ({ handle: handleOf(second) }), lasting: true }),
  by('first', 'user.by-handle', { params: () => ({ handle: 'nobodyhere' }), refused: ['not_found'] }),
  by('first', 'user.follow', lasting('second')),
  by('first', 'user.follow', { params: own('first'), refused: ['self_link'] }),
  by('first', 'user.links', { query: () => ({ kind: 'following', page: '1' }) }),
  by('first', 'user.unfollow', lasting('second')),
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
  ...ADMIN_CALLS.map(([name, { params, query, body }]) =>
    by('first', name, { params, query, body, refused: ['forbidden'] }),
  ),
  ...ADMIN_CALLS.map(([name, call]) => by('admin', name, call)),
  by('first', 'share.end', owned('share')),
  by('first', 'own.delete', wrongPassword()),
  by('first', 'auth.logout'),
]

function keep({ kept }: Memory, found: Partial<Record<keyof Memory['kept'], unknown>>): void {
  for (const [name, value] of Object.entries(found))
    if (typeof value === 'string') kept[name as keyof Memory['kept']] = value
}

function itemsOf(json: unknown) {
  const { items } = fieldsOf(json)
  return Array.isArray(items) ? items.map(fieldsOf) : []
}
