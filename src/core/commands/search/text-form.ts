/** Texts as they are compared: without case and diacritics, in words, and with a sum of their letters. */
import { FORGIVEN } from './typos.js'

export interface TextForm {
  readonly text: string
  readonly words: readonly string[]
  /** Its words, each after a space. */
  readonly spaced: string
  /** The first letters of its words. */
  readonly acronym: string
  /** One bit per letter that it holds: a text that lacks one of the query's cannot answer it. */
  readonly letters: number
}

export interface QueryForm {
  readonly text: string
  readonly words: readonly string[]
  /** Its words, each after a space: as they stand in `spaced` where they begin a word. */
  readonly begun: readonly string[]
  /** Without the spaces between the words. */
  readonly packed: string
  readonly letters: number
  /** How many of its words may hold a typo. */
  readonly forgiving: number
}

/** Letters whose mark is not a removable accent. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
}

const UMLAUTS = /[äöü]/

/** Lower case without diacritics: `Über` is found by `uber`, `Groß` by `gross`. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđı]/g, letter => SPELLED[letter] ?? letter)
}

/** The text with `ae` for `ä`, as typed without such a key; undefined for a text without umlauts. */
function spelledOut(text: string): string | undefined {
  const composed = text.normalize('NFC').toLowerCase()
  return UMLAUTS.test(composed) ? composed.replace(/[äöü]/g, letter => `${fold(letter)}e`) : undefined
}

/** By which a title is found: `Über` as `uber`, and as `ueber`. */
export function formsOf(title: string): readonly TextForm[] {
  return [title, spelledOut(title)].filter(text => text !== undefined).map(formOf)
}

/** What was typed may mean: `über` the title `Uber`, and the title `Ueber`. */
export function queryFormsOf(typed: string): readonly QueryForm[] {
  return [typed, spelledOut(typed)].filter(text => text !== undefined).map(queryFormOf)
}

function formOf(title: string): TextForm {
  const text = fold(title)
  const words = text.split(/[^\p{L}\p{N}#]+/u).filter(word => word !== '')
  const spaced = words.map(word => ` ${word}`).join('')
  return { text, words, spaced, acronym: words.map(word => word[0]).join(''), letters: lettersOf(text) }
}

function queryFormOf(typed: string): QueryForm {
  const text = fold(typed.trim())
  const words = text === '' ? [] : text.split(/\s+/)
  const packed = words.join('')
  const forgiving = words.filter(word => word.length >= FORGIVEN).length
  const begun = words.map(word => ` ${word}`)
  return { text, words, begun, packed, letters: lettersOf(packed), forgiving }
}

/** Bits 0–25 for a–z, the rest for digits and for what else there is. */
function lettersOf(text: string): number {
  let letters = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 97 && code <= 122) letters |= 1 << (code - 97)
    else if (code >= 48 && code <= 57) letters |= 1 << 26
    else if (code > 32) letters |= 1 << (27 + (code % 4))
  }
  return letters
}
