const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  '♯': '#',
  '♭': 'b',
  '’': '',
  "'": '',
}

const UMLAUTS = /[äöü]/

/**
 * Matches a number without its suffix or hyphen (`5-8`, `2nd`, `120bpm`), a word (including `f#`), or `%`.
 */
const WORD = /(?<![\p{L}\p{N}])-?\d+(?:[.,]\d+)?|[\p{L}\p{N}#]+|%/gu

const ASCII = /^[\x20-\x7e]*$/

export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replaceAll("'", '')
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđı♯♭’']/g, letter => SPELLED[letter] ?? letter)
}

/** All spellings of a word: `über` is also `uber` and `ueber`. */
export type Spellings = readonly [string, ...string[]]

export function wordsOf(text: string): readonly Spellings[] {
  const composed = ASCII.test(text) ? text : text.normalize('NFC').toLowerCase()
  if (!UMLAUTS.test(composed)) return (fold(composed).match(WORD) ?? []).map(word => [word])
  const spelledOut = composed.replace(/[äöü]/g, letter => `${fold(letter)}e`)
  const [short, long] = [composed, spelledOut].map(each => fold(each).match(WORD) ?? [])
  return (short ?? []).map((word, index) => {
    const other = long?.[index]
    return other === undefined || other === word ? [word] : [word, other]
  })
}

export function splitWords(words = ''): readonly string[] {
  return words
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '')
}

export const FORGIVEN = 4

/** Minimum length for a word prefix with a typo: `trim` is one typo from `time`. */
const SHORTEST_PREFIX = 5

/** @returns true if `typed` is the word with one typo, or a long enough prefix with one typo */
export function oneTypoApart(typed: string, word: string): boolean {
  if (typed.length < SHORTEST_PREFIX) return typed[0] === word[0] && withinOneEdit(typed, word, word.length)
  // Fast rejection: at most one of the first two letters can be wrong.
  if (typed[0] !== word[0] && typed[1] !== word[1] && typed[0] !== word[1] && typed[1] !== word[0])
    return false
  const longest = Math.min(typed.length + 1, word.length)
  for (let cut = typed.length - 1; cut <= longest; cut++) {
    if (withinOneEdit(typed, word, cut)) return true
  }
  return false
}

function withinOneEdit(typed: string, word: string, end: number): boolean {
  let start = 0
  while (start < typed.length && start < end && typed[start] === word[start]) start++
  let endTyped = typed.length
  let endWord = end
  while (endTyped > start && endWord > start && typed[endTyped - 1] === word[endWord - 1]) {
    endTyped--
    endWord--
  }
  const [restTyped, restWord] = [endTyped - start, endWord - start]
  if (restTyped <= 1 && restWord <= 1) return true
  return (
    restTyped === 2 && restWord === 2 && typed[start] === word[start + 1] && typed[start + 1] === word[start]
  )
}
