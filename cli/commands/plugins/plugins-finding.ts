/** What a check of plugins finds, and how it words it. */
import { oneTypoApart } from '../../../src/core/commands/search/typos.js'

export interface Finding {
  readonly plugin: string
  readonly code: string
  /** One sentence: what, where, what to do. */
  readonly message: string
}

/** Shorter names are similar to too many others. */
const SHORTEST_WITH_NEAR = 3

/** The end of a sentence about an unknown name: similar names, or just the full stop. */
export function nearEnd(name: string, known: readonly string[]): string {
  const found = name.length < SHORTEST_WITH_NEAR ? [] : known.filter(each => oneTypoApart(name, each))
  return found.length === 0 ? '.' : `; did you mean ${found.map(each => `"${each}"`).join(' or ')}?`
}
