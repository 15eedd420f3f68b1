// Exchanges an authorization code for a verified ID token. Requests are limited to the provider's configured
// origins.
import {
  compactVerify,
  createRemoteJWKSet,
  errors as joseErrors,
  customFetch as keyFetch,
  type RemoteJWKSet,
} from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  ClientError,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  type FetchBody,
  type IDToken,
  None,
  ResponseBodyError,
} from 'openid-client'
import type { ErrorCode } from '../../../src/core/contract/errors.js'
import { Problem } from '../../http/problem.js'
import type { ExternalProvider } from '../../tenants/external-providers.js'

/** Asymmetric algorithms only: HS256 would use the client secret as the key. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']
const KEYS_COOLDOWN_MS = 60_000
const DISCOVERY_MS = 60 * 60_000
/** Library timeout, s. It is longer than the fetch timeout, so that the fetch error is the one reported. */
const LIBRARY_SECONDS = 15
/** Microsoft endpoints for accounts of any tenant. Their tokens have the account's tenant as the issuer. */
const MICROSOFT_SHARED = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)\/v2\.0$/

export interface Attempt {
  readonly code: string
  readonly codeVerifier: string
  readonly redirectUri: string
  readonly nonce: string
  readonly iss?: string | undefined
}

interface Client {
  readonly config: Configuration
  readonly keys: RemoteJWKSet
}

interface Remembered {
  readonly settings: string
  readonly until: number
  readonly client: Promise<Client>
}

export class ProviderClients {
  readonly #remembered = new Map<string, Remembered>()

  constructor(private readonly now: () => number) {}

  /**
   * @param owner key of the tenant that owns the settings
   * @throws Problem with an `ExternalCode`
   */
  async redeem(owner: string, settings: ExternalProvider, attempt: Attempt): Promise<IDToken> {
    try {
      const { config, keys } = await this.#clientOf(owner, settings)
      checkIssuer(config, attempt.iss)
      const callback = new URL(attempt.redirectUri)
      callback.searchParams.set('code', attempt.code)
      if (attempt.iss !== undefined) callback.searchParams.set('iss', attempt.iss)
      const answer = await authorizationCodeGrant(config, callback, {
        pkceCodeVerifier: attempt.codeVerifier,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      })
      const claims = answer.claims()
      if (!claims) throw new Problem('invalid_token')
      // The library checks `azp` only if the token has several audiences.
      if (claims.azp !== undefined && claims.azp !== settings.clientId) throw new Problem('invalid_token')
      await compactVerify(answer.id_token ?? '', keys, { algorithms: ALGORITHMS })
      return claims
    } catch (error) {
      throw refusalOf(error)
    }
  }

  #clientOf(owner: string, settings: ExternalProvider): Promise<Client> {
    const place = `${owner} ${settings.provider}`
    const written = JSON.stringify(settings)
    const before = this.#remembered.get(place)
    if (before && before.settings === written && before.until > this.now()) return before.client
    const made = { settings: written, until: this.now() + DISCOVERY_MS, client: discover(settings) }
    this.#remembered.set(place, made)
    made.client.catch(() => {
      // Don't cache failures, so that the next attempt retries.
      if (this.#remembered.get(place) === made) this.#remembered.delete(place)
    })
    return made.client
  }
}

async function discover(settings: ExternalProvider): Promise<Client> {
  const issuer = new URL(settings.issuer)
  const fetch = providerFetch([issuer.origin, ...settings.origins])
  const authentication =
    settings.clientSecret === undefined ? None() : ClientSecretPost(settings.clientSecret)
  const config = await discovery(issuer, settings.clientId, undefined, authentication, {
    [customFetch]: fetch,
    timeout: LIBRARY_SECONDS,
    // The settings allow plain HTTP for loopback addresses only.
    execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : [],
  })
  const { issuer: found, jwks_uri: keyAddress } = config.serverMetadata()
  if (found !== settings.issuer && !MICROSOFT_SHARED.test(settings.issuer)) {
    throw problemOf('server_error', `${settings.issuer} identifies itself as ${found}`)
  }
  if (!keyAddress || !URL.canParse(keyAddress)) throw problemOf('server_error', 'the key set has no URL')
  const keys = createRemoteJWKSet(new URL(keyAddress), {
    [keyFetch]: fetch,
    cooldownDuration: KEYS_COOLDOWN_MS,
    timeoutDuration: LIBRARY_SECONDS * 1000,
  })
  return { config, keys }
}

/**
 * Prevents mix-up attacks (RFC 9207): rejects callbacks from another provider and callbacks that lack a
 * promised issuer.
 */
