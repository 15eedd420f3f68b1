/** Whether two when-conditions can be true at the same time: two keys clash only then. */
import { type ContextValue, conditionWords, parseWhen } from './when.js'

/** As many states of the application are tried; conditions of more names are taken to overlap. */
const TRIED_AT_MOST = 20_000

/**
 * Tries every state of the application that the two conditions can tell apart. No condition is always true.
 * @example canHoldTogether("route == '/songs'", "route == '/fretboard'") // false
 * @example canHoldTogether('loggedIn', "loggedIn && route == '/songs'")  // true
 * @throws FretworkError `when_invalid`
 */
export function canHoldTogether(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || a === b) return true
  const words = [...conditionWords(a), ...conditionWords(b)]
  const names = [...new Set(words.filter(word => /^[A-Za-z]/.test(word) && !/^(true|false)$/.test(word)))]
  const values = [...new Set<ContextValue>([undefined, true, ...words.flatMap(literalOf)])]
  if (values.length ** names.length > TRIED_AT_MOST) return true
  const both = [parseWhen(a), parseWhen(b)]
  for (let state = 0; state < values.length ** names.length; state++) {
    const lookup = (key: string) =>
      values[Math.floor(state / values.length ** names.indexOf(key)) % values.length]
    if (both.every(holds => holds(lookup))) return true
  }
  return false
}

function literalOf(word: string): ContextValue[] {
  if (word.startsWith("'")) return [word.slice(1, -1)]
  if (/^-?\d/.test(word)) return [Number(word)]
  return word === 'false' ? [false] : []
}
