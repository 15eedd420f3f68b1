import { describe, expect, it } from 'vitest'
import { SESSION_CHANGED } from '../../../src/core/auth/session.js'
import { currentUser } from '../../../src/core/contract/auth.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { later } from '../../support/later.js'
import { noConnection, ok, problem, until } from '../http/fake-transport.js'
import {
  advanceSeconds,
  goodServer,
  rejectedRefresh,
  tabOf,
  tabWithSession,
  tokenOf,
  USER,
} from './session.js'

const CREDENTIALS = { email: 'jo@example.org', password: 'secret', rememberMe: true }
const never = () => new Promise<never>(() => undefined)

it('the cookie restores a logged-in session without a request', () => {
  const { auth, sent } = tabWithSession(goodServer(), tokenOf({ roles: ['Admin'] }))
  expect(auth.state.getState()).toMatchObject({
    ...{ status: 'loggedIn', busy: false },
    user: { id: 'u1', email: 'u1@example.org', name: 'Name of u1', refreshToken: 'r1' },
  })
  expect(auth.claims?.roles).toEqual(['Admin'])
  expect(auth.currentJwt()).toBe(tokenOf({ roles: ['Admin'] }))
  expect(sent).toEqual([])
})

it('a session is restored even if its token has expired or cannot be parsed', () => {
  expect(tabWithSession(goodServer(), tokenOf({ minutes: -1 })).auth.state.getState().status).toBe('loggedIn')
  const { auth, warnings } = tabWithSession(goodServer(), 'opaque')
  expect(auth.state.getState()).toMatchObject({ status: 'loggedIn', user: { id: '', claims: undefined } })
  expect(warnings()).toBe(1)
})

describe('login', () => {
  it('login stores the tokens, sets the cookie and fetches the user', async () => {
    const { auth, sent, cookie, calls } = tabOf()
    await auth.login(CREDENTIALS)
    expect([calls(), sent[0]?.body]).toEqual([['login', 'user'], CREDENTIALS])
    expect(sent[1]?.headers.Authorization).toBe(`Bearer ${tokenOf()}`)
    expect(auth.state.getState()).toMatchObject({
      status: 'loggedIn',
      user: { id: 'u1', email: 'jo@example.org', name: 'Jo from the server', jwt: tokenOf() },
    })
    expect(cookie()).toEqual({ jwt: tokenOf(), refreshToken: 'r1', rememberMe: true })
  })

  it('a rejected login throws the reason and changes nothing', async () => {
    const { auth, cookie } = tabOf(goodServer({ login: () => problem(401, 'invalid_credentials') }))
    await expect(auth.login(CREDENTIALS)).rejects.toMatchObject({ code: 'invalid_credentials' })
    expect([auth.state.getState().status, cookie()]).toEqual(['loggedOut', null])
  })

  it('a login whose cookie cannot be written fails and leaves the user logged out', async () => {
    const platform = memoryPlatform()
    platform.cookies.set = () => {
      throw new Error('disk full')
    }
    const { auth, calls } = tabOf(goodServer(), platform)
    await expect(auth.login(CREDENTIALS)).rejects.toThrow('disk full')
    expect([auth.state.getState().status, auth.currentJwt(), calls()]).toEqual([
      'loggedOut',
      undefined,
      ['login'],
    ])
  })

  it('if fetching the user fails, login still succeeds and the name comes from the token', async () => {
    const { auth, warnings } = tabOf(goodServer({ user: () => Promise.reject(noConnection()) }))
    await auth.login(CREDENTIALS)
    expect(auth.state.getState()).toMatchObject({ status: 'loggedIn', user: { name: 'Name of u1' } })
    expect(warnings()).toBe(1)
  })

  it('login and logout notify all listeners', async () => {
    const { auth, events } = tabOf()
    const heard: string[] = []
    events.on(SESSION_CHANGED, ({ status, user }) => heard.push(`${status} ${user?.name}`))
    await auth.login(CREDENTIALS)
    await auth.logout()
    expect(heard).toEqual(['loggedIn Name of u1', 'loggedIn Jo from the server', 'loggedOut undefined'])
  })

  it('login succeeds without browser storage and logs that other tabs were not notified', async () => {
    const platform = memoryPlatform()
    platform.storage.set = () => {
      throw new Error('QuotaExceededError')
    }
    const { auth, warnings } = tabOf(goodServer(), platform)
    await auth.login(CREDENTIALS)
    expect([auth.state.getState().status, warnings()]).toEqual(['loggedIn', 1])
  })
})

