// The words that people are found by: without case, accents and punctuation, so that "Ánna-Lu" is found by "anna".

/** Beyond this, a word is found by its beginning only. */
const LONGEST_WORD = 40
/** A search for more words looks for the first ones. */
const MOST_WORDS = 8

/** @example foldedWords('Ánna-Lu, Weiß') // ['anna', 'lu', 'weiss'] */
export function foldedWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '')
  return [...new Set(words.map(word => [...word].slice(0, LONGEST_WORD).join('')))]
}

/** What a search looks for. Where one word begins another, the longer one says it all. */
export function wantedWords(query: string): string[] {
  const words = foldedWords(query)
  return words
    .filter(word => !words.some(other => other !== word && other.startsWith(word)))
    .slice(0, MOST_WORDS)
}

/** The end of the range of all words that begin with `start`: bytes sort below the last code point's. */
export function rangeEnd(start: string): string {
  return `${start}\u{10ffff}`
}
