// OpenID Provider with test users on its own port.
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import { closed, listening } from '../../support/listening.js'
import { CLIENT_ID, CLIENT_SECRET } from './token-provider.js'

/** @param redirect allowed redirect URI */
export async function openidProvider(redirect: string) {
  const people = new Map<string, Record<string, unknown>>()
  const server = createServer()
  const issuer = await listening(server)
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirect],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'first', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['test'] },
    // Token lifetimes, s.
    ttl: { AccessToken: 600, Grant: 600, IdToken: 3600, Interaction: 600, Session: 600 },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'locale'] },
    conformIdTokenClaims: false,
    findAccount: (_ctx, subject) => ({
      accountId: subject,
      claims: async () => ({ ...people.get(subject), sub: subject }),
    }),
    // Every user has already consented.
    async loadExistingGrant(ctx) {
      const { oidc } = ctx
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  server.on('request', provider.callback())
  return {
    issuer,
    people,
    end: () => closed(server),
  }
}
