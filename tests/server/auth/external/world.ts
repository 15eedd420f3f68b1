// Server with two OpenID Providers, and helpers for external login tests.
import type { JWTPayload } from 'jose'
import { afterAll } from 'vitest'
import { asOwner } from '../../../../server/database/connection.js'
import { type ExternalProvider, setProvider } from '../../../../server/tenants/external-providers.js'
import { AUTH, serverForFile } from '../../support/test-app.js'
import { type Callback, CLIENT_ID, CLIENT_SECRET, REDIRECT, tokenProvider } from './token-provider.js'

export const settingsFor = (
  provider: ExternalProvider['provider'],
  issuer: string,
  more: Partial<ExternalProvider> = {},
): ExternalProvider => ({
  ...{ provider, issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, authorizeUrl: `${issuer}/auth` },
  redirectUris: [REDIRECT],
  origins: [],
  ...more,
})

/** Configures the providers `google` and `windows` in both tenants. The clock starts at the current time. */
export async function externalWorld() {
  const { db, server } = await serverForFile({ env: { FRETWORK_LOGINS_PER_MINUTE: '10000,10000' } })
  server.clock.now = Date.now()
  const [google, windows] = [await tokenProvider(), await tokenProvider()]
  afterAll(() => Promise.all([google.end(), windows.end()]))
  const setUp = (settings: ExternalProvider, tenant = 'fretwork') =>
    asOwner(db.address, owner => setProvider(owner, tenant, settings))
  for (const tenant of ['fretwork', 'other']) {
    await setUp(settingsFor('google', google.issuer), tenant)
    await setUp(settingsFor('windows', windows.issuer), tenant)
  }
  const post = (provider: string, callback: Callback, tenant = 'fretwork') =>
    server.send(`${AUTH}/external`, { body: { provider, ...callback }, tenant })
  return {
    ...server,
    ...{ db, google, windows, setUp, post },
    viaGoogle: (claims: JWTPayload, tenant?: string) => post('google', google.signIn(claims), tenant),
    viaWindows: (claims: JWTPayload) => post('windows', windows.signIn(claims)),
    /** Returns the user of a successful login. */
    async userOf(answer: Awaited<ReturnType<typeof post>>, tenant = 'fretwork') {
      if (answer.statusCode !== 200) throw new Error(`The sign-in failed: ${answer.body}`)
      const user = await server.send(`${AUTH}/user`, { jwt: answer.json().jwt, tenant })
      return user.json() as {
        id: string
        email: string
        name: string
        emailVerified: boolean
        features: string[]
      }
    },
  }
}
