import { expect, it } from 'vitest'
import {
  INITIAL_STATE,
  type SessionEffect,
  type SessionEvent,
  type SessionState,
  transition,
} from '../../../src/core/auth/session.js'
import { tokenOf } from './session.js'

const ADA = { jwt: tokenOf({ sub: 'ada' }), refreshToken: 'a1' }
const ADA_AGAIN = { jwt: tokenOf({ sub: 'ada', mark: 'a2' }), refreshToken: 'a2' }
const BOB = { jwt: tokenOf({ sub: 'bob' }), refreshToken: 'b1' }
const UNREADABLE = { jwt: 'unreadable', refreshToken: 'x1' }
const FETCHED = { id: 'ada', email: 'ada@example.org', name: 'Ada', avatar: 'v1' }

const [LOGGED_IN] = transition({ ...INITIAL_STATE, generation: 4 }, { type: 'loggedIn', tokens: ADA })

/** States keyed by their summary. The session generation is 5. */
const STATES: Readonly<Record<string, SessionState>> = {
  '5 nobody': { ...INITIAL_STATE, generation: 5 },
  '5 ada a1': LOGGED_IN,
  '5 ada a1, busy': { ...LOGGED_IN, session: { ...LOGGED_IN.session, busy: true } },
  '5 ada a1, logging out': { ...LOGGED_IN, loggingOut: true },
}

const EVENTS: Readonly<Record<string, SessionEvent>> = {
  'restored from a cookie': { type: 'restored', tokens: ADA },
  'restored without a cookie': { type: 'restored', tokens: undefined },
  'logged in as Bob': { type: 'loggedIn', tokens: BOB },
  'logged in with an unreadable token': { type: 'loggedIn', tokens: UNREADABLE },
  'other tab: logged in as Bob': { type: 'otherTabChanged', tokens: BOB },
  'other tab: logged out': { type: 'otherTabChanged', tokens: undefined },
  'startup began': { type: 'startupBegan' },
  'startup ended': { type: 'startupEnded' },
  refreshed: { type: 'refreshed', tokens: ADA_AGAIN },
  'refreshed: cookie of Bob': { type: 'refreshed', tokens: BOB },
  'refreshed: no cookie': { type: 'refreshed', tokens: undefined },
  'refresh refused': { type: 'refreshRefused', generation: 5 },
  'refresh refused, stale': { type: 'refreshRefused', generation: 4 },
  'user outdated': { type: 'userOutdated' },
  'user fetched': { type: 'userFetched', generation: 5, user: FETCHED },
  'user fetched, stale': { type: 'userFetched', generation: 4, user: FETCHED },
  'logout requested': { type: 'logoutRequested' },
  'logged out': { type: 'loggedOut', generation: 5, serverNotified: undefined },
  'logged out, server unreachable': { type: 'loggedOut', generation: 5, serverNotified: false },
  'logged out, stale': { type: 'loggedOut', generation: 4, serverNotified: undefined },
}

type Row = readonly [from: string, event: string, to: string, effects: string]

const END = 'stopRenewal clearCookie notify'

/**
 * Sources: section 4 of the specification (states and transitions) and the decisions about sessions.
 * Combinations that are not listed change nothing.
 */
