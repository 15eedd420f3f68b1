const KANA = /[\u3041-\u30fa]/
const IDEOGRAPHS_SIDE_BY_SIDE = /[\u4e00-\u9fff]{2}/
const PRIVATE_USE = /[\ue000-\uf8ff]/

/** Matches runs of Latin-1 letters. */
const LETTERS = /[a-z\u00a1\u00a2\u00a5\u00a8\u00aa\u00af\u00b2-\u00b4\u00b8\u00ba\u00bf-\u00ff]+/gi
const CYRILLIC_WORD =
  /^[\u00a1\u00a5\u00a8\u00aa\u00af\u00b2\u00c0-\u00df]*[\u00a2\u00b3\u00b4\u00b8\u00ba\u00bf\u00e0-\u00ff]*$/
const NOT_CYRILLIC =
  /[\u0080-\u0084\u0086-\u0090\u0098\u009a-\u009f\u00ac\u00ad\u00b0\u00b1\u00b5-\u00b7\u00bc-\u00be]/
const HIGH = /[\u0080-\u00ff]+/g
const CHINESE = /^(?:[\u00a1-\u00a3\u00b0-\u00f7][\u00a1-\u00fe])+$/
const HANGUL = /^(?:[\u00a1-\u00a3\u00b0-\u00c8][\u00a1-\u00fe])+$/
/** Bytes with different letters in Turkish and Icelandic. `NOT_TURKISH` lists letters that Turkish lacks. */
const TURKISH = /[\u00d0\u00dd\u00de\u00f0\u00fd\u00fe]/
const NOT_TURKISH = /[\u00e1\u00e6\u00e9\u00ed\u00f3\u00fa]/
const POLISH = /[a-z\u00f3][\u009f\u00b3\u00b9]|[\u00b3\u00b9][a-z]|\u00a3[a-z\u00f3]/i

export function decodeText(bytes: Uint8Array): string {
  return textDecoder([bytes])(bytes)
}

/** Decodes the strings in a file. Strings that are not valid UTF-8 are assumed to share one encoding. */
export function textDecoder(texts: readonly Uint8Array[]): (bytes: Uint8Array) => string {
  const encoding = encodingOf(texts.filter(text => decodeAs('utf-8', text) === undefined))
  return bytes => clean(decodeAs('utf-8', bytes) ?? new TextDecoder(encoding).decode(bytes))
}

export function encodingOf(texts: readonly Uint8Array[]): string {
  const bytes = Uint8Array.from(texts.flatMap(text => [...text, LINE_END]))
  if (decodeAs('utf-8', bytes) !== undefined) return 'utf-8'
  const characters = Array.from(bytes, byte => String.fromCharCode(byte)).join('')
  const isPossible = (encoding: string, isMeant = (_: string) => true) => {
    const text = decodeAs(encoding, bytes)
    return text !== undefined && isMeant(text)
  }
  if (isCyrillic(characters)) return 'windows-1251'
  if (isPossible('shift_jis', isJapanese)) return 'shift_jis'
  const runs = characters.match(HIGH) ?? []
  if (runs.some(run => run.length >= 4)) {
    if (runs.join('').length >= 6 && runs.every(run => HANGUL.test(run)) && isPossible('euc-kr'))
      return 'euc-kr'
    if (runs.every(run => CHINESE.test(run)) && isPossible('gbk')) return 'gbk'
  }
  if (POLISH.test(characters) && isPossible('windows-1250')) return 'windows-1250'
  return TURKISH.test(characters) && NOT_TURKISH.test(characters) ? 'windows-1252' : WESTERN
}

/** Replaces windows-1252, which Node.js decodes as Latin-1. Only six letters differ. */
export const WESTERN = 'windows-1254'

const LINE_END = 10

/** Checks only words with non-ASCII letters. Cyrillic text may also contain English words. */
function isCyrillic(characters: string): boolean {
  if (NOT_CYRILLIC.test(characters)) return false
  const words = (characters.match(LETTERS) ?? []).filter(word => !/^[a-z]*$/i.test(word))
  const cyrillic = words.filter(word => word.length > 1 && CYRILLIC_WORD.test(word))
  const others = words.filter(word => !CYRILLIC_WORD.test(word))
  return cyrillic.length > others.length
}

/**
 * Requires kana or two adjacent ideographs. A single ideograph is a misread accented letter, as in “Prélude”.
 */
function isJapanese(text: string): boolean {
  return !PRIVATE_USE.test(text) && (KANA.test(text) || IDEOGRAPHS_SIDE_BY_SIDE.test(text))
}

/** @returns `undefined` if the encoding is unknown or the bytes are invalid in it */
export function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true })
    const text = decoder.decode(bytes)
    return decoder.encoding === 'windows-1252' ? text.replace(LATIN_1_CONTROL, westernOf) : text
  } catch {
    return undefined
  }
}

/** Matches characters that Node.js decodes as Latin-1 instead of windows-1252. */
const LATIN_1_CONTROL = /[\u0080-\u009f]/g
const westernOf = (control: string) => new TextDecoder(WESTERN).decode(Uint8Array.of(control.charCodeAt(0)))

/** Removes control characters, which some programs write. */
function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
}
