import { expect, it } from 'vitest'
import {
  forgetProvider,
  logOutOfProvider,
  type ProviderParts,
  providerHints,
  rememberProvider,
} from '../../../src/core/auth/providers.js'
import { type LoggedOut } from '../../../src/core/auth/session.js'
import { type TenantCard } from '../../../src/core/contract/tenant.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { createLogger } from '../../../src/core/platform/ports.js'
import { problem } from '../http/fake-transport.js'
import { goodServer, rejectedRefresh, tabWithSession } from './session.js'

const MICROSOFT = 'https://login.microsoftonline.com/common/oauth2/v2.0'
const redirectUri = 'https://studio.example/login'

function world(authorizeUrl = `${MICROSOFT}/authorize`, stored: Record<string, string> = {}) {
  const platform = memoryPlatform({ stored })
  const current: TenantCard = {
    ...{ key: 'studio', name: 'Studio', accent: '#000000', languages: ['en'] },
    providers: [
      { id: 'google', clientId: 'g', authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth' },
      { id: 'windows', clientId: 'w', authorizeUrl },
    ],
  }
  const tenant = { current, storageKey: (suffix: string) => `studio${suffix}` }
  const parts: ProviderParts = { storage: platform.storage, tenant, log: createLogger(platform.log, 'core') }
  return { parts, platform }
}

it('a Google logout forgets the account, and the next login shows the account chooser', () => {
  const { parts } = world()
  rememberProvider(parts, { provider: 'google', redirectUri, hint: 'ada@example.org' })
  expect(providerHints(parts, 'google')).toEqual({ hint: 'ada@example.org', selectAccount: false })
  expect(logOutOfProvider(parts)).toBeUndefined()
  expect(providerHints(parts, 'google')).toEqual({ hint: undefined, selectAccount: true })
  expect(providerHints(parts, 'windows')).toEqual({ hint: undefined, selectAccount: false })
})

it('a Microsoft logout goes through Microsoft’s logout page and returns to the app', () => {
  const { parts } = world()
  rememberProvider(parts, { provider: 'windows', redirectUri })
  const address = new URL(logOutOfProvider(parts) ?? '')
  expect(address.origin + address.pathname).toBe(`${MICROSOFT}/logout`)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: 'w',
    post_logout_redirect_uri: redirectUri,
  })
  expect(logOutOfProvider(parts)).toBeUndefined()
})

it.each([
  'https://login.example.org/auth',
  'https://login.microsoftonline.com.evil.example/common/oauth2/v2.0/authorize',
])('no logout page is derived from the authorization URL %s', authorizeUrl => {
  const { parts } = world(authorizeUrl)
  rememberProvider(parts, { provider: 'windows', redirectUri })
  expect(logOutOfProvider(parts)).toBeUndefined()
})

it('logging out of a password session does not redirect to the provider', () => {
  const { parts } = world()
  rememberProvider(parts, { provider: 'google', redirectUri, hint: 'ada@example.org' })
  logOutOfProvider(parts)
  forgetProvider(parts)
  expect(logOutOfProvider(parts)).toBeUndefined()
  expect(providerHints(parts, 'google')).toEqual({ hint: undefined, selectAccount: true })
  rememberProvider(parts, { provider: 'windows', redirectUri })
  forgetProvider(parts)
  expect(logOutOfProvider(parts)).toBeUndefined()
})

it.each(['{', '[]', 'null', '7', '{"provider":7}'])('a corrupt storage entry is ignored: %s', text => {
  const { parts } = world(undefined, { studioProvider: text })
  expect(logOutOfProvider(parts)).toBeUndefined()
  expect(providerHints(parts, 'google')).toEqual({ hint: undefined, selectAccount: false })
})

it('provider logout succeeds even if browser storage is unavailable', () => {
  const { parts, platform } = world()
  const full = {
    ...parts,
    storage: {
      ...platform.storage,
      set: () => {
        throw new Error('full')
      },
    },
  }
  rememberProvider(full, { provider: 'windows', redirectUri })
  expect(logOutOfProvider(full)).toBeUndefined()
  expect(platform.logged.map(({ level }) => level)).toContain('warn')
})

const REDIRECT = 'https://fretwork.test/login'

async function sessionFrom(provider: string, authorizeUrl: string, server = goodServer()) {
  const tab = tabWithSession(server)
  await tab.tenant.learn(async () => ({
    ...tab.tenant.current,
    providers: [{ id: provider, clientId: 'our-client', authorizeUrl }],
  }))
  const { storage } = tab.platform
  const parts = { storage, tenant: tab.tenant, log: createLogger(tab.platform.log, 'core') }
  rememberProvider(parts, { provider, redirectUri: REDIRECT, hint: 'jo@example.org' })
  const ended: LoggedOut[] = []
  tab.auth.onLoggedOut(event => void ended.push(event))
  return { ...tab, ended, hints: () => providerHints(parts, provider) }
}

it('logging out of a Microsoft session redirects to Microsoft’s logout page', async () => {
  const { auth, ended } = await sessionFrom('windows', `${MICROSOFT}/authorize`)
  await auth.logout()
  const query = new URLSearchParams({ client_id: 'our-client', post_logout_redirect_uri: REDIRECT })
  expect(ended).toEqual([{ reason: 'user', onward: `${MICROSOFT}/logout?${query}` }])
})

it('an expired session does not redirect to a logout page and keeps the account hint', async () => {
  const server = goodServer({ ...rejectedRefresh, user: () => problem(401, 'session_ended') })
  const { auth, ended, hints } = await sessionFrom('windows', `${MICROSOFT}/authorize`, server)
  await auth.start()
  expect(ended).toEqual([{ reason: 'expired', onward: undefined }])
  expect(hints()).toEqual({ hint: 'jo@example.org', selectAccount: false })
})
