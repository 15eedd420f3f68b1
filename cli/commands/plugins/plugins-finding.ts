import { oneTypoApart } from '../../../src/core/commands/search/text-form.js'

export interface Finding {
  readonly plugin: string
  readonly code: string
  readonly message: string
}

export type Add = (code: string, message: string) => void

/** Minimum name length for suggestions. Shorter names resemble too many others. */
const SHORTEST_WITH_NEAR = 3

export function nearEnd(name: string, known: readonly string[]): string {
  const found = name.length < SHORTEST_WITH_NEAR ? [] : known.filter(each => oneTypoApart(name, each))
  return found.length === 0 ? '.' : `; did you mean ${found.map(each => `"${each}"`).join(' or ')}?`
}
