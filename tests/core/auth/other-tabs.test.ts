import { expect, it } from 'vitest'
import { currentUser } from '../../../src/core/contract/auth.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { ok, problem, until } from '../http/fake-transport.js'
import { cookieOf, goodServer, jwtOf, pendingServer, START, tabOf, tokenOf, USER } from './session.js'

const CREDENTIALS = { email: 'jo@example.org', password: 'secret' }

/** Opens two tabs of one browser, which notify each other of storage changes. */
function twoTabs(server = goodServer()) {
  const platform = memoryPlatform({ cookies: { fretwork: cookieOf(tokenOf()) } })
  const [first, second] = [tabOf(server, platform), tabOf(server, platform)]
  first.auth.init()
  second.auth.init()
  const deliver = () => platform.storage.change('fretworkSession', platform.storage.get('fretworkSession'))
  return { platform, first, second, deliver }
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

it('logging out in one tab logs out the other tab, which reports the logout', async () => {
  const { platform, first, second, deliver } = twoTabs()
  await first.auth.logout()
  const signal = platform.storage.get('fretworkSession')
  expect(signal).toMatch(/^loggedOut /)
  await platform.clock.advance(5)
  deliver()
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
  const { platform, first, second, deliver } = twoTabs()
  const before = platform.cookies.get('fretwork') ?? ''
  await first.auth.logout()
  platform.cookies.set('fretwork', before, { days: 365 })
  deliver()
  expect(second.auth.state.getState().status).toBe('loggedIn')
  platform.cookies.remove('fretwork')
  await platform.clock.advance(20)
  expect([second.auth.state.getState().status, second.loggedOut]).toEqual(['loggedOut', ['elsewhere']])

  await first.auth.login(CREDENTIALS)
  const written = platform.cookies.get('fretwork') ?? ''
  platform.cookies.remove('fretwork')
  deliver()
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

it('a tab adopts tokens without a refresh token even if they have expired', async () => {
  const { platform, second } = twoTabs()
  const expired = tokenOf({ minutes: -1 })
  platform.cookies.set('fretwork', cookieOf(expired, ''), { days: 365 })
  await second.auth.refresh({ fresh: true })
  expect([second.auth.currentJwt(), second.calls()]).toEqual([expired, []])
})

it('a logout is not sent to the server if another tab logs out first', async () => {
  const { server, waiting } = pendingServer()
  const { platform, second, first } = twoTabs(server)
  await platform.clock.advance(46 * 60 * 1000)
  const leaving = second.auth.logout()
  await until(() => waiting.length === 1)
  platform.cookies.remove('fretwork')
  waiting[0]?.(ok({ jwt: tokenOf({ mark: 'late' }), refreshToken: 'r2' }))
  await leaving
  expect([second.calls(), second.loggedOut, first.calls()]).toEqual([['refresh'], ['user'], []])
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
  const { server, waiting } = pendingServer()
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
    const { server, waiting } = pendingServer()
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

it('after switching users, a tab does not repeat the previous user’s requests', async () => {
  const server = goodServer({ user: () => problem(401, 'token_expired') })
  const { platform, second } = twoTabs(server)
  platform.cookies.set('fretwork', cookieOf(tokenOf({ sub: 'u2' }), 'x1'), { days: 365 })
  await expect(second.api.call(currentUser)).rejects.toMatchObject({ code: 'token_expired' })
  expect(second.calls()).toEqual(['user'])
})
