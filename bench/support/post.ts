// One call of the wire contract to a running server, with all that a stranger can see of its answer.
import type { Endpoint } from '../../src/core/api/endpoint.js'
import { DEFAULT_TENANT, TENANT_HEADER } from '../../src/core/api/tenant.js'

export interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** `undefined` where there is no body. */
  readonly body: unknown
  /** From the first byte sent to the last one received, in milliseconds. */
  readonly ms: number
}

/** @throws TypeError where the server is not there, or goes away before it has answered */
export async function send(
  url: string,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  { body, jwt }: { readonly body?: unknown; readonly jwt?: string } = {},
): Promise<Seen> {
  const began = performance.now()
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      [TENANT_HEADER]: DEFAULT_TENANT,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const ms = performance.now() - began
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: text === '' ? undefined : JSON.parse(text),
    ms,
  }
}
