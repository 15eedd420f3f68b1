// A real OpenID Provider on a port of its own, with people in it, and a browser that signs in there.
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import { listening } from '../../support/listening.js'

export const REDIRECT = 'http://127.0.0.1:4680/login'
export const CLIENT_ID = 'fretwork-test'
export const CLIENT_SECRET = 'planted-client-secret-of-the-test'

export type Person = Record<string, unknown>

/** What the browser hands to our server. */
export interface Callback {
  code: string
  codeVerifier: string
  redirectUri: string
  nonce: string
  iss: string
}

const newKey = async () => exportJWK((await generateKeyPair('RS256', { extractable: true })).privateKey)
const firstKey = await newKey()

/** @param redirect where it may send a browser back to */
export async function openidProvider(redirect = REDIRECT) {
  const people = new Map<string, Person>()
  const asked: string[] = []
  let handler: RequestListener = (_request, response) => void response.writeHead(503).end()
  let detour: RequestListener | undefined
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    ;(detour ?? handler)(request, response)
  })
  const issuer = await listening(server)

  const begin = async (kid: string) => {
    const key = { ...(kid === 'first' ? firstKey : await newKey()), kid, alg: 'RS256', use: 'sig' }
    handler = providerOf(issuer, people, key, redirect).callback()
  }
  await begin('first')

  return {
    issuer,
    people,
    /** How often a path was asked for. */
    countOf: (path: string) => asked.filter(url => url.startsWith(path)).length,
    /** Signs with a new key from now on, as providers do. */
    rotate: begin,
    /** Answers in place of the provider; `undefined` gives it back. */
    divert: (listener?: RequestListener) => {
      detour = listener
    },
    signIn: (subject: string, more: Partial<{ nonce: string; clientId: string }> = {}) =>
      signIn(issuer, subject, more),
    async end() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function providerOf(
  issuer: string,
  people: ReadonlyMap<string, Person>,
  key: object,
  redirect: string,
): Provider {
  const client = {
    client_secret: CLIENT_SECRET,
    redirect_uris: [redirect],
    token_endpoint_auth_method: 'client_secret_post',
  } as const
  return new Provider(issuer, {
    clients: [
      { ...client, client_id: CLIENT_ID },
      { ...client, client_id: 'another-client' },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['test'] },
    // Seconds.
    ttl: { AccessToken: 600, Grant: 600, IdToken: 3600, Interaction: 600, Session: 600 },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'xms_edov', 'verified_primary_email'],
      profile: ['name', 'locale'],
    },
    conformIdTokenClaims: false,
    findAccount: (_ctx, subject) => ({
      accountId: subject,
      claims: async () => ({ ...people.get(subject), sub: subject }),
    }),
    // Everyone has agreed already.
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
}

async function signIn(
  issuer: string,
  subject: string,
  { nonce = randomBytes(16).toString('base64url'), clientId = CLIENT_ID } = {},
): Promise<Callback> {
  const codeVerifier = randomBytes(32).toString('base64url')
  const parameters = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: REDIRECT,
    scope: 'openid email profile',
    nonce,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  const visit = browser()
  const form = await visit(`${issuer}/auth?${new URLSearchParams(parameters)}`)
  const entered = await visit(form, new URLSearchParams({ prompt: 'login', login: subject, password: 'x' }))
  const callback = new URL(await visit(entered)).searchParams
  const code = callback.get('code')
  if (!code) throw new Error(`No code came back: ${callback}`)
  return { code, codeVerifier, redirectUri: REDIRECT, nonce, iss: callback.get('iss') ?? '' }
}

/** Keeps cookies; each visit gives the address that it leads to. */
function browser() {
  const cookies = new Map<string, string>()
  return async (url: string, form?: URLSearchParams): Promise<string> => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(pair => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    const place = response.headers.get('location')
    if (place === null) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
    return new URL(place, url).href
  }
}
