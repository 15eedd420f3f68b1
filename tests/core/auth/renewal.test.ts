import { expect, it } from 'vitest'
import { currentUser } from '../../../src/core/contract/auth.js'
import { type Answering, noConnection, ok, problem, until } from '../http/fake-transport.js'
import {
  advanceSeconds,
  goodServer,
  pendingServer,
  rejectedRefresh,
  settle,
  tabOf,
  tabWithSession,
  tokenOf,
} from './session.js'

const CREDENTIALS = { email: 'jo@example.org', password: 'secret' }
const REFRESH_EVERY_MS = 30 * 60 * 1000

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
  const { server, waiting } = pendingServer()
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
    await settle()
    const tries = [calls().length]
    // Retry delays of 1, 2 and 4 s, each reduced by up to 50% jitter.
    for (const pause of [499, 501, 999, 1001, 1999, 2001]) {
      await platform.clock.advance(pause)
      await settle()
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
    failures-- > 0 ? { ...problem(429, 'rate_limited'), headers: { 'retry-after': '20' } } : server(request),
  )
  void auth.refresh()
  await settle()
  await platform.clock.advance(20_000)
  await settle()
  expect(calls()).toHaveLength(1)
  await platform.clock.advance(1000)
  await settle()
  expect(calls()).toHaveLength(2)
})

it('during an outage, a refresh is retried at least every 30 s and at most four times a minute', async () => {
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
    await advanceSeconds(platform, 60)
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

it('the token is refreshed every thirty minutes', async () => {
  const { auth, platform, calls } = tabOf()
  await auth.login(CREDENTIALS)
  await platform.clock.advance(REFRESH_EVERY_MS - 1)
  expect(calls()).toEqual(['login', 'user'])
  await platform.clock.advance(1)
  await settle()
  await platform.clock.advance(REFRESH_EVERY_MS)
  await settle()
  expect(calls()).toEqual(['login', 'user', 'refresh', 'refresh'])
})

it('a refresh aborted by page unload keeps the session', async () => {
  const givenUp = Object.assign(new Error('Request aborted'), { code: 'ECONNABORTED' })
  const { auth, platform, calls, cookie, loggedOut } = tabOf(
    goodServer({ refresh: () => Promise.reject(givenUp) }),
  )
  await auth.login(CREDENTIALS)
  await platform.clock.advance(REFRESH_EVERY_MS)
  await settle()
  expect(calls()).toContain('refresh')
  expect(cookie()).toMatchObject({ refreshToken: 'r1' })
  expect(loggedOut).toEqual([])
})

it('a refresh and user fetch postponed while offline run when the connection returns', async () => {
  const { auth, platform, calls } = tabOf()
  await auth.login(CREDENTIALS)
  platform.connected = false
  await platform.clock.advance(REFRESH_EVERY_MS)
  await settle()
  expect(calls()).toEqual(['login', 'user'])
  platform.connected = true
  await settle()
  expect(calls()).toEqual(['login', 'user', 'refresh', 'user'])
  expect(auth.state.getState().user?.refreshToken).toBe('r2')
})

it('reconnecting after a logout does not restore the session', async () => {
  const { auth, platform, calls, loggedOut } = tabWithSession(goodServer(rejectedRefresh))
  platform.connected = false
  await auth.start()
  await auth.logout()
  const before = calls().length
  platform.connected = true
  await settle()
  expect([calls().length, loggedOut]).toEqual([before, ['user']])
})

it('a session that is disposed during a refresh does not retry it', async () => {
  const { server, waiting } = pendingServer()
  const { auth, platform } = tabWithSession(server)
  const refreshing = auth.refresh()
  await until(() => waiting.length === 1)
  auth.dispose()
  waiting[0]?.(problem(503, 'service_unavailable'))
  await refreshing
  expect(platform.clock.pending).toBe(0)
})

it('a disposed session ignores timers and events', async () => {
  const { auth, platform, calls } = tabOf()
  await auth.login(CREDENTIALS)
  auth.dispose()
  expect(platform.clock.pending).toBe(0)
  await platform.clock.advance(REFRESH_EVERY_MS)
  expect(calls()).toEqual(['login', 'user'])
})

it('a refresh that fails after logout is not retried', async () => {
  const { server, waiting } = pendingServer()
  const { auth, platform } = tabWithSession(server)
  const refreshing = auth.refresh()
  await until(() => waiting.length === 1)
  await auth.logout()
  waiting[0]?.(problem(503, 'service_unavailable'))
  await refreshing
  expect(platform.clock.pending).toBe(0)
})

it('a stale 401 response does not end the next user’s session', async () => {
  const { server, waiting } = pendingServer()
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
  await settle()
  waiting[0]?.(problem(401, 'refresh_refused'))
  await loggingIn
  await api.call(currentUser)
  expect([auth.state.getState().status, loggedOut]).toEqual(['loggedIn', []])
  expect(cookie()).toMatchObject({ refreshToken: 'x1' })
})