describe('logout', () => {
  it('logout notifies the server, clears the cookie and reports that the user logged out', async () => {
    const { auth, sent, calls, cookie, loggedOut } = tabWithSession()
    await auth.logout()
    expect(calls()).toEqual(['logout'])
    expect(sent[0]?.headers.Authorization).toBe(`Bearer ${tokenOf()}`)
    expect(auth.state.getState()).toEqual({ status: 'loggedOut', busy: false, user: undefined })
    expect([cookie(), loggedOut]).toEqual([null, ['user']])
  })

  it.each([
    ['cannot be reached', false, () => Promise.reject(noConnection())],
    ['fails', false, () => problem(500, 'internal_error')],
    ['has ended the session already', undefined, () => problem(401, 'session_ended')],
  ])('logout succeeds even if the server %s', async (_what, notified, logout) => {
    const { auth, cookie, loggedOut } = tabWithSession(goodServer({ logout, ...rejectedRefresh }))
    auth.onLoggedOut(({ serverNotified }) => expect(serverNotified).toBe(notified))
    await auth.logout()
    expect([auth.state.getState().status, cookie(), loggedOut]).toEqual(['loggedOut', null, ['user']])
  })

  it('logout waits at most five seconds for the server', async () => {
    const { auth, platform, sent, loggedOut } = tabWithSession(goodServer({ logout: never }))
    const leaving = auth.logout()
    await until(() => sent.length === 1)
    await platform.clock.advance(4999)
    expect(auth.state.getState().status).toBe('loggedIn')
    await platform.clock.advance(1)
    await leaving
    expect([auth.state.getState().status, loggedOut, platform.clock.pending]).toEqual([
      'loggedOut',
      ['user'],
      0,
    ])
  })

  it('logout refreshes an expired token first, so that the server accepts the request', async () => {
    const { auth, sent, calls } = tabWithSession(goodServer(), tokenOf({ minutes: -1 }))
    await auth.logout()
    expect(calls()).toEqual(['refresh', 'logout'])
    expect(sent[1]?.headers.Authorization).toBe(`Bearer ${tokenOf({ mark: 'r2' })}`)
    expect(auth.state.getState().status).toBe('loggedOut')
  })

  it('concurrent logouts send one request, and logging out without a session does nothing', async () => {
    const { auth, calls, loggedOut } = tabWithSession()
    await Promise.all([auth.logout(), auth.logout()])
    await auth.logout()
    expect([calls(), loggedOut]).toEqual([['logout'], ['user']])
  })
})

describe('session at startup', () => {
  it('startup refreshes the token, fetches the user and shows the busy indicator', async () => {
    const { auth, calls, cookie } = tabWithSession()
    const busy: boolean[] = []
    auth.state.subscribe(state => busy.push(state.busy))
    await auth.start()
    expect([calls(), busy[0]]).toEqual([['refresh', 'user'], true])
    expect(auth.state.getState()).toMatchObject({ busy: false, user: { name: 'Jo from the server' } })
    expect(cookie()).toMatchObject({ refreshToken: 'r2', jwt: tokenOf({ mark: 'r2' }) })
  })

  it('startup ignores a rejected refresh while the access token is still valid', async () => {
    const { auth, calls, loggedOut } = tabWithSession(goodServer(rejectedRefresh))
    await auth.start()
    expect(calls()).toEqual(['refresh', 'user'])
    expect([auth.state.getState().status, auth.state.getState().busy, loggedOut]).toEqual([
      'loggedIn',
      false,
      [],
    ])
  })

  it('startup logs the user out if the server rejects both tokens', async () => {
    const server = goodServer({ ...rejectedRefresh, user: () => problem(401, 'session_ended') })
    const { auth, cookie, loggedOut } = tabWithSession(server)
    await auth.start()
    expect(auth.state.getState()).toEqual({ status: 'loggedOut', busy: false, user: undefined })
    expect([cookie(), loggedOut]).toEqual([null, ['expired']])
  })

  it('with an unreachable server, startup keeps the session and hides the busy indicator after the first attempt', async () => {
    const gone = () => Promise.reject(noConnection())
    const { auth, platform, sent, cookie } = tabWithSession(goodServer({ refresh: gone, user: gone }))
    const starting = auth.start()
    await until(() => sent.length === 1 && !auth.state.getState().busy)
    for (let second = 0; second < 70; second++) {
      await platform.clock.advance(1000)
      await new Promise<void>(resolve => setImmediate(resolve))
    }
    await starting
    expect(auth.state.getState().status).toBe('loggedIn')
    expect(cookie()).toMatchObject({ refreshToken: 'r1' })
  })

  it('the busy indicator disappears after ten seconds without a response', async () => {
    const { auth, platform, sent } = tabWithSession(goodServer({ refresh: never }))
    void auth.start()
    await until(() => sent.length === 1)
    await platform.clock.advance(9999)
    expect(auth.state.getState().busy).toBe(true)
    await platform.clock.advance(1)
    expect(auth.state.getState()).toMatchObject({ busy: false, status: 'loggedIn' })
  })
})

