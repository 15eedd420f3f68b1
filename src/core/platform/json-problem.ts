/** Where a text stops being JSON, in words for its reader: engines say it in their own, and some not at all. */

/** `bytes` of a text are those of its UTF-8. */
export interface JsonProblem {
  /** It is cut: everything up to its end is JSON. */
  readonly isCut: boolean
  /** The first byte that does not belong there, from 0; of a text that is cut, its length. */
  readonly byte: number
}

const TOKEN =
  /[\s]*(?:[{}[\],:]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/uy
const UNFINISHED = /^\s*(?:"(?:[^"\\\p{Cc}]|\\.)*\\?|-|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?)?$/u

/** @param text that `JSON.parse` has refused, and why */
export function jsonProblem(text: string, error: unknown): JsonProblem {
  const bytes = (end: number) => new TextEncoder().encode(text.slice(0, end)).length
  // V8 says where, unless the text ends too early or the wrong token is all there is.
  const said = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
  TOKEN.lastIndex = 0
  let end = 0
  while (TOKEN.test(text)) end = TOKEN.lastIndex
  if (UNFINISHED.test(text.slice(end)) && (said === undefined || Number(said) >= text.trimEnd().length)) {
    return { isCut: true, byte: bytes(text.length) }
  }
  const blanks = /^\s*/.exec(text.slice(end))?.[0].length ?? 0
  return { isCut: false, byte: bytes(said === undefined ? end + blanks : Number(said)) }
}

/** @example jsonProblemSentence('{"a": ', error) // 'is not well-formed JSON: it ends at byte 6' */
export function jsonProblemSentence(text: string, error: unknown): string {
  const { isCut, byte } = jsonProblem(text, error)
  return isCut
    ? `is not well-formed JSON: it ends at byte ${byte}`
    : `is not well-formed JSON from byte ${byte} on`
}
