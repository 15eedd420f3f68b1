/**
 * How well texts answer what was typed: as a whole, by words and their beginnings, by other words for the same, by
 * acronyms and with one typo per word; never by letters from several words. Made for 5,000 of them.
 */

import type { Lexicon } from './lexicon.js'
import { CORE, type Phrase, PhraseIndex, WHOLE } from './phrase-index.js'
import { phrasesOf, type Query, readQuery } from './query.js'
import { type Spellings, wordsOf } from './text-form.js'
import { WordIndex } from './word-index.js'

export interface RankEntry {
  readonly id: string
  /** What it is called, as it is shown first (its translated and its English title). */
  readonly texts: readonly string[]
  /** What else it is called. */
  readonly words?: readonly string[]
  /** What is said about it: found last. */
  readonly about?: readonly string[]
  /** Answers only once the first word of a text is typed, or all that it is called. */
  readonly careful?: boolean | undefined
}

/** What answers a query, best first. */
export interface Ranked {
  /** How many entries answer it. */
  readonly count: number
  /** Of the best, their places in the list of entries. */
  readonly places: readonly number[]
  /** Order key of each, lowest first: two lists are merged by it. */
  readonly keys: readonly number[]
}

/** In steps of a half. */
export const stepsOf = (score: number) => Math.round(score * 2)
const HIGHEST = stepsOf(40)

/** So many letters of its first word name what is careful. */
const NAMING = 3

// An order key holds, from its highest digits: the score, how much it is used, its length.
const LENGTHS = 2 ** 10
const USES = 2 ** 12

/** @param score in steps */
export function orderKey(score: number, use: number, length: number): number {
  return ((HIGHEST - score) * USES + (USES - 1 - use)) * LENGTHS + Math.min(length, LENGTHS - 1)
}

export class RankIndex {
  private readonly phrases: PhraseIndex
  private readonly firstWords: readonly (readonly string[] | undefined)[]
  private readonly index: WordIndex
  /** By place, 1 for the least used; 0 for those that are not used at all. */
  private readonly uses: Uint16Array
  private readonly lengths: Uint16Array
  /** Places in the order in which equals are listed. */
  private readonly order: Int32Array

  /** @param weights how much each id is used: decides among equals only */
  constructor(
    entries: readonly RankEntry[],
    weights: ReadonlyMap<string, number> = new Map(),
    private readonly lexicon?: Lexicon,
  ) {
    const byUse = [...weights].sort(([, a], [, b]) => a - b).map(([id]) => id)
    const ranks = new Map(byUse.map((id, index) => [id, Math.min(index + 1, USES - 1)]))
    this.uses = Uint16Array.from(entries, ({ id }) => ranks.get(id) ?? 0)
    this.lengths = Uint16Array.from(entries, ({ texts }) => texts[0]?.length ?? 0)
    const wordsIn = remembered(wordsOf)
    const read = entries.map(entry => readEntry(entry, wordsIn, lexicon))
    this.phrases = new PhraseIndex(
      entries.length,
      read.flatMap(({ phrases }, entry) => phrases.map(phrase => ({ entry, ...phrase }))),
    )
    this.firstWords = read.map(({ firstWords }, place) => (entries[place]?.careful ? firstWords : undefined))
    this.index = new WordIndex(read, lexicon)
    const key = (place: number) => orderKey(0, this.uses[place] ?? 0, this.lengths[place] ?? 0)
    this.order = Int32Array.from(entries.keys()).sort((a, b) => key(a) - key(b) || a - b)
  }

  /** @param most how many of the best are listed */
  search(typed: string, most = Number.POSITIVE_INFINITY): Ranked {
    const query = readQuery(typed, this.lexicon)
    return query.words.length === 0 ? this.all(most) : this.best(query, this.marksOf(query), most)
  }

  /**
   * For each word of a query, how well each entry means it; 0 where it does not.
   * @param known receives which words mean something without a typo; of those that do already, no typo is looked for
   */
  marksOf({ words }: Query, known: boolean[] = []): readonly Uint8Array[] {
    return words.map((word, at) => {
      const marks = new Uint8Array(this.order.length)
      if (this.index.mark(word, marks, words.length === 1, !known[at])) known[at] = true
      return marks
    })
  }

