/**
 * Ranks titles by full matches, words, prefixes, synonyms, acronyms and typos: 5,000 titles per keystroke.
 */
import { countWhile } from '../../platform/ordered.js'
import { getOrMake } from '../../platform/store.js'
import { type Lexicon, NO_LEXICON, phrasesOf, type Query, type QueryWord, readQuery } from './query.js'
import { FORGIVEN, oneTypoApart, type Spellings, wordsOf } from './text-form.js'

export interface RankEntry {
  readonly id: string
  readonly texts: readonly string[]
  readonly words?: readonly string[]
  readonly about?: readonly string[]
  /** Requires the first word of the title or the full name. */
  readonly careful?: boolean | undefined
  /** Ascending. Typos are tolerated only if nothing else in the group matches. */
  readonly group?: number
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

/** Scores for whole-word matches in the title, alternative names and description. */
const EXACT = [20, 17, 9]
const INFLECTED = [17, 15, 7]
const BEGUN = [16, 13, 6]
const SYNONYM = [13, 11, 5]
const BEGUN_SYNONYM = [11, 9, 4]
const MISTYPED = [7, 6, 0]
/** Scores for parts of compound words: `Stimmung` in `Gitarrenstimmung`. */
const PART = [6, 5, 0]
const ACRONYM = [10]
type Marks = readonly number[]
const TIERS = 4

const WHOLE = [12, 9]
const CORE = [7, 6]
const BEGINNING = [4, 2]

const NAMING = 3
const TELLING = 4

const ENDINGS = ['ing', 'ed', 'es', 'en', 'er', 'ly', 's', 'e', 'n']
const SHORTEST_STEM = 3

/** Sorted words with the indices of the entries that contain them, encoded as `place * TIERS + tier`. */
class Holders {
  readonly words: readonly string[]
  private readonly starts: Uint32Array
  private readonly holders: Uint32Array

  constructor(held: ReadonlyMap<string, readonly number[]>) {
    this.words = [...held.keys()].sort()
    const lists = this.words.map(word => held.get(word) ?? [])
    this.holders = Uint32Array.from(lists.flat())
    this.starts = new Uint32Array(lists.length + 1)
    for (const [at, { length }] of lists.entries()) this.starts[at + 1] = (this.starts[at] ?? 0) + length
  }

  raise(word: string, by: Marks, raised: Raised): void {
    const at = countBelow(this.words, word)
    if (this.words[at] === word) this.raiseAll(at, at + 1, by, raised)
  }

  raiseBegun(typed: string, by: Marks, raised: Raised): void {
    this.raiseAll(...begunBy(typed, this.words), by, raised)
  }

  raiseWhere(
    isSo: (word: string) => boolean,
    by: Marks,
    raised: Raised,
    [from, to] = [0, this.words.length],
  ) {
    for (let at = from; at < to; at++)
      if (isSo(this.words[at] as string)) this.raiseAll(at, at + 1, by, raised)
  }

  private raiseAll(from: number, to: number, by: Marks, { marks, groups, found, closed }: Raised): void {
    const { holders, starts } = this
    const end = starts[to] as number
    for (let at = starts[from] as number; at < end; at++) {
      const holder = holders[at] as number
      const place = (holder / TIERS) | 0
      const group = groups[place] as number
      if (closed?.[group] === 1) continue
      found[group] = 1
      const mark = by[holder % TIERS] as number
      if (mark > (marks[place] as number)) marks[place] = mark
    }
  }
}

interface Raised {
  readonly marks: Uint8Array
  readonly groups: Uint32Array
  /** 1 if the group has a match, otherwise 0. */
  readonly found: Uint8Array
  readonly closed?: Uint8Array
}

export interface WordMarks extends Pick<Raised, 'marks' | 'found'> {
  /** Returns matches with typos in groups without exact matches. */
  typos(): Uint8Array
}

export class RankIndex {
  private readonly words: Holders
  private readonly acronyms: Holders
  private readonly wholes: Holders
  private readonly cores: Holders
  private readonly synonyms: readonly string[]
  private readonly groups: Uint32Array
  private readonly groupCount: number
  private readonly firstWords: readonly (readonly string[] | undefined)[]
  private readonly ranks: readonly Omit<Ranked, 'place' | 'score'>[]
  private readonly order: Uint32Array

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
    const made = (): Map<string, number[]> => new Map()
    const [words, acronyms, wholes, cores] = [made(), made(), made(), made()]
    const read = entries.map(entry => readEntry(entry, split, lexicon))
    for (const [place, entry] of read.entries()) {
      for (const acronym of entry.acronyms) addTo(acronyms, acronym, place * TIERS)
      for (const [tier, list] of entry.words.entries())
        for (const word of new Set(list)) addTo(words, word, place * TIERS + tier)
      for (const { whole, core, tier } of entry.phrases) {
        addTo(wholes, whole, place * TIERS + tier)
        addTo(cores, core, place * TIERS + tier)
      }
    }
    this.words = new Holders(words)
    this.acronyms = new Holders(acronyms)
    this.wholes = new Holders(wholes)
    this.cores = new Holders(cores)
    this.synonyms = [...lexicon.same.keys()].sort()
    this.groups = Uint32Array.from(entries, ({ group = 0 }) => group)
    this.groupCount = (entries.at(-1)?.group ?? 0) + 1
    this.firstWords = read.map(({ firstWords }) => firstWords)
    this.ranks = entries.map(({ id, texts }) => ({ use: uses.get(id) ?? 0, length: texts[0]?.length ?? 0 }))
    const key = (place: number) => ({ score: 0, ...this.rankOf(place) })
    this.order = Uint32Array.from(entries.keys()).sort((a, b) => byRank(key(a), key(b)))
  }

