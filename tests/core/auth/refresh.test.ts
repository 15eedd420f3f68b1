import { describe, expect, it } from 'vitest'
import { currentUser } from '../../../src/core/contract/auth.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { type Answering, type GivenAnswer, noConnection, ok, problem, until } from '../http/fake-transport.js'
import {
  calm,
  cookieOf,
  goodServer,
  jwtOf,
  pass,
  refusedRefresh,
  START,
  tabOf,
  tabWithSession,
  tokenOf,
  USER,
} from './session.js'

const CREDENTIALS = { email: 'jo@example.org', password: 'secret' }
const REFRESH_EVERY_MS = 30 * 60 * 1000

/** Creates a server whose refresh requests stay pending until the test answers them. */
function byHand() {
  const waiting: ((answer: GivenAnswer) => void)[] = []
  const refresh = () => new Promise<GivenAnswer>(resolve => waiting.push(resolve))
  return { server: goodServer({ refresh }), waiting }
}

describe('token refresh', () => {
  it('a refresh exchanges the refresh token for a new token pair and stores the pair', async () => {
    const { auth, sent, cookie } = tabWithSession()
    await expect(auth.refresh()).resolves.toBe(true)
    expect(sent[0]?.body).toEqual({ refreshToken: 'r1' })
    expect(auth.state.getState().user).toMatchObject({ refreshToken: 'r2', jwt: tokenOf({ mark: 'r2' }) })
    expect(cookie()).toMatchObject({ refreshToken: 'r2' })
    await auth.refresh()
    expect(sent[1]?.body).toEqual({ refreshToken: 'r2' })
  })

  it.each([
    ['there is no refresh token', '', true],
    ['the connection is missing (the refresh is postponed)', 'r1', false],
  ])('a refresh succeeds without a request if %s', async (_why, token, connected) => {
    const { auth, platform, sent } = tabWithSession(goodServer(), tokenOf(), token)
    platform.connected = connected
    await expect(auth.refresh()).resolves.toBe(true)
    expect(sent).toEqual([])
  })

  it('concurrent callers share one token refresh', async () => {
    const { auth, calls } = tabWithSession()
    await expect(Promise.all([auth.refresh(), auth.refresh(), auth.refresh()])).resolves.toEqual([
      true,
      true,
      true,
    ])
    expect(calls()).toEqual(['refresh'])
  })

  it.each([400, 401, 403])('a refresh fails if the server responds with status %i', async status => {
    const { auth, calls, warnings } = tabWithSession(
      goodServer({ refresh: () => problem(status, 'refresh_refused') }),
    )
    await expect(auth.refresh()).resolves.toBe(false)
    expect([calls(), warnings()]).toEqual([['refresh'], 1])
  })

  it('a reload starts a new refresh, because a running refresh may miss the account change', async () => {
    const { server, waiting } = byHand()
    const { auth } = tabWithSession(server)
    void auth.refresh()
    await until(() => waiting.length === 1)
    const reloading = auth.reload()
    waiting[0]?.(ok({ jwt: tokenOf({ mark: 'before' }), refreshToken: 'r2' }))
    await until(() => waiting.length === 2)
    waiting[1]?.(ok({ jwt: tokenOf({ mark: 'after' }), refreshToken: 'r3' }))
    await reloading
    expect(auth.currentJwt()).toBe(tokenOf({ mark: 'after' }))
  })

  const outages: [string, Answering][] = [
    ['no answer', () => Promise.reject(noConnection())],
    ...[404, 408, 413, 425, 429, 500, 502, 503, 504].map((status): [string, Answering] => [
      String(status),
      () => ({ status, body: 'Bad gateway' }),
    ]),
    ['an answer in an unknown format', () => ok('<html>Welcome to the hotel network</html>')],
  ]

  it.each(outages)(
    'after %s, a refresh is retried with exponential back-off and the session is kept',
    async (_name, outage) => {
      let failures = 3
      const server = goodServer()
      const { auth, platform, calls, loggedOut, warnings } = tabWithSession(request =>
        failures-- > 0 ? outage(request) : server(request),
      )
      const refreshing = auth.refresh()
      await calm()
      const tries = [calls().length]
      // Retry delays of 1, 2 and 4 s, each reduced by up to 50% jitter.
      for (const pause of [499, 501, 999, 1001, 1999, 2001]) {
        await platform.clock.advance(pause)
        await calm()
        tries.push(calls().length)
      }
      expect([tries[0], tries[1], tries[2], tries.at(-1)]).toEqual([1, 1, 2, 4])
      await expect(refreshing).resolves.toBe(true)
      expect([auth.state.getState().user?.refreshToken, loggedOut, warnings()]).toEqual(['r2', [], 0])
      expect(platform.clock.pending).toBe(0)
    },
  )

  it('a retry waits at least as long as the Retry-After header says', async () => {
    let failures = 1
    const server = goodServer()
    const { auth, platform, calls } = tabWithSession(request =>
      failures-- > 0
        ? { ...problem(429, 'rate_limited'), headers: { 'retry-after': '20' } }
        : server(request),
    )
    void auth.refresh()
    await calm()
    await platform.clock.advance(20_000)
    await calm()
    expect(calls()).toHaveLength(1)
    await platform.clock.advance(1000)
    await calm()
    expect(calls()).toHaveLength(2)
  })

  it('during an outage, a refresh is retried every 30 s at least and four times a minute at most', async () => {
    let isOut = true
    const server = goodServer()
    const { auth, platform, calls, loggedOut } = tabWithSession(request =>
      isOut ? problem(503, 'service_unavailable') : server(request),
    )
    let result: boolean | undefined
    void auth.refresh().then(fresh => {
      result = fresh
    })
    const minute = async () => {
      const before = calls().length
      await pass(platform, 60)
      return calls().length - before
    }
    await minute()
    expect(result).toBe(false)
    for (let minutes = 0; minutes < 10; minutes++) {
      const tries = await minute()
      expect(tries).toBeGreaterThanOrEqual(2)
      expect(tries).toBeLessThanOrEqual(4)
    }
    expect([auth.state.getState().status, loggedOut]).toEqual(['loggedIn', []])
    isOut = false
    await minute()
    expect(auth.state.getState().user?.refreshToken).toBe('r2')
  })

  it('a token refresh rejected after an outage logs the user out', async () => {
    let failures = 8
    const { auth, platform, loggedOut } = tabOf(
      goodServer({
        refresh: () =>
          failures-- > 0 ? problem(502, 'service_unavailable') : problem(401, 'refresh_refused'),
      }),
    )
    await auth.login(CREDENTIALS)
    await platform.clock.advance(REFRESH_EVERY_MS)
    await pass(platform, 240)
    expect([failures < 0, loggedOut]).toEqual([true, ['expired']])
  })
})

