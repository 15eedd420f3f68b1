/** External sign-in (OpenID Connect, code with PKCE) without a screen: what leaves for the provider, and what may come back. */
import * as z from 'zod/mini'
import { PROVIDERS } from '../../core/api/sign-up.js'
import type { TenantCard } from '../../core/api/tenant.js'
import type { ExternalLogin } from '../../core/auth/auth.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { type ProviderId, providersOf } from './providers.js'
import { challengeOf, randomText } from './secrets.js'

/** What one tab keeps: each sign-in belongs to the tab that began it. */
export interface TabMemory {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
}

/** A sign-in that is under way at a provider. */
const begun = z.object({
  provider: z.enum(PROVIDERS),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  redirectUri: z.string(),
  /** Where the log-in leads; checked again when it does. */
  returnTo: z.optional(z.string()),
})
type Begun = z.infer<typeof begun>

/** These two let one choose among accounts; of another only the log-in can be asked for (OpenID Connect Core, 3.1.2.1). */
const KNOWS_ACCOUNTS = /^https:\/\/(accounts\.google\.com|login\.microsoftonline\.com)\//

export interface Beginning {
  readonly tenant: TenantCard
  readonly provider: string
  readonly memory: TabMemory
  /** Where the provider sends the browser back to, as it is registered there. */
  readonly redirectUri: string
  readonly returnTo?: string | undefined
  /** The account's address, where it is known. */
  readonly hint?: string | undefined
  /** Whether the provider shall ask for an account even if it knows one. */
  readonly asks?: boolean
}

/** What a provider may call its refusals (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6), in our codes. */
const REFUSALS: Readonly<Record<string, string>> = {
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
 * Notes a new sign-in in this tab, in place of one that came to nothing.
 * @returns the provider's address to go to
 * @throws FretworkError `request_invalid` for a provider that the tenant does not have
 */
export async function beginSignIn(beginning: Beginning): Promise<string> {
  const { tenant, memory, redirectUri, returnTo, hint, asks } = beginning
  const provider = providersOf(tenant).find(id => id === beginning.provider)
  const card = tenant.providers.find(({ id }) => id === provider)
  if (!provider || !card) {
    throw new FretworkError('request_invalid', `${tenant.name} has no sign-in by "${beginning.provider}".`)
  }
  const secrets = { state: randomText(), nonce: randomText(), codeVerifier: randomText() }
  const noted: Begun = { provider, ...secrets, redirectUri, ...(returnTo !== undefined && { returnTo }) }
  memory.set(keyOf(tenant), JSON.stringify(noted))
  const address = new URL(card.authorizeUrl)
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
    ...(asks && { prompt: KNOWS_ACCOUNTS.test(card.authorizeUrl) ? 'select_account' : 'login' }),
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address.href
}

export interface Callback {
  /** Who was asked; undefined where this tab did not ask anybody. */
  readonly provider?: ProviderId
  readonly returnTo?: string | undefined
  /** What logs in … */
  readonly credentials?: ExternalLogin
  /** … or why nothing can: one of the seven codes of external sign-in. */
  readonly refusal?: string
}

/**
 * Reads a provider's answer. The sign-in that it belongs to is used up by it, whatever it says: a second answer
 * finds nothing that was begun.
 */
export function takeCallback(query: URLSearchParams, tenant: TenantCard, memory: TabMemory): Callback {
  const noted = take(tenant, memory)
  // Somebody may have made this address to log us in as themselves (RFC 6749, 10.12).
  if (!noted || query.get('state') !== noted.state) return { refusal: 'request_invalid' }
  const { provider, returnTo, codeVerifier, redirectUri, nonce } = noted
  const error = query.get('error')
  if (error !== null) return { provider, returnTo, refusal: refusalFor(error) }
  const code = query.get('code')
  if (!code) return { provider, returnTo, refusal: 'invalid_request' }
  const iss = query.get('iss')
  const credentials = { provider, code, codeVerifier, redirectUri, nonce, ...(iss !== null && { iss }) }
  return { provider, returnTo, credentials }
}

/** Whatever stands there: it comes from an address. */
function refusalFor(error: string): string {
  return (Object.hasOwn(REFUSALS, error) ? REFUSALS[error] : undefined) ?? 'server_error'
}

const keyOf = (tenant: TenantCard) => `${tenant.key}SignIn`

function take(tenant: TenantCard, memory: TabMemory): Begun | undefined {
  const text = memory.get(keyOf(tenant))
  memory.remove(keyOf(tenant))
  try {
    return begun.parse(JSON.parse(text ?? ''))
  } catch {
    // Nothing of ours is there: then nothing was begun.
    return undefined
  }
}
