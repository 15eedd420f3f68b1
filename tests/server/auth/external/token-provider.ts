// OpenID Provider whose authorization codes encode the token claims, so it can also issue invalid tokens.
// Browser tests use the spec-compliant provider in `openid-provider.ts`.
import { randomBytes } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { closed, listening } from '../../support/listening.js'

export const CLIENT_ID = 'fretwork-test'
export const CLIENT_SECRET = 'planted-client-secret-of-the-test'
export const REDIRECT = 'http://127.0.0.1:4680/login'
export const DISCOVERY = '/.well-known/openid-configuration'

/** Parameters that the browser passes to the server. */
export interface Callback {
  readonly code: string
  readonly codeVerifier: string
  readonly redirectUri: string
  readonly nonce: string
  readonly iss?: string
}

interface Vouching {
  /** Token claims that override those of the login. */
  readonly token?: object
  /** How the token is signed; with the published key by default. */
  readonly signed?: 'with the client secret' | 'by a stranger' | 'not at all'
}

const [known, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
const jwk = { ...(await exportJWK(known.publicKey)), alg: 'RS256', use: 'sig' }
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

export const json =
  (value: unknown, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

export async function tokenProvider() {
  const answers = new Map<string, RequestListener>()
  const asked: string[] = []
  const redeemed: Record<string, string>[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answers.get(request.url ?? '')?.(request, response)
  })
  const issuer = await listening(server)
  const discovery = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  }
  const provider = {
    issuer,
    discovery,
    /** Responses by path; tests can replace them. */
    answers,
    /** Form data of each redeemed code. */
    redeemed,
    keyId: 'first',
    countOf: (path: string) => asked.filter(url => url === path).length,
    straighten() {
      answers.set(DISCOVERY, json(provider.discovery))
      answers.set('/jwks', (...by) => json({ keys: [{ ...jwk, kid: provider.keyId }] })(...by))
      answers.set('/token', async (request, response) => {
        const form = Object.fromEntries(new URLSearchParams(await text(request)))
        redeemed.push(form)
        const id_token = await tokenOf(JSON.parse(Buffer.from(form.code ?? '', 'base64url').toString()))
        json({ access_token: 'x', token_type: 'Bearer', id_token })(request, response)
      })
    },
    /** Returns the callback of a login with the given claims. */
    signIn({ nonce = randomBytes(16).toString('base64url'), ...claims }: JWTPayload, how: Vouching = {}) {
      const code = base64url({ ...how, token: { nonce, ...claims, ...how.token } })
      return { code, codeVerifier: 'v'.repeat(43), redirectUri: REDIRECT, nonce: String(nonce) } as Callback
    },
    end: () => closed(server),
  }
  function tokenOf({ token, signed }: Vouching): string | Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, aud: CLIENT_ID, sub: 'someone', iat: now, exp: now + 600, ...token }
    if (signed === 'not at all') return `${base64url({ alg: 'none' })}.${base64url(claims)}.`
    if (signed === 'with the client secret')
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(CLIENT_SECRET))
    const header = { alg: 'RS256', kid: provider.keyId }
    const { privateKey } = signed === 'by a stranger' ? foreign : known
    return new SignJWT(claims).setProtectedHeader(header).sign(privateKey)
  }
  provider.straighten()
  return provider
}
