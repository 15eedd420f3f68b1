/** The words of many texts, in order: which entries hold one that a typed word means, and how well it does. */
import type { Lexicon } from './lexicon.js'
import type { QueryWord } from './query.js'
import { FORGIVEN, oneTypoApart } from './typos.js'

/** Where a word is found: what an entry is called, what else it is called, what is said about it. */
const TIERS = 3

/** How well a word is meant, by where it is found. */
const EXACT = [20, 17, 9] as const
const INFLECTED = [17, 15, 7] as const
const BEGUN = [16, 13, 6] as const
const SAME = [13, 11, 5] as const
const SAME_BEGUN = [11, 9, 4] as const
const ACRONYM = [10, 8, 0] as const
const MISTYPED = [7, 6, 0] as const
const WITHIN = [6, 5, 0] as const

type Marks = readonly [number, number, number]

/** As many letters of a word that means the same tell which it is. */
const TELLING = 4

const ENDINGS = ['ing', 'ed', 'es', 'en', 'er', 'ly', 's', 'e', 'n']
const SHORTEST_STEM = 3

/** Put before an acronym among the words. */
const ACRONYM_SIGN = '\u0001'

export interface EntryWords {
  /** Its words in all spellings, with the first tier that has each. */
  readonly words: ReadonlyMap<string, number>
  /** The first letters of the words of its texts. */
  readonly acronyms: Iterable<string>
}

export class WordIndex {
  private readonly words: readonly string[]
  /** By the place of a word, the entries that hold it: `entry * TIERS + tier`. */
  private readonly holders: readonly Int32Array[]

  constructor(
    entries: readonly EntryWords[],
    private readonly lexicon?: Lexicon,
  ) {
    const held = new Map<string, number[]>()
    const add = (word: string, place: number) => {
      const list = held.get(word)
      if (list) list.push(place)
      else held.set(word, [place])
    }
    for (const [entry, { words, acronyms }] of entries.entries()) {
      for (const [word, tier] of words) add(word, entry * TIERS + tier)
      for (const acronym of acronyms) add(ACRONYM_SIGN + acronym, entry * TIERS)
    }
    this.words = [...held.keys()].sort(byCode)
    this.holders = this.words.map(word => Int32Array.from(held.get(word) ?? []))
  }

  /**
   * Writes how well a typed word is meant by each entry, from 0; what is there already is only raised.
   * @param alone the word is all that was typed, and so may be an acronym
   * @param alike a typo is looked for where nothing else is found
   * @returns whether something was found without a typo
   */
  mark({ spellings }: QueryWord, marks: Uint8Array, alone: boolean, alike: boolean): boolean {
    let found = false
    for (const word of spellings) {
      found = this.markBegun(word, marks, EXACT, BEGUN) || found
      const same = this.lexicon?.same
      if (!same) continue
      for (const other of same.get(word) ?? []) found = this.markWhole(other, marks, SAME) || found
      if (word.length < TELLING || same.has(word)) continue
      for (const [other, all] of same) {
        if (!other.startsWith(word)) continue
        for (const each of all) found = this.markWhole(each, marks, SAME_BEGUN) || found
      }
    }
    for (const word of spellings) {
      if (!found) found = this.markInflected(word, marks)
      if (alone && word.length > 1)
        found = this.markBegun(ACRONYM_SIGN + word, marks, ACRONYM, ACRONYM) || found
    }
    // Only a word that no text has is a mistyped one, or a part of one.
    if (alike && !found)
      for (const word of spellings) if (word.length >= FORGIVEN) this.markAlike(word, marks)
    return found
  }

  private markWhole(word: string, marks: Uint8Array, by: Marks): boolean {
    const place = this.placeOf(word)
    if (this.words[place] !== word) return false
    this.raise(place, marks, by)
    return true
  }

  private markBegun(word: string, marks: Uint8Array, whole: Marks, begun: Marks): boolean {
    const from = this.placeOf(word)
    let place = from
    for (; place < this.words.length; place++) {
      const known = this.words[place] as string
      if (!known.startsWith(word)) break
      this.raise(place, marks, known.length === word.length ? whole : begun)
    }
    return place > from
  }

  private markInflected(word: string, marks: Uint8Array): boolean {
    let found = false
    for (const ending of ENDINGS) {
      const stem = word.slice(0, -ending.length)
      if (!word.endsWith(ending) || stem.length < SHORTEST_STEM) continue
      for (let place = this.placeOf(stem); place < this.words.length; place++) {
        const known = this.words[place] as string
        if (!known.startsWith(stem)) break
        // `paus` is `pause` as well.
        if (known.length > stem.length + 1) continue
        this.raise(place, marks, INFLECTED)
        found = true
      }
    }
    return found
  }

  /** Words with a typo, words that hold it (`Saitenstimmung`), and words that it holds. */
  private markAlike(word: string, marks: Uint8Array): void {
    for (const [place, known] of this.words.entries()) {
      if (known.startsWith(ACRONYM_SIGN)) continue
      if (oneTypoApart(word, known)) this.raise(place, marks, MISTYPED)
      else if (known.includes(word)) this.raise(place, marks, WITHIN)
      else if (known.length > FORGIVEN && word.endsWith(known)) this.raise(place, marks, WITHIN)
    }
  }

  private raise(place: number, marks: Uint8Array, by: Marks): void {
    const holders = this.holders[place] as Int32Array
    for (let at = 0; at < holders.length; at++) {
      const holder = holders[at] as number
      const entry = (holder / TIERS) | 0
      const mark = by[(holder - entry * TIERS) as 0 | 1 | 2]
      if (mark > (marks[entry] as number)) marks[entry] = mark
    }
  }

  /** Of the first word that is not before this one. */
  private placeOf(word: string): number {
    let [from, to] = [0, this.words.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.words[middle] as string) < word) from = middle + 1
      else to = middle
    }
    return from
  }
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