describe('periodic refresh', () => {
  it('the token is refreshed every thirty minutes', async () => {
    const { auth, platform, calls } = tabOf()
    await auth.login(CREDENTIALS)
    await platform.clock.advance(REFRESH_EVERY_MS - 1)
    expect(calls()).toEqual(['login', 'user'])
    await platform.clock.advance(1)
    await calm()
    await platform.clock.advance(REFRESH_EVERY_MS)
    await calm()
    expect(calls()).toEqual(['login', 'user', 'refresh', 'refresh'])
  })

  it('a rejected token refresh logs the user out', async () => {
    const { auth, platform, cookie, loggedOut } = tabOf(goodServer(refusedRefresh))
    await auth.login(CREDENTIALS)
    await platform.clock.advance(REFRESH_EVERY_MS)
    await calm()
    expect([auth.state.getState().status, cookie(), loggedOut]).toEqual(['loggedOut', null, ['expired']])
  })

  it('a refresh aborted by page unload keeps the session', async () => {
    const givenUp = Object.assign(new Error('Request aborted'), { code: 'ECONNABORTED' })
    const { auth, platform, calls, cookie, loggedOut } = tabOf(
      goodServer({ refresh: () => Promise.reject(givenUp) }),
    )
    await auth.login(CREDENTIALS)
    await platform.clock.advance(REFRESH_EVERY_MS)
    await calm()
    expect(calls()).toContain('refresh')
    expect(cookie()).toMatchObject({ refreshToken: 'r1' })
    expect(loggedOut).toEqual([])
  })

  it('a refresh and user fetch postponed while offline run when the connection returns', async () => {
    const { auth, platform, calls } = tabOf()
    await auth.login(CREDENTIALS)
    platform.connected = false
    await platform.clock.advance(REFRESH_EVERY_MS)
    await calm()
    expect(calls()).toEqual(['login', 'user'])
    platform.connected = true
    await calm()
    expect(calls()).toEqual(['login', 'user', 'refresh', 'user'])
    expect(auth.state.getState().user?.refreshToken).toBe('r2')
  })

  it('reconnecting after a logout does not restore the session', async () => {
    const { auth, platform, calls, loggedOut } = tabWithSession(goodServer(refusedRefresh))
    platform.connected = false
    await auth.start()
    await auth.logout()
    const before = calls().length
    platform.connected = true
    await calm()
    expect([calls().length, loggedOut]).toEqual([before, ['user']])
  })

  it('a disposed session ignores timers and events', async () => {
    const { auth, platform, calls } = tabOf()
    await auth.login(CREDENTIALS)
    auth.dispose()
    expect(platform.clock.pending).toBe(0)
    await platform.clock.advance(REFRESH_EVERY_MS)
    expect(calls()).toEqual(['login', 'user'])
  })
})

