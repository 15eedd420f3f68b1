import { createToken } from '../platform/token.js'

export interface NetworkRequest {
  /** HTTP method; default: `GET`. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** How to read the body; default: `text`. */
  readonly as?: 'text' | 'json' | 'bytes'
  readonly signal?: AbortSignal
  /** Timeout, ms; default: 30,000; maximum: 60,000. */
  readonly timeoutMs?: number
  /** Maximum response size, bytes; default and upper limit: 10 MB. */
  readonly maxBytes?: number
}

export interface NetworkAnswer<Body> {
  readonly status: number
  /** True for status 200 to 299. */
  readonly ok: boolean
  /** Headers exposed by CORS, by lowercase name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
}

/** Sends HTTPS requests without cookies or referrer. The server must allow them (CORS). */
export interface Network {
  /**
   * @throws FretworkError `network_address` unless the address is an HTTPS URL without a user name or port,
   * `network_host_denied`, `network_redirect`, `network_too_large`, `network_timeout`, `network_cancelled`,
   * `network_body`, `network_failed`
   */
  fetch(address: string, request?: NetworkRequest & { readonly as?: 'text' }): Promise<NetworkAnswer<string>>
  fetch(
    address: string,
    request: NetworkRequest & { readonly as: 'bytes' },
  ): Promise<NetworkAnswer<Uint8Array>>
  fetch(address: string, request: NetworkRequest & { readonly as: 'json' }): Promise<NetworkAnswer<unknown>>
}

/**
 * Sends requests to the hosts declared in the manifest: `permissions: { network: { hosts:
 * ['api.example.org'], reason: '…' } }`.
 */
export const NETWORK = createToken<Network>('core.network', { permission: 'network' })
