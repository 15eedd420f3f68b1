import type { Endpoint } from '../../src/core/contract/endpoint.js'
import { DEFAULT_TENANT, TENANT_HEADER } from '../../src/core/contract/tenant.js'

export interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly ms: number
}

/** @throws TypeError if there is no response */
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
