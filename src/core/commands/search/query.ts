import table from './lexicon.json' with { type: 'json' }
import { type Spellings, wordsOf } from './text-form.js'

export interface Lexicon {
  /** Words such as `the`, `of` and `mein`. */
  readonly articles: ReadonlySet<string>
  /** Words such as `how` and `which`. */
  readonly questions: ReadonlySet<string>
  /** Words that users often omit or replace, such as `show`, `choose` and `off`. */
  readonly verbs: ReadonlySet<string>
  readonly same: ReadonlyMap<string, readonly string[]>
}

const split = (words: string) => words.split(' ')

export const NO_LEXICON: Lexicon = {
  articles: new Set(),
  questions: new Set(),
  verbs: new Set(),
  same: new Map(),
}
export const LEXICON: Lexicon = {
  articles: new Set(table.articles.flatMap(split)),
  questions: new Set(table.questions.flatMap(split)),
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

const NUMBERS = new Map(
  table.numbers.flatMap((names, at) => split(names).map(name => [name, String(at + 1)] as const)),
)

/** @example inDigits('first four bars') // 'first 4 bars' */
export function inDigits(typed: string): string {
  return typed.replaceAll(/\p{L}+/gu, word => NUMBERS.get(word.toLowerCase()) ?? word)
}

export interface QueryWord {
  /** Includes alternatives: `über` is also `ueber`. */
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
const QUESTION_WEIGHT = 0.05

export function readQuery(typed: string, lexicon: Lexicon): Query {
  const words = wordsOf(typed)
  const weights = weightsOf(words, lexicon)
  const heaviest = Math.max(0, ...weights)
  const said = phrasesOf(words, lexicon)
  return {
    words: words.map((spellings, at) => {
      const weight = weights[at] ?? 1
      const value = Number(spellings[0].replace(',', '.'))
      return {
        spellings,
        // Give words such as `to` and `show` full weight if the query contains nothing else.
        weight: weight === heaviest ? 1 : weight,
        number: Number.isFinite(value) ? value : undefined,
      }
    }),
    phrases: said.phrases,
    // `how to transpose` finds `transpose`, but `what chord is this` does not find `chord`.
    cores: [...said.cores, ...joined(words.filter((_, at) => weights[at] === heaviest))],
  }
}

export function phrasesOf(words: readonly Spellings[], lexicon: Lexicon): Phrases {
  const weights = weightsOf(words, lexicon)
  const heaviest = Math.max(0, ...weights)
  return {
    phrases: joined(words.filter((_, at) => heaviest === 0 || weights[at] !== 0)),
    cores: joined(words.filter((_, at) => weights[at] === heaviest || weights[at] === QUESTION_WEIGHT)),
  }
}

function weightsOf(words: readonly Spellings[], lexicon: Lexicon): readonly number[] {
  const { articles, questions, verbs } = lexicon
  return words.map(([word]) => {
    if (articles.has(word)) return 0
    return questions.has(word) ? QUESTION_WEIGHT : verbs.has(word) ? VERB_WEIGHT : 1
  })
}

function joined(words: readonly Spellings[]): readonly string[] {
  return [...new Set([words.map(word => word[0]).join(' '), words.map(word => word.at(-1)).join(' ')])]
}
