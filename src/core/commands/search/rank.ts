/**
 * Ranks texts by whole matches, words and their beginnings, synonyms, acronyms and one typo per word. Fast
 * enough for 5,000 texts per letter typed.
 */
import { getOrMake } from '../../platform/get-or-make.js'
import { countWhile } from '../../platform/ordered.js'
import { type Lexicon, NO_LEXICON, phrasesOf, type Query, type QueryWord, readQuery } from './query.js'
import { FORGIVEN, oneTypoApart, type Spellings, wordsOf } from './text-form.js'

export interface RankEntry {
  readonly id: string
  readonly texts: readonly string[]
  readonly words?: readonly string[]
  readonly about?: readonly string[]
  /** Found only by the first word of a title, or by a whole name. */
  readonly careful?: boolean | undefined
}

export interface Ranked {
  readonly place: number
  readonly score: number
  readonly use: number
  readonly length: number
}

export function byRank(a: Omit<Ranked, 'place'>, b: Omit<Ranked, 'place'>): number {
  return b.score - a.score || b.use - a.use || a.length - b.length
}

export const rounded = (score: number) => Math.round(score * 2) / 2

/** Marks for words in titles, other names and descriptions. */
const EXACT = [20, 17, 9]
const INFLECTED = [17, 15, 7]
const BEGUN = [16, 13, 6]
const SYNONYM = [13, 11, 5]
const BEGUN_SYNONYM = [11, 9, 4]
const MISTYPED = [7, 6, 0]
/** `Stimmung` in `Gitarrenstimmung`. */
const PART = [6, 5, 0]
const ACRONYM = [10]
type Marks = readonly number[]
type Holders = ReadonlyMap<string, readonly number[]>
const TIERS = 3

const WHOLE = [12, 9]
const CORE = [7, 6]
const BEGINNING = [4, 2]

const NAMING = 3
const TELLING = 4

const ENDINGS = ['ing', 'ed', 'es', 'en', 'er', 'ly', 's', 'e', 'n']
const SHORTEST_STEM = 3

interface Phrase {
  readonly place: number
  readonly whole: string
  readonly core: string
  readonly tier: number
}

export class RankIndex {
  private readonly vocabulary: readonly string[]
  /** `place * TIERS + tier` of each word. */
  private readonly holders: Holders
  private readonly acronyms: Holders
  private readonly sortedAcronyms: readonly string[]
  private readonly firstWords: readonly (readonly string[] | undefined)[]
  private readonly byWhole = new Map<string, Phrase[]>()
  private readonly sortedWholes: readonly string[]
  private readonly byCore = new Map<string, Phrase[]>()
  private readonly ranks: readonly Omit<Ranked, 'place' | 'score'>[]
  private readonly order: readonly number[]

  constructor(
    entries: readonly RankEntry[],
    uses: ReadonlyMap<string, number> = new Map(),
    private readonly lexicon: Lexicon = NO_LEXICON,
  ) {
    const known = new Map<string, readonly Spellings[]>()
    const split = (text: string) => {
      const words = known.get(text) ?? wordsOf(text)
      known.set(text, words)
      return words
    }
    const holders = new Map<string, number[]>()
    const initials = new Map<string, number[]>()
    const read = entries.map((entry, place) => readEntry(entry, place, split, lexicon))
    for (const [place, { words, acronyms }] of read.entries()) {
      for (const acronym of acronyms) addTo(initials, acronym, place * TIERS)
      for (const [tier, list] of words.entries())
        for (const word of new Set(list)) addTo(holders, word, place * TIERS + tier)
    }
    this.holders = holders
    this.vocabulary = [...holders.keys()].sort()
    this.acronyms = initials
    this.sortedAcronyms = [...initials.keys()].sort()
    this.firstWords = read.map(({ firstWords }) => firstWords)
    for (const phrase of read.flatMap(({ phrases }) => phrases)) {
      addTo(this.byWhole, phrase.whole, phrase)
      addTo(this.byCore, phrase.core, phrase)
    }
    this.sortedWholes = [...this.byWhole.keys()].sort()
    this.ranks = entries.map(({ id, texts }) => ({ use: uses.get(id) ?? 0, length: texts[0]?.length ?? 0 }))
    const key = (place: number) => ({ score: 0, ...this.rankOf(place) })
    this.order = [...entries.keys()].sort((a, b) => byRank(key(a), key(b)))
  }

