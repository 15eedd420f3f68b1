/** HTTP for plugins: only to the hosts that the manifest names and the user has allowed. */
import { createToken } from '../../platform/services/token.js'

/**
 * @since 1.2
 */
export interface NetworkRequest {
  /** `GET` unless given. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** What the body of the answer is read as: `text` unless given. */
  readonly as?: 'text' | 'json' | 'bytes'
  readonly signal?: AbortSignal
  /** Milliseconds until the answer has to be there in full: 30 seconds unless given, at most 60. */
  readonly timeoutMs?: number
  /** Bytes of the answer: 10 MB unless given, which is the most. */
  readonly maxBytes?: number
}

/**
 * @since 1.2
 */
export interface NetworkAnswer<Body> {
  readonly status: number
  /** Whether the status is 200 to 299. */
  readonly ok: boolean
  /** By lowercase name, as far as the server lets other sites see them. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
}

/**
 * Requests over https, without the user’s cookies and without a referrer. A server has to allow requests from other
 * sites (CORS), as for every page.
 * @since 1.2
 */
export interface Network {
  /**
   * @throws FretworkError `network_address` for anything but https without user name and port, `network_host_denied` for
   * a host that the manifest does not name or the user has refused, `network_redirect`, `network_too_large`,
   * `network_timeout`, `network_cancelled`, `network_body` for a body that is not JSON, and `network_failed` without an
   * answer. An answer with an error status is an answer: see `ok`
   */
  fetch(address: string, request?: NetworkRequest & { readonly as?: 'text' }): Promise<NetworkAnswer<string>>
  fetch(
    address: string,
    request: NetworkRequest & { readonly as: 'bytes' },
  ): Promise<NetworkAnswer<Uint8Array>>
  fetch(address: string, request: NetworkRequest & { readonly as: 'json' }): Promise<NetworkAnswer<unknown>>
}

/**
 * Requests to the hosts that the manifest names: `permissions: { network: { hosts: ['api.example.org'], reason: '…' } }`.
 * @since 1.2
 * @example const { body } = await get(NETWORK).fetch('https://api.example.org/chords', { as: 'json' })
 */
export const NETWORK = createToken<Network>('core.network', { permission: 'network' })
