import table from './lexicon.json' with { type: 'json' }
import { type Spellings, wordsOf } from './text-form.js'

export interface Lexicon {
  /** `the`, `of`, `mein`. */
  readonly articles: ReadonlySet<string>
  /** `show`, `choose`, `off`: often omitted or replaced by another verb. */
  readonly verbs: ReadonlySet<string>
  readonly same: ReadonlyMap<string, readonly string[]>
}

const split = (words: string) => words.split(' ')

export const NO_LEXICON: Lexicon = { articles: new Set(), verbs: new Set(), same: new Map() }
export const LEXICON: Lexicon = {
  articles: new Set(table.articles.flatMap(split)),
  verbs: new Set(table.verbs.flatMap(split)),
  same: synonyms(table.same.map(split)),
}

function synonyms(groups: readonly (readonly string[])[]): Lexicon['same'] {
  const same = new Map<string, string[]>()
  for (const group of groups) {
    for (const word of group) {
      const others = group.filter(each => each !== word)
      same.set(word, [...(same.get(word) ?? []), ...others])
    }
  }
  return same
}

export interface QueryWord {
  /** `über` also as `ueber`. */
  readonly spellings: readonly string[]
  readonly weight: number
  readonly number: number | undefined
}

export interface Query extends Phrases {
  readonly words: readonly QueryWord[]
}

interface Phrases {
  readonly phrases: readonly string[]
  readonly cores: readonly string[]
}

const VERB_WEIGHT = 0.35

export function readQuery(typed: string, lexicon: Lexicon): Query {
  const words = wordsOf(typed)
  const weights = weightsOf(words, lexicon)
  const heaviest = Math.max(0, ...weights)
  return {
    words: words.map((spellings, at) => {
      const weight = weights[at] ?? 1
      const value = Number(spellings[0].replace(',', '.'))
      return {
        spellings,
        // `to` and `show` alone are all there is to look for.
        weight: weight === heaviest ? 1 : weight,
        number: Number.isFinite(value) ? value : undefined,
      }
    }),
    ...phrasesOf(words, lexicon),
  }
}

export function phrasesOf(words: readonly Spellings[], lexicon: Lexicon): Phrases {
  const weights = weightsOf(words, lexicon)
  const heaviest = Math.max(0, ...weights)
  return {
    phrases: joined(words.filter((_, at) => heaviest === 0 || weights[at] !== 0)),
    cores: joined(words.filter((_, at) => weights[at] === heaviest)),
  }
}

function weightsOf(words: readonly Spellings[], { articles, verbs }: Lexicon): readonly number[] {
  return words.map(([word]) => (articles.has(word) ? 0 : verbs.has(word) ? VERB_WEIGHT : 1))
}

function joined(words: readonly Spellings[]): readonly string[] {
  return [...new Set([words.map(word => word[0]).join(' '), words.map(word => word.at(-1)).join(' ')])]
}
