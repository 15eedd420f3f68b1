/**
 * How well texts answer what was typed: exact > prefix > acronym > letters of one word > one typo > letters from
 * anywhere. Made for 5,000 of them.
 */

import { formsOf, type QueryForm, queryFormsOf, type TextForm } from './text-form.js'
import { FORGIVEN, oneTypoApart } from './typos.js'

interface RankEntry {
  readonly id: string
  /** The texts it can be found by, the one shown first (its translated and its English title). */
  readonly texts: readonly string[]
  /** Answers only once the first word of a text is typed. */
  readonly careful?: boolean | undefined
}

const EXACT = 8
const PREFIX = 7
const WORD_PREFIX = 6
const ACRONYM = 5
const WITHIN_WORDS = 4
const TYPO = 3
const SCATTERED = 2
/** Does not answer yet; a longer query may name it. */
const UNNAMED = 1

/** So many letters of its first word name what is careful. */
const NAMING = 3

// An order key holds, from its highest digits: the score, how much it is used, its length, its place.
const PLACES = 2 ** 20
const LENGTHS = 2 ** 10
const USES = 2 ** 12
const UNNAMED_FROM = (EXACT - UNNAMED) * USES * LENGTHS * PLACES

/** What answers a query, best first. */
export interface Ranked {
  /** How many entries answer it. */
  readonly count: number
  /** Of the best, their places in the list of entries. */
  readonly places: readonly number[]
  /** Order key of each index, lowest first: two lists are merged by it. */
  readonly keys: readonly number[]
}

export class RankIndex {
  private readonly forms: readonly (readonly TextForm[])[]
  /** Places of entries that are careful. */
  private readonly careful: ReadonlySet<number>
  /** By place, 1 for the least used; 0 for those that are not used at all. */
  private readonly uses: Uint16Array
  /** Order keys, and places of what answers now and of what answered before: rewritten for each letter. */
  private readonly found: Float64Array
  private answering: Int32Array
  private answered: Int32Array
  /** What answered the query before: a longer query is answered by some of the same. */
  private last: { readonly queries: readonly QueryForm[]; readonly places: Int32Array } | undefined

  /** @param weights how much each id is used: decides among equals only */
  constructor(entries: readonly RankEntry[], weights: ReadonlyMap<string, number> = new Map()) {
    this.forms = entries.map(({ texts }) => texts.flatMap(formsOf))
    this.careful = new Set(entries.flatMap(({ careful }, place) => (careful ? place : [])))
    const byUse = [...weights].sort(([, a], [, b]) => a - b).map(([id]) => id)
    const ranks = new Map(byUse.map((id, index) => [id, Math.min(index + 1, USES - 1)]))
    this.uses = Uint16Array.from(entries, ({ id }) => ranks.get(id) ?? 0)
    this.found = new Float64Array(entries.length)
    this.answering = new Int32Array(entries.length)
    this.answered = new Int32Array(entries.length)
  }

  /** @param most how many of the best are listed */
  search(text: string, most = Number.POSITIVE_INFINITY): Ranked {
    const queries = queryFormsOf(text)
    const candidates = this.candidates(queries)
    const total = candidates?.length ?? this.forms.length
    const { found, answering } = this
    let count = 0
    for (let index = 0; index < total; index++) {
      const place = candidates ? (candidates[index] ?? 0) : index
      const key = this.keyOf(queries, place)
      if (key === undefined) continue
      answering[count] = place
      found[count++] = key
    }
    this.last = { queries, places: answering.subarray(0, count) }
    this.answering = this.answered
    this.answered = answering
    const sorted = found.subarray(0, count).sort()
    let answers = count
    while (answers > 0 && (sorted[answers - 1] ?? 0) >= UNNAMED_FROM) answers--
    const best = sorted.subarray(0, Math.min(most, answers))
    return {
      count: answers,
      places: Array.from(best, key => key % PLACES),
      keys: Array.from(best, key => Math.floor(key / PLACES)),
    }
  }

