// Which methods an address takes, for a right 405 instead of a wrong 404.
import type { Endpoint } from '../../src/core/api/endpoint.js'

/** @returns a function from a path (no query) to its methods; empty where the contract has no such path. */
export function allowedMethods(endpoints: readonly Endpoint[]): (path: string) => string[] {
  const table = endpoints.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
  }))
  return path => [...new Set(table.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
}
