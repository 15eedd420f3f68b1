import { describe, expect, it } from 'vitest'
import { explainWhen } from '../../../../src/core/commands/when/explain-when.js'
import type { ContextValue } from '../../../../src/core/commands/when/when.js'

const HERE: Record<string, ContextValue> = { loggedIn: true, route: '/songs', 'neck.strings': 6, empty: '' }
const explain = (condition: string) =>
  explainWhen(condition, name => HERE[name]).map(
    ({ term, found }) => `${term} | ${found.map(({ name, value }) => `${name}=${value}`).join(', ')}`,
  )

describe('why a condition is false', () => {
  it.each([
    ['loggedIn', []],
    ["loggedIn && route == '/songs'", []],
    ["loggedIn && route == '/fretboard'", ["route == '/fretboard' | route=/songs"]],
    ['empty && nowhere', ['empty | empty=', 'nowhere | nowhere=undefined']],
    ['!loggedIn', ['!loggedIn | loggedIn=true']],
    ['neck.strings != 6 || empty', ['neck.strings != 6 || empty | neck.strings=6, empty=']],
    ['loggedIn && (empty || !loggedIn)', ['empty || !loggedIn | empty=, loggedIn=true']],
    ['((loggedIn && empty))', ['empty | empty=']],
    ['!(loggedIn && route)', ['!(loggedIn && route) | loggedIn=true, route=/songs']],
    ["route == '(a || b)'", ["route == '(a || b)' | route=/songs"]],
    ['false', ['false | ']],
  ])('%s', (condition, expected) => {
    expect(explain(condition)).toEqual(expected)
  })

  it('is not an answer for what is not a condition', () => {
    expect(() => explain('a &&')).toThrow('is not understood')
  })
})
