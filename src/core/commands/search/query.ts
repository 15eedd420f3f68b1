/** What was typed, in words: those that have to be found, and those that may be. */
import type { Lexicon } from './lexicon.js'
import { type Spellings, wordsOf } from './text-form.js'

export interface QueryWord {
  /** `über` also as `ueber`. */
  readonly spellings: readonly string[]
  /** 1 for a word that has to be found; a verb such as `choose` weighs less where it is not, an article nothing. */
  readonly weight: number
  /** Undefined for any other word. */
  readonly number: number | undefined
}

export interface Query {
  readonly words: readonly QueryWord[]
  /** Its words without the articles, in each spelling: as texts are compared as a whole. */
  readonly phrases: readonly string[]
  /** Without verbs as well. */
  readonly cores: readonly string[]
}

/** Against a word that has to be found. */
const VERB_WEIGHT = 0.35

export function readQuery(typed: string, lexicon?: Lexicon): Query {
  const words = wordsOf(typed)
  const weights = weightsOf(words, lexicon)
  const heaviest = Math.max(0, ...weights)
  return {
    words: words.map((spellings, index) => {
      const weight = weights[index] ?? 1
      const value = Number(spellings[0].replace(',', '.'))
      return {
        spellings,
        // `to` and `show` alone are all there is to look for.
        weight: weight === heaviest ? 1 : weight,
        number: Number.isFinite(value) ? value : undefined,
      }
    }),
    ...phrasesOf(words, lexicon, weights),
  }
}

/** Words as texts are compared as a whole. */
export function phrasesOf(
  words: readonly Spellings[],
  lexicon: Lexicon | undefined,
  weights = weightsOf(words, lexicon),
): Pick<Query, 'phrases' | 'cores'> {
  const heaviest = Math.max(0, ...weights)
  const phrases = joined(words.filter((_, index) => heaviest === 0 || weights[index] !== 0))
  if (weights.every(weight => weight === heaviest)) return { phrases, cores: phrases }
  return { phrases, cores: joined(words.filter((_, index) => weights[index] === heaviest)) }
}

function weightsOf(words: readonly Spellings[], lexicon: Lexicon | undefined): readonly number[] {
  return words.map(([word]) => (lexicon?.articles.has(word) ? 0 : lexicon?.verbs.has(word) ? VERB_WEIGHT : 1))
}

/** Words as one text, in the first spelling and in the last. */
function joined(words: readonly Spellings[]): readonly string[] {
  const short = words.map(word => word[0]).join(' ')
  return words.every(word => word.length === 1) ? [short] : [short, words.map(word => word.at(-1)).join(' ')]
}