const TABLE: readonly Row[] = [
  // “On init the token cookie is read. If present, the tokens are applied. Otherwise the user is logged out.”
  ['5 nobody', 'restored from a cookie', '5 ada a1', 'notify'],
  ['5 nobody', 'restored without a cookie', '6 nobody', END],
  ...loggedIn('restored from a cookie', 'same', 'notify'),
  ...loggedIn('restored without a cookie', '6 nobody', END),

  // “Login and external login store the user and tokens.” Results for the previous user are stale.
  ['5 nobody', 'logged in as Bob', '6 bob b1', 'notify announce startRenewal fetchUser'],
  ['5 ada a1', 'logged in as Bob', '6 bob b1', 'notify announce startRenewal fetchUser'],
  ['5 ada a1, busy', 'logged in as Bob', '6 bob b1, busy', 'notify announce startRenewal fetchUser'],
  ['5 ada a1, logging out', 'logged in as Bob', '6 bob b1', 'notify announce startRenewal fetchUser'],

  // “Logged in means the stored token is non-empty.”
  ...Object.keys(STATES).map(
    (from): Row => [
      from,
      'logged in with an unreadable token',
      `6 ? x1${from.endsWith('busy') ? ', busy' : ''}`,
      'notify announce startRenewal fetchUser warnUnreadable',
    ],
  ),

  // Another tab's login is adopted silently, because announcements would go back and forth forever.
  ['5 nobody', 'other tab: logged in as Bob', '6 bob b1', 'notify startRenewal fetchUser'],
  ['5 ada a1', 'other tab: logged in as Bob', '6 bob b1', 'notify startRenewal fetchUser'],
  ['5 ada a1, busy', 'other tab: logged in as Bob', '6 bob b1, busy', 'notify startRenewal fetchUser'],
  ['5 ada a1, logging out', 'other tab: logged in as Bob', '6 bob b1', 'notify startRenewal fetchUser'],

  // “A logout in one tab logs the others out.”
  ['5 ada a1', 'other tab: logged out', '6 nobody', `${END} loggedOut:elsewhere`],
  ['5 ada a1, busy', 'other tab: logged out', '6 nobody', `${END} loggedOut:elsewhere`],
  ['5 ada a1, logging out', 'other tab: logged out', '6 nobody', `${END} loggedOut:user`],
  ['5 ada a1', 'refreshed: no cookie', '6 nobody', `${END} loggedOut:elsewhere`],
  ['5 ada a1, busy', 'refreshed: no cookie', '6 nobody', `${END} loggedOut:elsewhere`],
  ['5 ada a1, logging out', 'refreshed: no cookie', '6 nobody', `${END} loggedOut:user`],

  // “On app start, a logged-in user sees a loading indicator while the token is refreshed and the user fetched.”
  ['5 ada a1', 'startup began', '5 ada a1, busy', 'startRenewal'],
  ['5 ada a1, busy', 'startup began', '5 ada a1, busy', 'startRenewal'],
  ['5 ada a1, logging out', 'startup began', '5 ada a1, logging out, busy', 'startRenewal'],
  ['5 ada a1, busy', 'startup ended', '5 ada a1', ''],
  ...loggedIn('user outdated', 'same', 'fetchUser'),
  ...loggedIn('user fetched', 'same, Ada', 'notify'),

  // “The client stores both.” A call that was refused with the previous access token is repeated once.
  ['5 ada a1', 'refreshed', '5 ada a2 after a1', 'notify'],
  ['5 ada a1, busy', 'refreshed', '5 ada a2 after a1, busy', 'notify'],
  ['5 ada a1, logging out', 'refreshed', '5 ada a2 after a1, logging out', 'notify'],
  // Another user's call is not repeated.
  ['5 ada a1', 'refreshed: cookie of Bob', '6 bob b1', 'notify'],
  ['5 ada a1, busy', 'refreshed: cookie of Bob', '6 bob b1, busy', 'notify'],
  ['5 ada a1, logging out', 'refreshed: cookie of Bob', '6 bob b1', 'notify'],

  // “If the refresh fails or returns nothing, the user is logged out automatically.”
  ['5 ada a1', 'refresh refused', '6 nobody', `${END} announce loggedOut:expired`],
  ['5 ada a1, busy', 'refresh refused', '6 nobody', `${END} announce loggedOut:expired`],
  ['5 ada a1, logging out', 'refresh refused', '6 nobody', `${END} announce loggedOut:user`],

  // “Logout calls the server (failure ignored), clears the cookie and the auth header.”
  ['5 ada a1', 'logout requested', '5 ada a1, logging out', 'endOnServer'],
  ['5 ada a1, busy', 'logout requested', '5 ada a1, logging out, busy', 'endOnServer'],
  ['5 ada a1, logging out', 'logout requested', '5 ada a1, logging out', 'endOnServer'],
  ...loggedIn('logged out', '6 nobody', `${END} announce loggedOut:user`),
  ...loggedIn('logged out, server unreachable', '6 nobody', `${END} announce loggedOut:user:unnotified`),
]

/** @param to `same` means the previous state */
function loggedIn(event: string, to: string, effects: string): Row[] {
  const states = Object.keys(STATES).filter(from => from.includes('ada'))
  return states.map(from => [from, event, to.replace('same', from), effects])
}

function summaryOf({ session, generation, previousJwt, loggingOut }: SessionState): string {
  const { status, busy, user } = session
  expect(status).toBe(user ? 'loggedIn' : 'loggedOut')
  return [
    `${generation} ${user ? `${user.id || '?'} ${user.refreshToken}` : 'nobody'}`,
    previousJwt === undefined ? '' : ` after ${previousJwt === ADA.jwt ? 'a1' : previousJwt}`,
    loggingOut ? ', logging out' : '',
    busy ? ', busy' : '',
    user?.name === FETCHED.name ? ', Ada' : '',
  ].join('')
}

function nameOf(effect: SessionEffect): string {
  if (typeof effect === 'string') return effect
  return `loggedOut:${effect.reason}${effect.serverNotified === false ? ':unnotified' : ''}`
}

const pairs = Object.keys(STATES).flatMap(from => Object.keys(EVENTS).map(event => [from, event] as const))

it.each(pairs)('%s + %s leads to the state and effects listed in the table', (from, name) => {
  const [state, event] = [STATES[from], EVENTS[name]]
  if (!state || !event) throw new Error('unknown row')
  const [next, ...effects] = transition(state, event)
  const [, , to, expected] = TABLE.find(row => row[0] === from && row[1] === name) ?? ['', '', from, '']
  expect([summaryOf(next), effects.map(nameOf).join(' ')]).toEqual([to, expected])
})

it('the table lists only known combinations, and each only once', () => {
  const listed = TABLE.map(([from, event]) => `${from} + ${event}`)
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed.filter(each => !pairs.some(pair => pair.join(' + ') === each))).toEqual([])
})

it('a call that was refused with an unreadable token can be retried after a refresh', () => {
  const [before] = transition(INITIAL_STATE, { type: 'loggedIn', tokens: UNREADABLE })
  const [after] = transition(before, { type: 'refreshed', tokens: ADA })
  expect([after.generation, after.previousJwt]).toEqual([before.generation, UNREADABLE.jwt])
})

it('a login discards the previous access token', () => {
  const [refreshed] = transition(LOGGED_IN, { type: 'refreshed', tokens: ADA_AGAIN })
  const [next] = transition(refreshed, { type: 'loggedIn', tokens: BOB })
  expect([refreshed.previousJwt, next.previousJwt]).toEqual([ADA.jwt, undefined])
})

it('an unchanged state stays the same object, so that no subscriber is notified', () => {
  const [next] = transition(LOGGED_IN, { type: 'startupEnded' })
  expect(next).toBe(LOGGED_IN)
})
