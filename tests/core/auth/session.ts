/** Helpers for session tests: tokens, a fake server and browser tabs. */

import { Auth } from '../../../src/core/auth/auth.js'
import type { LoggedOut } from '../../../src/core/auth/session.js'
import { FEATURE_CLAIM, ROLE_CLAIM } from '../../../src/core/contract/claims.js'
import { EventBus } from '../../../src/core/events/event-bus.js'
import { ApiClient } from '../../../src/core/http/api-client.js'
import { type MemoryPlatform, memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { createLogger } from '../../../src/core/platform/ports.js'
import { TenantService } from '../../../src/core/tenant/tenant-service.js'
import { type Answering, fakeTransport, type GivenAnswer, ok, problem } from '../http/fake-transport.js'

/** Start of the test clock, in seconds since 1970. */
export const START = new Date('2026-01-01T12:00:00').getTime() / 1000

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export function jwtOf(payload: object): string {
  return `${encoded({ alg: 'ES256', typ: 'at+jwt' })}.${encoded(payload)}.signature`
}

/**
 * @param minutes token lifetime from the start of the test clock @param mark text that makes tokens
 * distinguishable
 */
export function tokenOf({ sub = 'u1', minutes = 45, mark = '', roles = [] as string[], features = '' } = {}) {
  return jwtOf({
    ...{ sub, tenant: 'fretwork', sid: 's1', email: `${sub}@example.org`, name: `Name of ${sub}` },
    ...{ exp: START + minutes * 60, mark, [ROLE_CLAIM]: roles, [FEATURE_CLAIM]: features },
  })
}

export const cookieOf = (jwt: string, refreshToken = 'r1') =>
  JSON.stringify({ jwt, refreshToken, rememberMe: true })

/** Simulates a login in another tab, which this tab detects by the cookie. */
export function logInElsewhere(
  { cookies, storage }: Pick<MemoryPlatform, 'cookies' | 'storage'>,
  sub: string,
) {
  cookies.set('fretwork', cookieOf(tokenOf({ sub })), { days: 1 })
  storage.change('fretworkSession', sub)
}

export const USER = {
  ...{ id: 'u1', email: 'jo@example.org', name: 'Jo from the server', emailVerified: true, roles: [] },
  features: [],
}

/** Creates a server that accepts every password and rotates `r1` to `r2`, `r2` to `r3` and so on. */
export function goodServer(overrides: Partial<Record<string, Answering>> = {}): Answering {
  return request => {
    const call = request.url.split('/').at(-1) ?? ''
    const own = overrides[call]
    if (own) return own(request)
    if (call === 'login' || call === 'external') return ok({ jwt: tokenOf(), refreshToken: 'r1' })
    if (call === 'user') return ok(USER)
    if (call === 'logout') return { status: 204 }
    const { refreshToken } = request.body as { refreshToken: string }
    const next = `r${Number(refreshToken.slice(1)) + 1}`
    return ok({ jwt: tokenOf({ mark: next }), refreshToken: next })
  }
}

/** Creates a server whose refresh requests stay pending until the test answers them. */
export function pendingServer() {
  const waiting: ((answer: GivenAnswer) => void)[] = []
  const refresh = () => new Promise<GivenAnswer>(resolve => waiting.push(resolve))
  return { server: goodServer({ refresh }), waiting }
}

export const rejectedRefresh = { refresh: () => problem(401, 'refresh_refused') }

/** Creates a tab. Tabs with the same platform share cookies, storage, locks and the clock. */
export function tabOf(answering: Answering = goodServer(), platform: MemoryPlatform = memoryPlatform()) {
  const { transport, sent } = fakeTransport(answering)
  const log = createLogger(platform.log, 'core')
  const events = new EventBus(log)
  const tenant = new TenantService(platform.storage, log)
  const api = new ApiClient({ baseUrl: '' }, tenant, transport)
  const auth = new Auth(platform, api, tenant, events, log)
  const loggedOut: LoggedOut['reason'][] = []
  auth.onLoggedOut(({ reason }) => void loggedOut.push(reason))
  const calls = () => sent.map(({ url }) => url.split('/').at(-1))
  const cookie = (): unknown => JSON.parse(platform.cookies.get('fretwork') ?? 'null')
  const warnings = () => platform.logged.filter(({ level }) => level === 'warn').length
  return { auth, api, platform, events, sent, calls, cookie, loggedOut, warnings, tenant }
}

export function tabWithSession(answering: Answering = goodServer(), jwt = tokenOf(), refreshToken = 'r1') {
  const platform = memoryPlatform({ cookies: { fretwork: cookieOf(jwt, refreshToken) } })
  const tab = tabOf(answering, platform)
  tab.auth.init()
  return tab
}

/** Lets pending promises and immediates settle. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise<void>(resolve => setImmediate(resolve))
}

export async function advanceSeconds({ clock }: MemoryPlatform, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await settle()
    await clock.advance(1000)
  }
  await settle()
}
