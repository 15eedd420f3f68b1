/** The text of a file that is JSON, in whichever encoding it was saved. */
import { decodeText } from './text-encoding.js'

/** So far into a file, in bytes, is looked for its first letter. */
const HEAD = 1024
/** How a value other than an object or a list begins: `null`, `true`, a number, a text. */
const OTHER_VALUES = /["\-\dtfn]/

/** Of a file that begins like an object or a list, whether it is whole or not, or that is any other value of JSON. */
export function jsonText(bytes: Uint8Array): string | undefined {
  const encoding = wideEncoding(bytes)
  const head = bytes.subarray(0, HEAD)
  const first = firstLetter(encoding ? new TextDecoder(encoding).decode(head) : asLetters(head))
  const isSong = first === '{' || first === '['
  if (!isSong && !OTHER_VALUES.test(first)) return undefined
  const text = encoding ? new TextDecoder(encoding).decode(bytes) : decodeText(bytes).replace(/^\ufeff/, '')
  return isSong || isJson(text) ? text : undefined
}

/** UTF-16, as Windows PowerShell and some editors save: by its mark, or by a zero in every other byte. */
function wideEncoding([a, b, c, d]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a && b === 0 && c && d === 0) return 'utf-16le'
  return a === 0 && b && c === 0 && d ? 'utf-16be' : undefined
}

function asLetters(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

/** The first character that is not white space or a byte order mark, which in UTF-8 is three letters here. */
function firstLetter(head: string): string {
  return head.replace(/^[\s\ufeff\u00ef\u00bb\u00bf]+/, '').charAt(0)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // Text that only begins like a value.
    return false
  }
}