  search(typed: string): readonly number[] {
    const query = readQuery(typed, this.lexicon)
    if (query.words.length > 0) return this.best(query, this.marksOf(query)).ranked.map(({ place }) => place)
    return [...this.ranks.keys()].sort((a, b) => this.rankOf(b).use - this.rankOf(a).use)
  }

  private rankOf(place: number) {
    return this.ranks[place] ?? { use: 0, length: 0 }
  }

  /** @param known output: for each word, whether it was found without a typo */
  marksOf(query: Query, known: boolean[] = []): readonly Uint8Array[] {
    return this.read(query).map(({ marks, found, typos }, at) => {
      known[at] = found[0] === 1
      return known[at] ? marks : typos()
    })
  }

  read({ words }: Pick<Query, 'words'>): readonly WordMarks[] {
    return words.map(word => {
      const acronyms = words.length === 1 ? word.spellings.filter(({ length }) => length > 1) : []
      return this.readWord(word, acronyms)
    })
  }

  private raised(): Raised {
    const { groups, groupCount } = this
    return { marks: new Uint8Array(groups.length), groups, found: new Uint8Array(groupCount) }
  }

  private readWord({ spellings }: QueryWord, acronyms: readonly string[]): WordMarks {
    const { words } = this
    const raised = this.raised()
    const { marks, found } = raised
    for (const typed of spellings) {
      words.raise(typed, EXACT, raised)
      words.raiseBegun(typed, BEGUN, raised)
    }
    const { same, begun } = this.synonymsOf(spellings)
    for (const word of same) words.raise(word, SYNONYM, raised)
    for (const word of begun) words.raise(word, BEGUN_SYNONYM, raised)
    const open = found.includes(0) ? { ...raised, closed: found.slice() } : undefined
    // Match stems too, so that `paus` finds `pause`.
    for (const stem of open ? spellings.flatMap(stemsOf) : []) {
      const isShort = ({ length }: string) => length <= stem.length + 1
      words.raiseWhere(isShort, INFLECTED, open as Raised, begunBy(stem, words.words))
    }
    for (const typed of acronyms) this.acronyms.raiseBegun(typed, ACRONYM, raised)
    let typos: Uint8Array | undefined
    return { marks, found, typos: () => (typos ??= this.typosOf(spellings)) }
  }

  private typosOf(spellings: readonly string[]): Uint8Array {
    const raised = this.raised()
    for (const typed of spellings.filter(({ length }) => length >= FORGIVEN)) {
      const isPart = (word: string) =>
        word.includes(typed) || (word.length > FORGIVEN && typed.endsWith(word))
      this.words.raiseWhere(word => oneTypoApart(typed, word), MISTYPED, raised)
      this.words.raiseWhere(isPart, PART, raised)
    }
    return raised.marks
  }

  private synonymsOf(spellings: readonly string[]) {
    const { same } = this.lexicon
    const begun = spellings.flatMap(typed => {
      if (typed.length < TELLING || same.has(typed)) return []
      return this.synonyms.slice(...begunBy(typed, this.synonyms)).flatMap(word => same.get(word) ?? [])
    })
    return { same: spellings.flatMap(typed => same.get(typed) ?? []), begun }
  }

  best(query: Query, marks: readonly Uint8Array[], most = Number.POSITIVE_INFINITY) {
    const bonus = this.bonusOf(query)
    /** Entries indexed by twice their score. */
    const found: number[][] = []
    let total = 0
    const needed = marks[query.words.findIndex(({ weight }) => weight === 1)]
    for (const place of this.order) {
      if (needed?.[place] === 0) continue
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
    const bonus = this.raised()
    for (const text of typed) {
      this.wholes.raise(text, WHOLE, bonus)
      this.wholes.raiseBegun(text, BEGINNING, bonus)
    }
    for (const core of cores) this.cores.raise(core, CORE, bonus)
    return bonus.marks
  }
}

const countBelow = (sorted: readonly string[], word: string) =>
  countWhile(sorted.length, at => (sorted[at] as string) < word)

function begunBy(typed: string, sorted: readonly string[]): [number, number] {
  const begins = (at: number) => (sorted[at] as string) < typed || (sorted[at] as string).startsWith(typed)
  return [countBelow(sorted, typed), countWhile(sorted.length, begins)]
}

function addTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  getOrMake(map, key, () => []).push(value)
}

export function rank<Entry extends RankEntry>(entries: readonly Entry[], query: string): Entry[] {
  return new RankIndex(entries).search(query).flatMap(place => entries[place] ?? [])
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
  split: (text: string) => readonly Spellings[],
  lexicon: Lexicon,
) {
  const [titles, names, descriptions] = [texts.map(split), words.map(split), about.map(split)]
  const phrases = [titles, names].flatMap((list, tier) =>
    list.flatMap(spelled => {
      const { phrases: wholes, cores } = phrasesOf(spelled, lexicon)
      return wholes.map((whole, at) => ({ whole, core: cores[at] ?? cores[0] ?? whole, tier }))
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

/** Joins adjacent words, so that `dark mode` also finds `darkmode`. */
function compoundOf([one, two, more]: readonly Spellings[]): readonly string[] {
  return one && two && !more ? [one[0] + two[0]] : []
}
