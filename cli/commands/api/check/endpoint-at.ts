// Finds the contract's entry for a request that was seen.
import type { Endpoint } from '../../../../src/core/api/endpoint.js'
import { ENDPOINTS } from '../../../../src/core/api/endpoints.js'

/** The entry that answers at `path` (no query): one that is written out comes before one with braces. */
export function endpointAt(method: string, path: string): Endpoint | undefined {
  const bare = path.replace(/\/$/, '')
  return ENDPOINTS.filter(
    endpoint =>
      endpoint.method === method &&
      new RegExp(`^${endpoint.path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}$`).test(bare),
  ).sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
}
