/** Sessions, tokens, and what administrators do with accounts and reports. */
import { profile, write } from './parts.js'
import type { Sequence, Step } from './sequence.js'

const logIn = (what: string, who: 'first' | 'stranger', keep: Step['keep'] = {}): Step => ({
  ...{ call: 'auth.login', by: 'anonymous', what },
  body: { email: `{${who}.email}`, password: `{${who}.password}`, rememberMe: true },
  keep,
})

const theStranger = { id: '{stranger.id}' }

export const ACCOUNT_SEQUENCES: readonly Sequence[] = [
  {
    name: 'a session',
    fresh: ['none'],
    steps: [
      logIn('another one begins', 'first', { jwt: 'jwt', refreshToken: 'refreshToken' }),
      {
        ...{ call: 'session.list', by: 'kept:jwt', what: 'it is listed as its own' },
        keep: { session: 'items.current=true.id' },
      },
      {
        ...{ call: 'session.list', by: 'first', what: 'it is listed as another one' },
        expect: [{ at: 'items', has: { id: '{session}', current: false } }],
      },
      {
        ...{ call: 'session.list', by: 'second', what: 'it is not listed for another user' },
        expect: [{ at: 'items', lacks: { id: '{session}' } }],
      },
      {
        ...{ call: 'auth.refresh', by: 'anonymous', what: 'its tokens are renewed' },
        body: { refreshToken: '{refreshToken}' },
        keep: { jwt: 'jwt', refreshToken: 'refreshToken' },
      },
      { call: 'auth.user', by: 'kept:jwt', what: 'the new token works' },
      {
        ...{ call: 'session.end', by: 'first', what: 'it is ended' },
        ...{ params: { id: '{session}' }, owned: true },
      },
      {
        ...{ call: 'auth.user', by: 'kept:jwt', what: 'its token no longer works' },
        refused: ['session_ended'],
      },
      {
        ...{ call: 'auth.refresh', by: 'anonymous', what: 'its refresh token no longer works' },
        ...{ body: { refreshToken: '{refreshToken}' }, refused: ['refresh_refused'] },
      },
      {
        ...{ call: 'session.list', by: 'first', what: 'it is no longer listed' },
        expect: [{ at: 'items', lacks: { id: '{session}' } }],
      },
      {
        ...{ call: 'session.end', by: 'first', what: 'it cannot be ended twice' },
        ...{ params: { id: '{session}' }, refused: ['not_found'] },
      },
    ],
  },
  {
    name: 'a suspension',
    steps: [
      profile('stranger', true),
      {
        ...{ call: 'admin.suspend', by: 'admin', what: 'an Admin suspends a user' },
        params: theStranger,
        expect: [{ at: 'sessions', is: 0 }],
        keep: { suspendedAt: 'suspendedAt' },
      },
      {
        ...{ call: 'auth.user', by: 'stranger', what: 'the session of the user has ended' },
        refused: ['session_ended'],
      },
      {
        ...{ call: 'auth.login', by: 'anonymous', what: 'the user cannot log in' },
        body: { email: '{stranger.email}', password: '{stranger.password}' },
        refused: ['invalid_credentials'],
      },
      {
        ...{ call: 'user.public', by: 'first', what: 'others no longer see the user' },
        ...{ params: theStranger, refused: ['not_found'] },
      },
      {
        ...{ call: 'admin.readmit', by: 'admin', what: 'it is lifted' },
        params: theStranger,
        expect: [{ at: 'suspendedAt', missing: true }],
      },
      { ...logIn('the user logs in again', 'stranger'), renews: 'stranger' },
      { ...{ call: 'user.public', by: 'first', what: 'others see the user again' }, params: theStranger },
      {
        ...{ call: 'admin.audit', by: 'admin', what: 'both are in the audit log' },
        query: { user: '{stranger.id}', action: 'user.' },
        expect: [{ at: 'items', has: { subject: '{stranger.id}' } }],
      },
    ],
  },
  {
    name: 'a plan',
    steps: [
      {
        ...{ call: 'admin.plan', by: 'admin', what: 'an Admin grants one' },
        ...{ params: { id: '{second.id}' }, body: { level: 'Pro' } },
      },
      {
        ...{ call: 'account.account', by: 'second', what: 'the user has it' },
        expect: [
          { at: 'level', is: 'Pro' },
          { at: 'status', is: 'granted' },
        ],
      },
      {
        ...{ call: 'admin.plan', by: 'admin', what: 'an Admin takes it back' },
        ...{ params: { id: '{second.id}' }, body: { level: 'free' } },
      },
      {
        ...{ call: 'account.account', by: 'second', what: 'the user no longer has it' },
        expect: [{ at: 'level', is: 'free' }],
      },
    ],
  },
  {
    name: 'a report',
    fresh: ['made'],
    steps: [
      profile('first', true),
      {
        ...{ call: 'library.change', by: 'first', what: 'a shape is kept' },
        body: write('made', 'Shapes.kept.1', 'check-reported', { fields: { name: 'Reported' } }),
      },
      {
        ...{ call: 'share.set', by: 'first', what: 'it is shared with all' },
        body: { kind: 'shape', record: 'check-reported', audience: 'public', people: [] },
        keep: { share: 'id' },
      },
      {
        ...{ call: 'share.report', by: 'second', what: 'it is reported' },
        ...{ params: { id: '{share}' }, body: { reason: 'spam', note: '{made}' } },
      },
      {
        ...{ call: 'admin.reports', by: 'admin', what: 'Admins find the report' },
        expect: [{ at: 'items', has: { reason: 'spam', note: '{made}', share: { id: '{share}' } } }],
        keep: { report: 'items.note={made}.id' },
      },
      {
        ...{ call: 'admin.close-report', by: 'admin', what: 'an Admin removes what was reported' },
        ...{ params: { id: '{report}' }, body: { outcome: 'removed' } },
      },
      {
        ...{ call: 'share.open', by: 'second', what: 'it is gone for others' },
        ...{ params: { id: '{share}' }, refused: ['not_found'] },
      },
      {
        ...{ call: 'share.mine', by: 'first', what: 'its owner sees that it was removed' },
        expect: [{ at: 'items', has: { id: '{share}', removed: true } }],
      },
      {
        ...{ call: 'share.set', by: 'first', what: 'it cannot be shared again' },
        body: { kind: 'shape', record: 'check-reported', audience: 'public', people: [] },
        refused: ['share_removed'],
      },
    ],
  },
]