describe('stale responses', () => {
  it('a stale response does not restore a session after logout', async () => {
    const { server, waiting } = byHand()
    const { auth, cookie } = tabWithSession(server)
    const refreshing = auth.refresh()
    await until(() => waiting.length === 1)
    await auth.logout()
    waiting[0]?.(ok({ jwt: tokenOf({ mark: 'late' }), refreshToken: 'r2' }))
    await refreshing
    expect([auth.state.getState().status, cookie()]).toEqual(['loggedOut', null])
  })

  it('a stale 401 response does not end the next user’s session', async () => {
    const { server, waiting } = byHand()
    let refusals = 1
    const { auth, api, loggedOut, cookie } = tabWithSession(request =>
      request.url.endsWith('/user') && auth.state.getState().user?.id === 'u2' && refusals-- > 0
        ? problem(401, 'token_expired')
        : request.url.endsWith('/login')
          ? ok({ jwt: tokenOf({ sub: 'u2' }), refreshToken: 'x1' })
          : server(request),
    )
    void auth.refresh()
    await until(() => waiting.length === 1)
    const loggingIn = auth.login(CREDENTIALS)
    await calm()
    waiting[0]?.(problem(401, 'refresh_refused'))
    await loggingIn
    await api.call(currentUser)
    expect([auth.state.getState().status, loggedOut]).toEqual(['loggedIn', []])
    expect(cookie()).toMatchObject({ refreshToken: 'x1' })
  })
})