  search(typed: string): readonly number[] {
    const query = readQuery(typed, this.lexicon)
    if (query.words.length > 0) return this.best(query, this.marksOf(query)).ranked.map(({ place }) => place)
    return [...this.ranks.keys()].sort((a, b) => this.rankOf(b).use - this.rankOf(a).use)
  }

  private rankOf(place: number) {
    return this.ranks[place] ?? { use: 0, length: 0 }
  }

  /** @param known receives the words found without a typo; those already known get no typos */
  marksOf({ words }: Query, known: boolean[] = []): readonly Uint8Array[] {
    return words.map((word, at) => {
      const acronyms = words.length === 1 ? word.spellings.filter(({ length }) => length > 1) : []
      const { marks, found } = this.marksOfWord(word, acronyms, known[at] === true)
      if (found) known[at] = true
      return marks
    })
  }

  private marksOfWord({ spellings }: QueryWord, acronyms: readonly string[], known: boolean) {
    const { vocabulary } = this
    const marks = new Uint8Array(this.ranks.length)
    const raise = (words: Iterable<string>, by: Marks, holders = this.holders) => {
      let any = false
      for (const word of words) {
        for (const holder of holders.get(word) ?? []) {
          any = true
          const place = Math.floor(holder / TIERS)
          const mark = by[holder - place * TIERS] as number
          if (mark > (marks[place] as number)) marks[place] = mark
        }
      }
      return any
    }
    const { same, begun } = synonymsOf(spellings, this.lexicon)
    const begins = spellings.flatMap(typed => begunBy(typed, vocabulary))
    const asked = [
      raise(spellings, EXACT),
      raise(begins, BEGUN),
      raise(same, SYNONYM),
      raise(begun, BEGUN_SYNONYM),
    ]
    // `paus` is `pause` as well.
    const inflected = (stem: string) =>
      begunBy(stem, vocabulary).filter(({ length }) => length <= stem.length + 1)
    let found = asked.includes(true) || raise(spellings.flatMap(stemsOf).flatMap(inflected), INFLECTED)
    const begunAcronyms = acronyms.flatMap(typed => begunBy(typed, this.sortedAcronyms))
    found = raise(begunAcronyms, ACRONYM, this.acronyms) || found
    if (!found && !known) {
      for (const typed of spellings.filter(({ length }) => length >= FORGIVEN)) {
        const isPart = (word: string) =>
          word.includes(typed) || (word.length > FORGIVEN && typed.endsWith(word))
        const mistyped = vocabulary.filter(word => oneTypoApart(typed, word))
        raise(mistyped, MISTYPED)
        raise(vocabulary.filter(isPart), PART)
      }
    }
    return { marks, found }
  }

  best(query: Query, marks: readonly Uint8Array[], most = Number.POSITIVE_INFINITY) {
    const bonus = this.bonusOf(query)
    /** By twice the score. */
    const found: number[][] = []
    let total = 0
    for (const place of this.order) {
      const mean = meanOf(query, marks, place)
      if (mean === 0) continue
      const first = this.firstWords[place]
      const whole = bonus[place] as number
      if (first && whole < (WHOLE[1] ?? 0) && !isNamed(query, first)) continue
      total++
      const step = Math.round(2 * (first && whole < (CORE[1] ?? 0) ? mean / 2 : mean + whole))
      found[step] ??= []
      if (found[step].length < most) found[step].push(place)
    }
    const ranked: Ranked[] = []
    for (let step = found.length - 1; step >= 0 && ranked.length < most; step--)
      for (const place of found[step]?.slice(0, most - ranked.length) ?? [])
        ranked.push({ place, score: step / 2, ...this.rankOf(place) })
    return { total, ranked }
  }