  best(query: Query, marks: readonly Uint8Array[], most: number): Ranked {
    const bonus = this.phrases.bonusOf(query)
    // By score: those that are equal come in their order already, so nothing has to be sorted.
    const found: (number[] | undefined)[] = []
    let count = 0
    for (let at = 0; at < this.order.length; at++) {
      const place = this.order[at] as number
      const mean = meanOf(query, marks, place)
      if (mean === 0) continue
      const first = this.firstWords[place]
      const whole = bonus[place] as number
      if (first && whole < WHOLE[1] && !isNamed(query, first)) continue
      count++
      // What would be regretted comes after what begins alike.
      const score = stepsOf(first && whole < CORE[1] ? mean / 2 : mean + whole)
      const equals = found[score]
      if (equals === undefined) found[score] = [place]
      else if (equals.length < most) equals.push(place)
    }
    const places: number[] = []
    const keys: number[] = []
    for (let score = found.length - 1; score > 0; score--) {
      for (const place of found[score] ?? []) {
        if (places.length >= most) return { count, places, keys }
        places.push(place)
        keys.push(orderKey(score, this.uses[place] ?? 0, this.lengths[place] ?? 0))
      }
    }
    return { count, places, keys }
  }

  /** For nothing typed: the most used first, otherwise as they are listed. */
  private all(most: number): Ranked {
    const places = Array.from(this.order.keys()).sort(
      (a, b) => (this.uses[b] ?? 0) - (this.uses[a] ?? 0) || a - b,
    )
    const best = places.slice(0, most)
    return { count: places.length, places: best, keys: best.map(() => 0) }
  }
}

/** The entries that answer `query`, best first. For a list that is searched again and again, keep a RankIndex. */
export function rank<Entry extends RankEntry>(entries: readonly Entry[], query: string): Entry[] {
  return new RankIndex(entries).search(query).places.flatMap(place => entries[place] ?? [])
}

/** How well an entry means the words on average; 0 where it lacks one that it must have. */
function meanOf({ words }: Query, marks: readonly Uint8Array[], place: number): number {
  let [sum, weights] = [0, 0]
  for (let at = 0; at < words.length; at++) {
    const mark = (marks[at] as Uint8Array)[place] as number
    const { weight } = words[at] as Query['words'][number]
    if (mark === 0 && weight === 1) return 0
    sum += mark * weight
    weights += weight
  }
  return sum / weights
}

function isNamed({ words }: Query, firstWords: readonly string[]): boolean {
  return words.some(({ spellings }) =>
    spellings.some(word => word.length >= NAMING && firstWords.some(first => first.startsWith(word))),
  )
}

function readEntry(
  { texts, words = [], about = [] }: RankEntry,
  wordsIn: (text: string) => readonly Spellings[],
  lexicon: Lexicon | undefined,
) {
  const acronyms = new Set<string>()
  const firstWords: string[] = []
  const phrases: Omit<Phrase, 'entry'>[] = []
  /** The first tier that has each word. */
  const tiers = new Map<string, number>()
  for (const [tier, list] of [texts, words, about].entries()) {
    for (const text of list) {
      const spelled = wordsIn(text)
      for (const spellings of spelled)
        for (const word of spellings) if (!tiers.has(word)) tiers.set(word, tier)
      if (tier === 2) continue
      // `dark mode` is typed as `darkmode`.
      const [one, two, more] = spelled
      if (one && two && !more) {
        const joined = one[0] + two[0]
        if (!tiers.has(joined)) tiers.set(joined, tier)
      }
      const { phrases: wholes, cores } = phrasesOf(spelled, lexicon)
      phrases.push(
        ...wholes.map((whole, at) => ({ whole, core: cores[at] ?? cores[0] ?? whole, other: tier === 1 })),
      )
      if (tier === 1) continue
      firstWords.push(...(spelled[0] ?? []))
      if (spelled.length > 1) acronyms.add(spelled.map(([word]) => word[0]).join(''))
    }
  }
  return { words: tiers, acronyms, firstWords, phrases }
}

/** Many entries say the same about themselves: their section. */
function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return text => {
    const found = known.get(text) ?? read(text)
    known.set(text, found)
    return found
  }
}