describe('sessions across tabs', () => {
  /** Opens two tabs of one browser, which notify each other of storage changes. */
  function twoTabs(server = goodServer()) {
    const platform = memoryPlatform({ cookies: { fretwork: cookieOf(tokenOf()) } })
    const [first, second] = [tabOf(server, platform), tabOf(server, platform)]
    first.auth.init()
    second.auth.init()
    const pass = () => platform.storage.change('fretworkSession', platform.storage.get('fretworkSession'))
    return { platform, first, second, pass }
  }

  it('a tab adopts tokens refreshed by another tab', async () => {
    const { first, second } = twoTabs()
    await Promise.all([first.auth.refresh(), second.auth.refresh()])
    expect([...first.calls(), ...second.calls()]).toEqual(['refresh'])
    expect(second.auth.currentJwt()).toBe(first.auth.currentJwt())
    expect(second.auth.state.getState().user?.refreshToken).toBe('r2')
  })

  it('a tab refreshes with the other tab’s refresh token if both access tokens have expired', async () => {
    const { platform, second, first } = twoTabs()
    await first.auth.refresh()
    await platform.clock.advance(46 * 60 * 1000)
    await second.auth.refresh()
    expect(second.sent.map(({ body }) => body)).toEqual([{ refreshToken: 'r2' }])
    expect(second.auth.state.getState().user?.refreshToken).toBe('r3')
  })

  it('logging out in one tab logs out the other tab and reports it there', async () => {
    const { platform, first, second, pass } = twoTabs()
    await first.auth.logout()
    const signal = platform.storage.get('fretworkSession')
    expect(signal).toMatch(/^loggedOut /)
    await platform.clock.advance(5)
    pass()
    // The second tab must not reply, or the tabs would exchange messages forever.
    expect(platform.storage.get('fretworkSession')).toBe(signal)
    expect([second.auth.state.getState().status, second.loggedOut]).toEqual(['loggedOut', ['elsewhere']])
    expect([second.sent, first.loggedOut]).toEqual([[], ['user']])
  })

  it('a login in one tab logs in the other tab, which then refreshes', async () => {
    const platform = memoryPlatform()
    const [first, second] = [tabOf(goodServer(), platform), tabOf(goodServer(), platform)]
    second.auth.init()
    await first.auth.login(CREDENTIALS)
    platform.storage.change('fretworkSession', platform.storage.get('fretworkSession'))
    expect(second.auth.state.getState()).toMatchObject({ status: 'loggedIn', user: { id: 'u1' } })
    // The first tab is also notified and polls for newer tokens for a few seconds.
    await platform.clock.advance(5000)
    expect(platform.clock.pending).toBe(2)
  })

  it('a tab detects logins and logouts even if the message arrives before the cookie', async () => {
    const { platform, first, second, pass } = twoTabs()
    const before = platform.cookies.get('fretwork') ?? ''
    await first.auth.logout()
    platform.cookies.set('fretwork', before, { days: 365 })
    pass()
    expect(second.auth.state.getState().status).toBe('loggedIn')
    platform.cookies.remove('fretwork')
    await platform.clock.advance(20)
    expect([second.auth.state.getState().status, second.loggedOut]).toEqual(['loggedOut', ['elsewhere']])

    await first.auth.login(CREDENTIALS)
    const written = platform.cookies.get('fretwork') ?? ''
    platform.cookies.remove('fretwork')
    pass()
    await platform.clock.advance(1000)
    expect(second.auth.state.getState().status).toBe('loggedOut')
    platform.cookies.set('fretwork', written, { days: 365 })
    await platform.clock.advance(1000)
    expect(second.auth.state.getState()).toMatchObject({ status: 'loggedIn', user: { id: 'u1' } })
  })

  it('a session message without a matching cookie change is ignored', async () => {
    const { platform, second } = twoTabs()
    platform.storage.change('fretworkSession', 'loggedOut 1')
    await platform.clock.advance(5000)
    expect([second.auth.state.getState().status, second.loggedOut]).toEqual(['loggedIn', []])
  })

  it('deleting the session message logs the user out if the cookie is gone', () => {
    const { platform, second } = twoTabs()
    platform.cookies.remove('fretwork')
    platform.storage.change('fretworkSession', undefined)
    expect(second.loggedOut).toEqual(['elsewhere'])
  })

  it('logging in from another tab also fetches the avatar, which tokens do not contain', async () => {
    const platform = memoryPlatform()
    const server = goodServer({ user: () => ok({ ...USER, avatar: 'v1' }) })
    const [first, second] = [tabOf(server, platform), tabOf(server, platform)]
    second.auth.init()
    await first.auth.login(CREDENTIALS)
    platform.storage.change('fretworkSession', platform.storage.get('fretworkSession'))
    await calm()
    expect(second.auth.state.getState().user).toMatchObject({ avatar: 'v1', name: 'Jo from the server' })
  })

  it('a tab does not restore a session without a cookie', async () => {
    const { platform, second } = twoTabs()
    platform.cookies.remove('fretwork')
    await second.auth.refresh()
    expect(second.sent).toEqual([])
    expect([second.auth.state.getState().status, second.loggedOut]).toEqual(['loggedOut', ['elsewhere']])
  })

  it('a reload picks up an account change even if another tab refreshed before the change', async () => {
    let features = ''
    const { first, second } = twoTabs(
      goodServer({ refresh: () => ok({ jwt: tokenOf({ features }), refreshToken: `r-${features}` }) }),
    )
    await first.auth.refresh()
    features = 'SubscriptionLevel.Pro'
    await second.auth.reload()
    expect(second.auth.claims?.features).toEqual(['SubscriptionLevel.Pro'])
    expect(second.cookie()).toMatchObject({ refreshToken: 'r-SubscriptionLevel.Pro' })
  })

  it('a tab adopts the user’s new name and email address along with another tab’s tokens', async () => {
    const payload = { sub: 'u1', tenant: 'fretwork', sid: 's1', exp: START + 2700 }
    const jwt = jwtOf({ ...payload, name: 'Another name', email: 'another@example.org' })
    const { platform, second } = twoTabs()
    await second.auth.reload()
    expect(second.auth.state.getState().user).toMatchObject({ name: USER.name, email: USER.email })
    await second.auth.refresh()
    expect(second.auth.state.getState().user).toMatchObject({ name: USER.name, email: USER.email })
    platform.cookies.set('fretwork', cookieOf(jwt, 'r9'), { days: 365 })
    await second.auth.refresh()
    expect(second.auth.state.getState().user).toMatchObject({
      name: 'Another name',
      email: 'another@example.org',
    })
  })

  it('a pending refresh does not undo a logout whose message has not arrived yet', async () => {
    const { server, waiting } = byHand()
    const { platform, second } = twoTabs(server)
    const refreshing = second.auth.refresh()
    await until(() => waiting.length === 1)
    platform.cookies.remove('fretwork')
    waiting[0]?.(ok({ jwt: tokenOf({ mark: 'late' }), refreshToken: 'r2' }))
    await refreshing
    expect([second.auth.state.getState().status, second.loggedOut, second.cookie()]).toEqual([
      'loggedOut',
      ['elsewhere'],
      null,
    ])
  })

  it.each([ok({ jwt: tokenOf({ mark: 'late' }), refreshToken: 'r2' }), problem(401, 'refresh_refused')])(
    'a stale response does not overwrite another tab’s newer tokens: %o',
    async answer => {
      const { server, waiting } = byHand()
      const { platform, second } = twoTabs(server)
      const refreshing = second.auth.refresh()
      await until(() => waiting.length === 1)
      platform.cookies.set('fretwork', cookieOf(tokenOf({ mark: 'r3' }), 'r3'), { days: 365 })
      waiting[0]?.(answer)
      await expect(refreshing).resolves.toBe(true)
      expect(second.cookie()).toMatchObject({ refreshToken: 'r3' })
      expect(second.auth.state.getState()).toMatchObject({ status: 'loggedIn', user: { refreshToken: 'r3' } })
    },
  )

  it('a tab switches to the user who logged in in another tab', async () => {
    const { platform, second } = twoTabs()
    platform.cookies.set('fretwork', cookieOf(tokenOf({ sub: 'u2' }), 'x1'), { days: 365 })
    await second.auth.refresh()
    expect(second.auth.state.getState().user).toMatchObject({ id: 'u2', name: 'Name of u2' })
    expect(second.sent).toEqual([])
  })

  it('after switching users, a tab does not repeat the previous user’s requests', async () => {
    const server = goodServer({ user: () => problem(401, 'token_expired') })
    const { platform, second } = twoTabs(server)
    platform.cookies.set('fretwork', cookieOf(tokenOf({ sub: 'u2' }), 'x1'), { days: 365 })
    await expect(second.api.call(currentUser)).rejects.toMatchObject({ code: 'token_expired' })
    expect(second.calls()).toEqual(['user'])
  })
})
