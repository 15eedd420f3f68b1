// A provider whose answers a test sets: tokens that no honest provider would sign.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { listening } from '../../support/listening.js'
import { CLIENT_ID } from './openid-provider.js'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
const foreign = await generateKeyPair('RS256')

export async function crookedProvider() {
  const jwk = { ...(await exportJWK(publicKey)), kid: 'crooked', alg: 'RS256', use: 'sig' }
  const answers = new Map<string, Answer>()
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    const answer = answers.get(request.url ?? '')
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  const issuer = await listening(server)
  const json =
    (value: unknown, status = 200): Answer =>
    (_request, response) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

  const discovery = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  }
  const now = () => Math.floor(Date.now() / 1000)
  const claims = (more: JWTPayload = {}): JWTPayload => ({
    iss: issuer,
    aud: CLIENT_ID,
    sub: 'someone',
    iat: now(),
    exp: now() + 600,
    ...more,
  })
  const grant = (idToken: string) =>
    answers.set('/token', json({ access_token: 'x', token_type: 'Bearer', id_token: idToken }))
  const straighten = () => {
    answers.set('/.well-known/openid-configuration', json(discovery))
    answers.set('/jwks', json({ keys: [jwk] }))
  }
  straighten()

  return {
    issuer,
    answers,
    json,
    discovery,
    straighten,
    /** How many requests came in. */
    asked: () => asked,
    /** The token endpoint gives a token of these claims, signed by the key that the key set shows. */
    async grantClaims(more: JWTPayload, { kid = 'crooked', foreignKey = false } = {}) {
      const token = new SignJWT(claims(more)).setProtectedHeader({ alg: 'RS256', kid })
      grant(await token.sign(foreignKey ? foreign.privateKey : privateKey))
    },
    async grantHmac(more: JWTPayload, secret: string) {
      const token = new SignJWT(claims(more)).setProtectedHeader({ alg: 'HS256' })
      grant(await token.sign(new TextEncoder().encode(secret)))
    },
    grantUnsigned(more: JWTPayload) {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      grant(`${part({ alg: 'none' })}.${part(claims(more))}.`)
    },
    async end() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
