import type { LinkKind } from './relationships.js'

export const PEOPLE = '/people'

/** @example searchPath('anna lu') // '/people?q=anna+lu' */
export function searchPath(query: string): string {
  return `${PEOPLE}?${new URLSearchParams({ q: query })}`
}

export function listPath(kind: LinkKind): string {
  return `${PEOPLE}?tab=${kind}`
}

export function personPath(id: string): string {
  return `${PEOPLE}/${encodeURIComponent(id)}`
}