  /** Undefined where the entry does not answer. */
  private keyOf(queries: readonly QueryForm[], place: number): number | undefined {
    const forms = this.forms[place] ?? []
    const nothing = queries[0]?.text === ''
    const best = nothing ? EXACT : bestScore(queries, forms)
    if (best === 0) return undefined
    const score = !nothing && this.careful.has(place) && !isNamed(queries, forms) ? UNNAMED : best
    const length = nothing ? 0 : Math.min(forms[0]?.text.length ?? 0, LENGTHS - 1)
    const unused = USES - 1 - (this.uses[place] ?? 0)
    return (((EXACT - score) * USES + unused) * LENGTHS + length) * PLACES + place
  }

  /** Undefined where all have to be looked at. */
  private candidates(queries: readonly QueryForm[]): Int32Array | undefined {
    if (!this.last) return undefined
    const { queries: before, places } = this.last
    return queries.every(query => before.some(each => isNarrower(query, each))) ? places : undefined
  }
}

/** A word that has just become long enough for a typo is answered by more than before. */
function isNarrower(query: QueryForm, before: QueryForm): boolean {
  return query.text.startsWith(before.text) && query.forgiving === before.forgiving
}

/** The entries that answer `query`, best first. For a list that is searched again and again, keep a RankIndex. */
export function rank<Entry extends RankEntry>(entries: readonly Entry[], query: string): Entry[] {
  return new RankIndex(entries).search(query).places.flatMap(place => entries[place] ?? [])
}

function bestScore(queries: readonly QueryForm[], forms: readonly TextForm[]): number {
  let best = 0
  for (const query of queries) {
    for (const form of forms) {
      const score = scoreOf(query, form)
      if (score > best) best = score
    }
  }
  return best
}

function isNamed(queries: readonly QueryForm[], forms: readonly TextForm[]): boolean {
  const names = (word: string) => word.length >= NAMING && forms.some(form => form.words[0]?.startsWith(word))
  return queries.some(({ words }) => words.some(names))
}

function scoreOf(query: QueryForm, form: TextForm): number {
  const missing = query.letters & ~form.letters
  if (missing === 0) {
    const { text } = query
    if (form.text.startsWith(text)) return form.text.length === text.length ? EXACT : PREFIX
    if (beginsWords(query, form)) return WORD_PREFIX
    if (text.length > 1 && form.acronym.startsWith(text)) return ACRONYM
    if (isSubsequence(query.packed, form.text)) {
      if (liesWithinWords(query, form)) return WITHIN_WORDS
      return query.forgiving > 0 && isMistyped(query, form) ? TYPO : SCATTERED
    }
  }
  // One typo brings one wrong letter at most.
  const oneLetter = (missing & (missing - 1)) === 0
  return query.forgiving > 0 && oneLetter && isMistyped(query, form) ? TYPO : 0
}

// Asked for each of thousands of entries with every letter: loops, which leave nothing to be collected.

function beginsWords({ begun }: QueryForm, { spaced }: TextForm): boolean {
  for (let part = 0; part < begun.length; part++) {
    if (!spaced.includes(begun[part] as string)) return false
  }
  return true
}

function liesWithinWords({ words }: QueryForm, form: TextForm): boolean {
  for (let part = 0; part < words.length; part++) {
    if (!liesWithinOne(words[part] as string, form.words)) return false
  }
  return true
}

function liesWithinOne(part: string, words: readonly string[]): boolean {
  for (let at = 0; at < words.length; at++) {
    if (isSubsequence(part, words[at] as string)) return true
  }
  return false
}

function isSubsequence(wanted: string, text: string): boolean {
  let at = 0
  for (let letter = 0; letter < wanted.length; letter++) {
    at = text.indexOf(wanted[letter] as string, at) + 1
    if (at === 0) return false
  }
  return true
}

/** Every typed word begins a word of the text, except one that is long enough to be recognized with a typo. */
function isMistyped({ words }: QueryForm, form: TextForm): boolean {
  let typos = 0
  for (const part of words) {
    if (form.spaced.includes(` ${part}`)) continue
    if (++typos > 1 || part.length < FORGIVEN || !form.words.some(word => oneTypoApart(part, word)))
      return false
  }
  return true
}