  private bonusOf({ phrases: typed, cores }: Query): Uint8Array {
    const bonus = new Uint8Array(this.ranks.length)
    const raise = ({ place, tier }: Phrase, by: Marks) => {
      bonus[place] = Math.max(bonus[place] ?? 0, by[tier] ?? 0)
    }
    for (const text of typed) {
      for (const whole of begunBy(text, this.sortedWholes)) {
        for (const phrase of this.byWhole.get(whole) ?? [])
          raise(phrase, whole.length === text.length ? WHOLE : BEGINNING)
      }
    }
    for (const core of cores) for (const phrase of this.byCore.get(core) ?? []) raise(phrase, CORE)
    return bonus
  }
}

function begunBy(typed: string, sorted: readonly string[]): readonly string[] {
  const from = countWhile(sorted.length, index => (sorted[index] as string) < typed)
  let end = from
  while (sorted[end]?.startsWith(typed)) end++
  return sorted.slice(from, end)
}

function addTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  getOrMake(map, key, () => []).push(value)
}

export function rank<Entry extends RankEntry>(entries: readonly Entry[], query: string): Entry[] {
  return new RankIndex(entries).search(query).flatMap(place => entries[place] ?? [])
}

function synonymsOf(spellings: readonly string[], { same }: Lexicon) {
  const begun = new Set<string>()
  for (const typed of spellings) {
    if (typed.length < TELLING || same.has(typed)) continue
    for (const [word, others] of same) {
      if (word.startsWith(typed)) for (const other of others) begun.add(other)
    }
  }
  return { same: new Set(spellings.flatMap(typed => same.get(typed) ?? [])), begun }
}

function stemsOf(word: string): readonly string[] {
  return ENDINGS.filter(ending => word.endsWith(ending))
    .map(ending => word.slice(0, -ending.length))
    .filter(({ length }) => length >= SHORTEST_STEM)
}

function meanOf({ words }: Query, marks: readonly Uint8Array[], place: number): number {
  let [sum, weights] = [0, 0]
  for (let at = 0; at < words.length; at++) {
    const mark = (marks[at] as Uint8Array)[place] as number
    const { weight } = words[at] as QueryWord
    if (mark === 0 && weight === 1) return 0
    sum += mark * weight
    weights += weight
  }
  return weights === 0 ? 0 : sum / weights
}

function isNamed({ words }: Query, firstWords: readonly string[]): boolean {
  return words.some(({ spellings }) =>
    spellings.some(word => word.length >= NAMING && firstWords.some(first => first.startsWith(word))),
  )
}

function readEntry(
  { texts, words = [], about = [], careful }: RankEntry,
  place: number,
  split: (text: string) => readonly Spellings[],
  lexicon: Lexicon,
) {
  const [titles, names, descriptions] = [texts.map(split), words.map(split), about.map(split)]
  const phrases = [titles, names].flatMap((list, tier) =>
    list.flatMap(spelled => {
      const { phrases: wholes, cores } = phrasesOf(spelled, lexicon)
      return wholes.map((whole, at) => ({ place, whole, core: cores[at] ?? cores[0] ?? whole, tier }))
    }),
  )
  return {
    words: [
      titles.flatMap(spelled => [...spelled.flat(), ...compoundOf(spelled)]),
      names.flatMap(spelled => [...spelled.flat(), ...compoundOf(spelled)]),
      descriptions.flat(2),
    ],
    acronyms: titles.flatMap(spelled =>
      spelled.length > 1 ? spelled.map(([word]) => word[0]).join('') : [],
    ),
    phrases,
    firstWords: careful ? titles.flatMap(([first]) => first ?? []) : undefined,
  }
}

/** `dark mode` is typed as `darkmode`. */
function compoundOf([one, two, more]: readonly Spellings[]): readonly string[] {
  return one && two && !more ? [one[0] + two[0]] : []
}
