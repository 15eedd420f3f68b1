import { type ContextLookup, type ContextValue, conditionWords, parseWhen } from './when.js'

export interface FalseTerm {
  readonly term: string
  readonly found: readonly { readonly name: string; readonly value: ContextValue }[]
}

/** @returns every false part between `&&` @throws FretworkError `when_invalid` */
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
    [...new Set(words)]
      .filter(word => /^[A-Za-z]/.test(word) && word !== 'true' && word !== 'false')
      .map(name => ({ name, value: lookup(name) }))
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
