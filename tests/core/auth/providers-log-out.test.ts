import { describe, expect, it } from 'vitest'
import { rememberVisit, visitHints } from '../../../src/core/auth/providers.js'
import type { LoggedOut } from '../../../src/core/auth/session.js'
import { createLogger } from '../../../src/core/platform/logger.js'
import { problem } from '../http/fake-transport.js'
import { goodServer, refusedRefresh, tabWithSession } from './session.js'

const MICROSOFT = 'https://login.microsoftonline.com/common/oauth2/v2.0'
const REDIRECT = 'https://fretwork.test/login'

/** A session that a provider vouched for. */
async function sessionFrom(provider: string, authorizeUrl: string, server = goodServer()) {
  const tab = tabWithSession(server)
  await tab.tenant.learn(async () => ({
    ...tab.tenant.current,
    providers: [{ id: provider, clientId: 'our-client', authorizeUrl }],
  }))
  const { storage } = tab.platform
  const parts = { storage, tenant: tab.tenant, log: createLogger(tab.platform.log, 'core') }
  rememberVisit(parts, { provider, redirectUri: REDIRECT, hint: 'jo@example.org' })
  const ended: LoggedOut[] = []
  tab.auth.onLoggedOut(event => void ended.push(event))
  return { ...tab, ended, hints: () => visitHints(parts, provider) }
}

describe('a log-out from a session that an external provider vouched for', () => {
  it('of Windows leads to the page that ends its session', async () => {
    const { auth, ended } = await sessionFrom('windows', `${MICROSOFT}/authorize`)
    await auth.logout()
    const query = new URLSearchParams({ client_id: 'our-client', post_logout_redirect_uri: REDIRECT })
    expect(ended).toEqual([{ reason: 'user', onward: `${MICROSOFT}/logout?${query}` }])
  })

  it('that was not asked for leads nowhere and forgets nothing: the user comes back', async () => {
    const server = goodServer({ ...refusedRefresh, user: () => problem(401, 'session_ended') })
    const { auth, ended, hints } = await sessionFrom('windows', `${MICROSOFT}/authorize`, server)
    await auth.start()
    expect(ended).toEqual([{ reason: 'expired', onward: undefined }])
    expect(hints()).toEqual({ hint: 'jo@example.org', asks: false })
  })
})
