import { type ContextValue, conditionWords, parseWhen } from './when.js'

/** Conditions with more combinations are assumed to overlap. */
const TRIED_AT_MOST = 20_000

/**
 * @example canHoldTogether("route == '/songs'", "route == '/fretboard'") // false
 * @throws FretworkError `when_invalid`
 */
export function canHoldTogether(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined && b === undefined) return true
  const sources = [...new Set([a, b])].filter(source => source !== undefined)
  const conditions = sources.map(parseWhen)
  const names = [...valuesOf(sources.map(conditionWords))]
  const states = names.reduce((product, [, values]) => product * values.length, 1)
  if (states > TRIED_AT_MOST) return true
  for (let state = 0; state < states; state++) {
    let rest = state
    const context = new Map(
      names.map(([name, values]) => {
        const value = values[rest % values.length]
        rest = Math.floor(rest / values.length)
        return [name, value]
      }),
    )
    if (conditions.every(holds => holds(name => context.get(name)))) return true
  }
  return false
}

const NAME = /^(?!true$|false$)[A-Za-z]/
const LITERAL = /^('|-?\d|true$|false$)/

function valuesOf(conditions: readonly (readonly string[])[]): Map<string, readonly ContextValue[]> {
  const all = conditions.flat()
  const names = [...new Set(all.filter(word => NAME.test(word)))]
  const compared = conditions.flatMap(words =>
    words.flatMap((word, at) =>
      word === '==' || word === '!=' ? [[words[at - 1] ?? '', words[at + 1] ?? ''] as const] : [],
    ),
  )
  const simple = compared.every(
    ([left, right]) => (NAME.test(left) && LITERAL.test(right)) || (LITERAL.test(left) && NAME.test(right)),
  )
  // Compared names may all differ, and differ while they count as nothing.
  const literals = all.filter(word => LITERAL.test(word)).map(literalValue)
  const any = [...literals, false, ...names.map(name => `some ${name}`)]
  return new Map(
    names.map(name => {
      const own = compared.flatMap(pair => (pair.includes(name) ? pair.filter(word => word !== name) : []))
      return [name, [...new Set([undefined, true, ...(simple ? own.map(literalValue) : any)])]]
    }),
  )
}

function literalValue(literal: string): ContextValue {
  if (literal.startsWith("'")) return literal.slice(1, -1)
  return literal === 'true' || literal === 'false' ? literal === 'true' : Number(literal)
}
