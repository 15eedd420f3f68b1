/** Words that mean the same to people who look for a command, and words that need not be found. */

export interface Lexicon {
  /** `the`, `of`, `mein`: they say nothing. */
  readonly articles: ReadonlySet<string>
  /** `show`, `choose`, `off`: they are left out, or said in other words. */
  readonly verbs: ReadonlySet<string>
  /** By each word, all that mean the same. */
  readonly same: ReadonlyMap<string, readonly string[]>
}

export interface LexiconTable {
  /** Words with spaces between them. */
  readonly articles: readonly string[]
  readonly verbs: readonly string[]
  /** One group of words each. */
  readonly same: readonly string[]
}

export function readLexicon({ articles, verbs, same }: LexiconTable): Lexicon {
  const groups = new Map<string, string[]>()
  for (const words of same.map(split)) {
    for (const word of words)
      groups.set(word, [...(groups.get(word) ?? []), ...words.filter(each => each !== word)])
  }
  return { articles: new Set(articles.flatMap(split)), verbs: new Set(verbs.flatMap(split)), same: groups }
}

const split = (words: string) => words.split(' ')
