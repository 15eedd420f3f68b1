/** External login (OpenID Connect, authorization code with PKCE). */
import * as z from 'zod/mini'
import type { ExternalLogin } from '../../core/auth/auth.js'
import { PROVIDER_NAMES, type ProviderId, providersOf } from '../../core/auth/providers.js'
import { PROVIDERS } from '../../core/contract/sign-up.js'
import type { TenantCard } from '../../core/contract/tenant.js'
import type { ErrorSentence } from '../../core/http/error-sentences.js'
import { codeOf, FretworkError } from '../../core/platform/fretwork-error.js'
import { storedJson } from '../../core/platform/json.js'
import { phrases } from '../../core/platform/phrases.js'

/** Storage for one browser tab. A login can only be finished in the tab that started it. */
export interface TabStorage {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
}

const pendingLogin = z.object({
  provider: z.enum(PROVIDERS),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  redirectUri: z.string(),
  /** Path to open after the login. It is validated again before use. */
  returnTo: z.optional(z.string()),
})
type PendingLogin = z.infer<typeof pendingLogin>

/** Other providers can only be asked for a fresh login (OpenID Connect Core, 3.1.2.1). */
const SUPPORTS_SELECT_ACCOUNT = /^https:\/\/(accounts\.google\.com|login\.microsoftonline\.com)\//

export interface LoginRequest {
  readonly tenant: TenantCard
  readonly provider: string
  readonly storage: TabStorage
  readonly redirectUri: string
  readonly returnTo?: string | undefined
  readonly hint?: string | undefined
  readonly selectAccount?: boolean
}

/** Our codes by provider error (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6). */
const PROVIDER_ERRORS: Readonly<Record<string, string>> = {
  access_denied: 'access_denied',
  account_selection_required: 'access_denied',
  consent_required: 'access_denied',
  interaction_required: 'access_denied',
  login_required: 'access_denied',
  invalid_request: 'invalid_request',
  invalid_scope: 'invalid_request',
  unauthorized_client: 'invalid_request',
  unsupported_response_type: 'invalid_request',
  temporarily_unavailable: 'request_failed',
}

/**
 * Starts a login and discards a pending one.
 * @returns the provider's URL
 * @throws FretworkError `request_invalid`
 */
export async function beginSignIn(request: LoginRequest): Promise<string> {
  const { tenant, storage, redirectUri, returnTo, hint, selectAccount } = request
  const provider = providersOf(tenant).find(id => id === request.provider)
  const card = tenant.providers.find(({ id }) => id === provider)
  if (!provider || !card) {
    throw new FretworkError(
      'request_invalid',
      `${tenant.name} doesn’t support logging in with "${request.provider}".`,
    )
  }
  const secrets = { state: randomText(), nonce: randomText(), codeVerifier: randomText() }
  const pending: PendingLogin = {
    provider,
    ...secrets,
    redirectUri,
    ...(returnTo !== undefined && { returnTo }),
  }
  storage.set(keyOf(tenant), JSON.stringify(pending))
  const url = new URL(card.authorizeUrl)
  const parameters = {
    client_id: card.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await challengeOf(secrets.codeVerifier),
    code_challenge_method: 'S256',
    ...(hint !== undefined && { login_hint: hint }),
    ...(selectAccount && {
      prompt: SUPPORTS_SELECT_ACCOUNT.test(card.authorizeUrl) ? 'select_account' : 'login',
    }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

export interface Callback {
  readonly provider?: ProviderId
  readonly returnTo?: string | undefined
  readonly credentials?: ExternalLogin
  readonly errorCode?: string
}

/** Reads the provider's callback and clears the pending login, so that a second callback is rejected. */
export function takeCallback(query: URLSearchParams, tenant: TenantCard, storage: TabStorage): Callback {
  const pending = takePending(tenant, storage)
  // A forged callback could log users in to an attacker's account (RFC 6749, 10.12).
  if (!pending || query.get('state') !== pending.state) return { errorCode: 'request_invalid' }
  const { provider, returnTo, codeVerifier, redirectUri, nonce } = pending
  const error = query.get('error')
  if (error !== null) {
    const errorCode =
      (Object.hasOwn(PROVIDER_ERRORS, error) ? PROVIDER_ERRORS[error] : undefined) ?? 'server_error'
    return { provider, returnTo, errorCode }
  }
  const code = query.get('code')
  if (!code) return { provider, returnTo, errorCode: 'invalid_request' }
  const iss = query.get('iss')
  const credentials = { provider, code, codeVerifier, redirectUri, nonce, ...(iss !== null && { iss }) }
  return { provider, returnTo, credentials }
}

const keyOf = (tenant: TenantCard) => `${tenant.key}SignIn`

function takePending(tenant: TenantCard, storage: TabStorage): PendingLogin | undefined {
  const text = storage.get(keyOf(tenant))
  storage.remove(keyOf(tenant))
  return storedJson(pendingLogin, text)
}

/** 256 bits in 43 characters, enough for a state, a nonce and a code verifier (RFC 7636, 4.1). */
const randomText = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** Returns the PKCE challenge for a verifier (RFC 7636, 4.2, method S256). */
async function challengeOf(verifier: string): Promise<string> {
  // `subtle` is undefined on pages that are neither HTTPS nor localhost.
  const subtle: typeof crypto.subtle | undefined = crypto.subtle
  if (!subtle) {
    throw new FretworkError(
      'page_insecure',
      'A secure connection is required. Open this page at its https address.',
    )
  }
  return base64url(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Messages for the seven external login codes (specification, section 8) and our own two. */
const SENTENCES: Readonly<Record<string, string>> = phrases({
  access_denied:
    'The login was declined or canceled at {{provider}}. Try again, use a different account, or log in with your password.',
  invalid_request: '{{provider}} couldn’t process the request. Try again, or log in with your password.',
  request_invalid:
    'This login wasn’t started in this tab or doesn’t match this site’s setup. Start again, or log in with your password.',
  invalid_token:
    'The response from {{provider}} doesn’t match this login, so it was rejected. Start again, or log in with your password.',
  stale_token:
    'This login took too long or has already been used. Start again, or log in with your password.',
  server_error: 'There was a problem with {{provider}}. Log in with your password, or try again later.',
  request_failed: 'Can’t reach {{provider}}. Try again in a minute, or log in with your password.',
  email_unverified:
    '{{provider}} hasn’t verified your email address. Verify it there, or register here with an email address and password.',
  page_insecure: '{{provider}} requires a secure connection. Open this page at its https address.',
})

export function externalSentence(
  error: unknown,
  provider: ProviderId | undefined,
): ErrorSentence | undefined {
  const code = typeof error === 'string' ? error : codeOf(error)
  const sentence = Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : undefined
  if (sentence === undefined) return undefined
  return { sentence, values: provider ? { provider: PROVIDER_NAMES[provider] } : {} }
}
