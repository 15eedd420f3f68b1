import { FretworkError } from '../../platform/fretwork-error.js'

export type ContextValue = string | number | boolean | undefined
export type ContextLookup = (key: string) => ContextValue
export type Condition = (lookup: ContextLookup) => boolean

type Term = (lookup: ContextLookup) => ContextValue

const TOKEN = /\s*(&&|\|\||==|!=|!|\(|\)|'[^']*'|-?\d+(?:\.\d+)?|[A-Za-z][\w.-]*)/y

/**
 * `a || b`, `a && b`, `a == 'text'`, `a != 1`, `!a`, `(…)`; a name is its truth. @throws FretworkError
 * `when_invalid`
 */
export function parseWhen(source: string): Condition {
  const words = conditionWords(source)
  let at = 0

  const fail = (): never => {
    const found = words[at] ?? 'the end'
    throw new FretworkError('when_invalid', `The condition "${source}" is not understood at ${found}.`)
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
    if (accept('==')) {
      const right = single()
      return lookup => left(lookup) === right(lookup)
    }
    if (accept('!=')) {
      const right = single()
      return lookup => left(lookup) !== right(lookup)
    }
    return left
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
    if (word.startsWith("'")) return () => word.slice(1, -1)
    if (/^-?\d/.test(word)) return () => Number(word)
    if (word === 'true' || word === 'false') return () => word === 'true'
    return lookup => lookup(word)
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
      const message = `The condition "${source}" is not understood at ${source.slice(start).trim()}.`
      throw new FretworkError('when_invalid', message)
    }
    words.push(match[1])
  }
  return words
}