describe('401 responses', () => {
  /** Creates a server that accepts only the given token. */
  const strict = (taken: string) =>
    goodServer({
      user: ({ headers }) =>
        headers.Authorization === `Bearer ${taken}` ? ok(USER) : problem(401, 'token_expired'),
    })

  it('a 401 response refreshes the session and repeats the request', async () => {
    const { auth, api, calls } = tabWithSession(strict(tokenOf({ mark: 'r2' })))
    await expect(api.call(currentUser)).resolves.toEqual(USER)
    expect(calls()).toEqual(['user', 'refresh', 'user'])
    expect(auth.currentJwt()).toBe(tokenOf({ mark: 'r2' }))
  })

  it('many 401 responses trigger a single refresh, even if some arrive late', async () => {
    const taken = tokenOf({ mark: 'r2' })
    const late: (() => void)[] = []
    let first = true
    const { api, calls } = tabWithSession(
      goodServer({
        user: async ({ headers }) => {
          if (headers.Authorization === `Bearer ${taken}`) return ok(USER)
          // The first call is rejected immediately, the others only after the session has been refreshed.
          if (first) first = false
          else await new Promise<void>(resolve => late.push(resolve))
          return problem(401, 'token_expired')
        },
      }),
    )
    const all = [1, 2, 3].map(() => api.call(currentUser))
    await all[0]
    for (const comeBack of late) comeBack()
    await expect(Promise.all(all)).resolves.toEqual([USER, USER, USER])
    expect(calls().filter(call => call === 'refresh')).toHaveLength(1)
  })

  it('a rejected token refresh logs the user out, and the call keeps its 401 error', async () => {
    const { api, loggedOut } = tabWithSession(
      goodServer({ ...rejectedRefresh, user: () => problem(401, 'session_ended') }),
    )
    await expect(api.call(currentUser)).rejects.toMatchObject({ code: 'session_ended' })
    expect(loggedOut).toEqual(['expired'])
  })

  it('a call fails as unavailable if no refresh succeeds within a minute', async () => {
    const { api, auth, platform, loggedOut, cookie } = tabWithSession(
      goodServer({ refresh: () => problem(502, 'bad_gateway'), user: () => problem(401, 'token_expired') }),
    )
    const call = api.call(currentUser).catch((error: unknown) => error)
    await advanceSeconds(platform, 60)
    await expect(call).resolves.toMatchObject({ code: 'service_unavailable', status: 503 })
    expect([auth.state.getState().status, loggedOut]).toEqual(['loggedIn', []])
    expect(cookie()).toMatchObject({ refreshToken: 'r1' })
  })

  it('while offline, a 401 response fails the call as unavailable and keeps the session', async () => {
    const { api, auth, platform, calls } = tabWithSession(strict('none'))
    platform.connected = false
    await expect(api.call(currentUser)).rejects.toMatchObject({ code: 'service_unavailable' })
    expect([calls(), auth.state.getState().status]).toEqual([['user'], 'loggedIn'])
  })

  it('without a refresh token, a 401 response fails the call but keeps the session', async () => {
    const { api, auth, calls } = tabWithSession(strict('none'), tokenOf(), '')
    await expect(api.call(currentUser)).rejects.toMatchObject({ code: 'token_expired' })
    expect([calls(), auth.state.getState().status]).toEqual([['user'], 'loggedIn'])
  })

  it('a request is not repeated after a different user has logged in', async () => {
    const refused = later()
    const { api, auth, calls } = tabWithSession(
      goodServer({
        login: () => ok({ jwt: tokenOf({ sub: 'u2' }), refreshToken: 'other1' }),
        user: async ({ headers }) => {
          if (headers.Authorization !== `Bearer ${tokenOf()}`) return ok({ ...USER, id: 'u2' })
          await refused.promise
          return problem(401, 'session_ended')
        },
      }),
    )
    const call = api.call(currentUser).catch((error: unknown) => error)
    await until(() => calls().length === 1)
    await auth.login(CREDENTIALS)
    refused.answer()
    await expect(call).resolves.toMatchObject({ code: 'session_ended' })
    expect(calls()).toEqual(['user', 'login', 'user'])
    expect(auth.state.getState()).toMatchObject({ status: 'loggedIn', user: { id: 'u2' } })
  })
})
