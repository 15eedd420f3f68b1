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

/** A number without what joins it (`5-8`, `2nd`, `120bpm`), a word (`f#` is one), or `%`. */
const WORD = /(?<![\p{L}\p{N}])-?\d+(?:[.,]\d+)?|[\p{L}\p{N}#]+|%/gu

const ASCII = /^[\x20-\x7e]*$/

export function fold(text: string): string {
  // Nearly all texts, and there may be thousands.
  if (ASCII.test(text)) return text.toLowerCase().replaceAll("'", '')
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđı♯♭’']/g, letter => SPELLED[letter] ?? letter)
}

/** `über` as `uber` and as `ueber`. */
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
