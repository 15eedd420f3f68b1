// Requests to a provider: only to its configured origins, without redirects, limited in time and size.
import type { FetchBody } from 'openid-client'
import { Problem } from '../../http/problem.js'

/** Microsoft's key set with certificates has about 20 KB. */
const LIMITS = { ms: 5000, bytes: 256 * 1024 }

export interface ProviderRequest {
  readonly method?: string
  readonly headers?: Headers | Record<string, string>
  readonly body?: FetchBody
}

export type ProviderFetch = (url: string, request: ProviderRequest) => Promise<Response>

/**
 * @param origins such as `https://accounts.google.com`
 * @returns a `fetch` that throws Problem `request_failed` if the provider is unreachable or has an error, and
 * `server_error` if it redirects or sends too much.
 */
export function providerFetch(origins: readonly string[], limits = LIMITS): ProviderFetch {
  return async (url, { method = 'GET', headers = {}, body = null }) => {
    const { origin } = new URL(url)
    // URLs from the provider's documents are followed only to origins that the operator allows.
    if (!origins.includes(origin))
      throw refusal('server_error', `${origin} is not one of the allowed origins`)
    const signal = AbortSignal.timeout(limits.ms)
    let response: Response
    let content: Uint8Array | undefined
    try {
      response = await fetch(url, { method, headers, body: formOf(body), redirect: 'manual', signal })
      content = await contentOf(response, limits.bytes)
    } catch (error) {
      throw refusal('request_failed', `${origin} does not answer`, error)
    }
    const { status } = response
    if (content === undefined)
      throw refusal('server_error', `${origin} answers with more than ${limits.bytes} bytes`)
    if (status >= 300 && status < 400) throw refusal('server_error', `${origin} redirects (${status})`)
    if (status >= 500 || status === 429) throw refusal('request_failed', `${origin} answered ${status}`)
    const type = response.headers.get('content-type')
    return new Response(status === 204 ? null : new Uint8Array(content), {
      status,
      headers: type === null ? {} : { 'content-type': type },
    })
  }
}

/** Providers are only ever sent forms. */
function formOf(body: FetchBody): URLSearchParams | null {
  return body instanceof URLSearchParams ? body : null
}

/** @returns `undefined` if it exceeds the limit; the rest is not read. */
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

/** The reason is for the log; the client only gets the code. */
export function refusal(code: 'server_error' | 'request_failed', reason: string, cause?: unknown): Problem {
  return Object.assign(new Problem(code), { cause: new Error(reason, { cause }) })
}