function checkIssuer(config: Configuration, iss: string | undefined): void {
  const { issuer, authorization_response_iss_parameter_supported: promised } = config.serverMetadata()
  if (iss === undefined ? promised === true : iss !== issuer) throw new Problem('request_invalid')
}

export type ExternalCode = Extract<
  ErrorCode,
  | 'access_denied'
  | 'invalid_request'
  | 'request_invalid'
  | 'invalid_token'
  | 'stale_token'
  | 'server_error'
  | 'request_failed'
>

/** Error codes that providers return (RFC 6749, 4.1.2.1 and 5.2; OpenID Connect Core, 3.1.2.6). */
const BY_PROVIDER: Readonly<Record<string, ExternalCode>> = {
  access_denied: 'access_denied',
  account_selection_required: 'access_denied',
  consent_required: 'access_denied',
  interaction_required: 'access_denied',
  login_required: 'access_denied',
  invalid_request: 'invalid_request',
  invalid_scope: 'invalid_request',
  // The code has been used, has expired, or was issued for another client, redirect URI or code verifier.
  invalid_grant: 'stale_token',
  temporarily_unavailable: 'request_failed',
}

const BY_LIBRARY: Readonly<Record<string, ExternalCode>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'stale_token',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'invalid_token',
  OAUTH_INVALID_RESPONSE: 'invalid_token',
}

/** Library error codes for invalid signatures. All other codes concern the key set. */
const BAD_SIGNATURES = [
  joseErrors.JWSSignatureVerificationFailed,
  joseErrors.JWSInvalid,
  joseErrors.JOSEAlgNotAllowed,
  joseErrors.JWKSNoMatchingKey,
  joseErrors.JWKSMultipleMatchingKeys,
]

export function refusalOf(error: unknown): unknown {
  const own = problemIn(error)
  if (own) return own
  // A wrong client ID or secret is an operator error and is logged like a 5xx.
  if (error instanceof ResponseBodyError)
    return problemOf(BY_PROVIDER[error.error] ?? 'server_error', error.error)
  if (error instanceof ClientError)
    return problemOf(BY_LIBRARY[error.code ?? ''] ?? 'server_error', error.message)
  if (error instanceof joseErrors.JOSEError) {
    const signature = BAD_SIGNATURES.some(kind => error instanceof kind)
    return problemOf(signature ? 'invalid_token' : 'server_error', error.code)
  }
  return error
}

function problemIn(error: unknown): Problem | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Problem) return cause
  }
  return undefined
}

/**
 * The client gets the code and the log gets the reason. The OAuth library's error is dropped because it
 * contains tokens.
 */
function problemOf(code: ExternalCode, reason: string, cause?: unknown): Problem {
  return Object.assign(new Problem(code), { cause: new Error(reason, { cause }) })
}

/** Response limits. Microsoft's key set is about 20 KB with certificates. */
const LIMITS = { ms: 5000, bytes: 256 * 1024 }

interface ProviderRequest {
  readonly method?: string
  readonly headers?: Headers | Record<string, string>
  readonly body?: FetchBody
}

/**
 * @throws Problem `request_failed` if the provider is unreachable or fails, `server_error` if it redirects or
 * the response is too large
 */
export function providerFetch(origins: readonly string[], limits = LIMITS) {
  return async (url: string, { method = 'GET', headers = {}, body = null }: ProviderRequest) => {
    const { origin } = new URL(url)
    // Follow URLs from the provider's documents only if their origin is allowed.
    if (!origins.includes(origin))
      throw problemOf('server_error', `${origin} is not one of the allowed origins`)
    const signal = AbortSignal.timeout(limits.ms)
    let response: Response
    let content: Uint8Array | undefined
    try {
      response = await fetch(url, { method, headers, body: formOf(body), redirect: 'manual', signal })
      content = await contentOf(response, limits.bytes)
    } catch (error) {
      throw problemOf('request_failed', `${origin} isn’t responding`, error)
    }
    const { status } = response
    if (content === undefined)
      throw problemOf('server_error', `The response from ${origin} exceeds ${limits.bytes} bytes`)
    if (status >= 300 && status < 400) throw problemOf('server_error', `${origin} redirects (${status})`)
    if (status >= 500 || status === 429) throw problemOf('request_failed', `${origin} answered ${status}`)
    const type = response.headers.get('content-type')
    return new Response(status === 204 ? null : new Uint8Array(content), {
      status,
      headers: type === null ? {} : { 'content-type': type },
    })
  }
}

/** Request bodies to providers are always forms. */
function formOf(body: FetchBody): URLSearchParams | null {
  return body instanceof URLSearchParams ? body : null
}

async function contentOf(response: Response, limit: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.byteLength
    if (size > limit) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
