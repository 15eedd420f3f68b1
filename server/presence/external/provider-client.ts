// Trades a provider's code for what it vouches for: discovery, exchange, and every check of the ID token.
import { compactVerify, createRemoteJWKSet, customFetch as keyFetch, type RemoteJWKSet } from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  type IDToken,
  None,
} from 'openid-client'
import { Problem } from '../../http/problem.js'
import type { ExternalProvider } from '../../tenancy/external-providers.js'
import { providerFetch, refusal } from './provider-fetch.js'
import { refusalOf } from './refusals.js'

/** Asymmetric ones only: with HS256 our own client secret would be the key. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']
/** A new key of a provider is looked for this often, however many tokens name one that is not there. */
const KEYS_AGAIN_MS = 60_000
const DISCOVERY_MS = 60 * 60_000
/** Longer than our own fetch waits, so that its refusal is the one that counts. */
const LIBRARY_SECONDS = 15
/** Microsoft's entrances for accounts of any tenant: each token then names its own tenant as the issuer. */
const MICROSOFT_SHARED = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)\/v2\.0$/

/** What a browser brings back from a provider. */
export interface Attempt {
  readonly code: string
  readonly codeVerifier: string
  readonly redirectUri: string
  readonly nonce: string
  /** The issuer that the callback named (RFC 9207). */
  readonly iss?: string | undefined
}

interface Client {
  readonly config: Configuration
  readonly keys: RemoteJWKSet
}

interface Remembered {
  readonly settings: string
  /** Milliseconds since 1970. */
  readonly until: number
  readonly client: Promise<Client>
}

export class ProviderClients {
  readonly #remembered = new Map<string, Remembered>()

  /** @param now milliseconds since 1970. */
  constructor(private readonly now: () => number) {}

  /**
   * The claims of the ID token that the code was worth.
   * @param owner whose settings these are: a tenant's key
   * @throws Problem with one of the seven codes of external sign-in.
   */
  async redeem(owner: string, settings: ExternalProvider, attempt: Attempt): Promise<IDToken> {
    try {
      const { config, keys } = await this.#clientOf(owner, settings)
      refuseForeignCallback(config, attempt.iss)
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
      // The library looks at it only where there are several audiences.
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
      // An outage is not remembered: the next attempt asks again.
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
    // Settings take plain http for this machine alone.
    execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : [],
  })
  const { issuer: found, jwks_uri: keyAddress } = config.serverMetadata()
  if (found !== settings.issuer && !MICROSOFT_SHARED.test(settings.issuer)) {
    throw refusal('server_error', `${settings.issuer} calls itself ${found}`)
  }
  if (!keyAddress || !URL.canParse(keyAddress)) throw refusal('server_error', 'the key set has no address')
  const keys = createRemoteJWKSet(new URL(keyAddress), {
    [keyFetch]: fetch,
    cooldownDuration: KEYS_AGAIN_MS,
    timeoutDuration: LIBRARY_SECONDS * 1000,
  })
  return { config, keys }
}

/** Against mix-up (RFC 9207): a callback of another provider, or one whose issuer was taken away. */
function refuseForeignCallback(config: Configuration, iss: string | undefined): void {
  const { issuer, authorization_response_iss_parameter_supported: promised } = config.serverMetadata()
  if (iss === undefined ? promised === true : iss !== issuer) throw new Problem('request_invalid')
}
