/** Whether a file is in ABC notation, by its content: a tune begins with its number, and its key ends its head. */

/** Bytes within which the first tune begins. */
const LOOKED_THROUGH = 64 * 1024
/** https://abcnotation.com/wiki/abc:standard:v2.1, 3.1. Before the first there may be the mark of UTF-8. */
const NUMBER = /^(?:\u00ef\u00bb\u00bf)?X:[ \t]*\d/m
const KEY = /^K:/m

export function isAbc(bytes: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, LOOKED_THROUGH))
  const begins = text.search(NUMBER)
  return begins >= 0 && KEY.test(text.slice(begins)) && !text.includes('\0')
}
