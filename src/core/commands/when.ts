import { FretworkError } from '../platform/fretwork-error.js'

export type ContextValue = string | number | boolean | undefined
export type ContextLookup = (key: string) => ContextValue
export type Condition = (lookup: ContextLookup) => boolean

type Term = (lookup: ContextLookup) => ContextValue

const TOKEN = /\s*(&&|\|\||==|!=|!|\(|\)|'[^']*'|-?\d+(?:\.\d+)?|[A-Za-z][\w.-]*)/y
const NAME = /^(?!true$|false$)[A-Za-z]/
const LITERAL = /^('|-?\d|true$|false$)/

/**
 * Parses `a || b`, `a && b`, `a == 'text'`, `a != 1`, `!a` and `(…)`. A name alone is true if its value is
 * truthy.
 * @throws FretworkError `when_invalid`
 */
export function parseWhen(source: string): Condition {
  const words = conditionWords(source)
  let at = 0

  const fail = (): never => {
    const found = words[at] ?? 'the end'
    throw new FretworkError('when_invalid', `Syntax error in the condition "${source}" at ${found}.`)
  }
  const accept = (word: string): boolean => {
    if (words[at] !== word) return false
    at++
    return true
  }

  const either = (): Term => {
    let left = both()
    while (accept('||')) {
      const [first, second] = [left, both()]
      left = lookup => truth(first(lookup)) || truth(second(lookup))
    }
    return left
  }
  const both = (): Term => {
    let left = compared()
    while (accept('&&')) {
      const [first, second] = [left, compared()]
      left = lookup => truth(first(lookup)) && truth(second(lookup))
    }
    return left
  }
  const compared = (): Term => {
    const left = single()
    const isEqual = accept('==')
    if (!isEqual && !accept('!=')) return left
    const right = single()
    return lookup => (left(lookup) === right(lookup)) === isEqual
  }
  const single = (): Term => {
    if (accept('!')) {
      const negated = single()
      return lookup => !truth(negated(lookup))
    }
    if (accept('(')) {
      const inner = either()
      if (!accept(')')) fail()
      return inner
    }
    const word = words[at]
    if (word === undefined || /^[&|=!)]/.test(word)) return fail()
    at++
    return LITERAL.test(word) ? () => literalValue(word) : lookup => lookup(word)
  }

  const whole = either()
  if (at < words.length) fail()
  return lookup => truth(whole(lookup))
}

function truth(value: ContextValue): boolean {
  return value !== undefined && value !== false && value !== '' && value !== 0
}

export function conditionWords(source: string): string[] {
  const words: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < source.trimEnd().length) {
    const start = TOKEN.lastIndex
    const match = TOKEN.exec(source)
    if (!match?.[1]) {
      const message = `Syntax error in the condition "${source}" at ${source.slice(start).trim()}.`
      throw new FretworkError('when_invalid', message)
    }
    words.push(match[1])
  }
  return words
}

export interface FalseTerm {
  readonly term: string
  readonly found: readonly { readonly name: string; readonly value: ContextValue }[]
}

/**
 * @returns the terms of the `&&` expression that are false
 * @throws FretworkError `when_invalid`
 */
export function explainWhen(condition: string, lookup: ContextLookup): readonly FalseTerm[] {
  const explain = (words: readonly string[]): FalseTerm[] => {
    const term = written(words)
    if (parseWhen(term)(lookup)) return []
    if (splitOutside(words, '||').length > 1) return [{ term, found: foundIn(words) }]
    const parts = splitOutside(words, '&&')
    if (parts.length > 1) return parts.flatMap(explain)
    const inner = words[0] === '(' ? words.slice(1, -1) : undefined
    return inner ? explain(inner) : [{ term, found: foundIn(words) }]
  }
  const foundIn = (words: readonly string[]) =>
    [...new Set(words)].filter(word => NAME.test(word)).map(name => ({ name, value: lookup(name) }))
  return explain(conditionWords(condition))
}

function splitOutside(words: readonly string[], at: string): string[][] {
  const parts: string[][] = [[]]
  let depth = 0
  for (const word of words) {
    if (word === '(') depth++
    if (word === ')') depth--
    if (word === at && depth === 0) parts.push([])
    else parts.at(-1)?.push(word)
  }
  return parts
}

function written(words: readonly string[]): string {
  return words.reduce((text, word) => {
    const close = text === '' || /[!(]$/.test(text) || word === ')'
    return close ? text + word : `${text} ${word}`
  }, '')
}

/** Conditions with more value combinations are assumed to overlap. */
const MOST_COMBINATIONS = 20_000

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
  if (states > MOST_COMBINATIONS) return true
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
  // Names that are compared with each other may all have different values.
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
