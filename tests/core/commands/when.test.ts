import { expect, it } from 'vitest'
import {
  type ContextValue,
  canHoldTogether,
  explainWhen,
  parseWhen,
} from '../../../src/core/commands/when.js'

const context: Record<string, ContextValue> = {
  ...{ loggedIn: true, route: '/fretboard', strings: 6, muted: false, empty: '', 'midi-io.open': true },
}
const holds = (condition: string) => parseWhen(condition)(key => context[key])

it.each([
  ['loggedIn', true],
  ['muted', false],
  ['empty', false],
  ['unknown', false],
  ['!unknown', true],
  ['!!loggedIn', true],
  ['midi-io.open', true],
  ["route == '/fretboard'", true],
  ["route != '/fretboard'", false],
  ["route=='/fretboard'&&loggedIn", true],
  ['strings == 6', true],
  ['strings == -6.5', false],
  ["strings == '6'", false],
  ['loggedIn == true', true],
  ['muted == false', true],
  ['unknown == false', false],
  ["empty == ''", true],
  // && has higher precedence than ||, and ! has the highest.
  ['loggedIn || muted && muted', true],
  ['(loggedIn || muted) && muted', false],
  ['!muted && loggedIn', true],
  ['!(muted && loggedIn)', true],
  ['  loggedIn  ', true],
])('the condition %s evaluates to %s', (condition, wanted) => expect(holds(condition)).toBe(wanted))

it.each([
  ['', 'the end'],
  ['loggedIn &&', 'the end'],
  ['&& loggedIn', '&&'],
  ['loggedIn muted', 'muted'],
  ['(loggedIn', 'the end'],
  ['loggedIn)', ')'],
  ['a == b == c', '=='],
  ["route == '/fret", "'/fret"],
  ['route = 1', '= 1'],
  ['loggedIn & muted', '& muted'],
  ['a ? b', '? b'],
  ['!', 'the end'],
])('rejects the invalid condition %s and reports the error position', (condition, place) => {
  expect(() => parseWhen(condition)).toThrow(
    expect.objectContaining({
      code: 'when_invalid',
      message: `Syntax error in the condition "${condition}" at ${place}.`,
    }),
  )
})

const HERE: Record<string, ContextValue> = { loggedIn: true, route: '/songs', 'neck.strings': 6, empty: '' }
const explain = (condition: string) =>
  explainWhen(condition, name => HERE[name]).map(
    ({ term, found }) => `${term} | ${found.map(({ name, value }) => `${name}=${value}`).join(', ')}`,
  )

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
])('explains which terms of %s are false', (condition, expected) =>
  expect(explain(condition)).toEqual(expected),
)

it.each([
  [undefined, "route == '/songs'", true],
  ["route == '/songs'", "route == '/songs'", true],
  ["route == '/songs'", "route == '/fretboard'", false],
  ["loggedIn && route == '/songs'", "route == '/songs' && neck.selected", true],
  ['loggedIn', '!loggedIn', false],
  ['loggedIn && !busy', 'busy || !loggedIn', false],
  ["route != '/songs'", "route == '/songs'", false],
  ["route != '/songs'", "route != '/fretboard'", true],
  ['frets == 12', 'frets == 24', false],
  ['frets == 12', 'frets', true],
  ['frets == 0', 'frets', false],
  ['on == false', 'on', false],
  ['on == false', '!on', true],
  ["(a || b) && route == '/x'", '!a && !b', false],
  [undefined, 'a && !a', false],
  ['a && !a', 'a && !a', false],
  ["'/songs' == route", "route == '/fretboard'", false],
  ['a == b', 'a != b', false],
  ['a == b', 'a && !b', false],
  ['a && b && c', 'a != b && b != c && a != c', true],
  ['!a && !b', 'a != b', true],
  ['(a && b) == true', '!a', false],
  ['(a && b) == false', 'a', true],
  ["a == ''", 'a', false],
  ["a == '1'", 'a == 1', false],
  ['true', 'false', false],
])('the conditions %s and %s can both be true: %s', (a, b, together) => {
  expect(canHoldTogether(a, b)).toBe(together)
  expect(canHoldTogether(b, a)).toBe(together)
})

it('conditions on different routes never overlap, however many other terms they have', () => {
  const switches = Array.from({ length: 12 }, (_, index) => `&& n${index}`).join(' ')
  expect(canHoldTogether(`route == '/songs' ${switches}`, `route == '/fretboard' ${switches}`)).toBe(false)
  expect(canHoldTogether(`route == '/songs' ${switches}`, `route != '/fretboard' ${switches}`)).toBe(true)
})

it('conditions with a large number of names are assumed to overlap', () => {
  const names = Array.from({ length: 30 }, (_, index) => `n${index}`)
  expect(canHoldTogether(names.join(' && '), names.map(name => `!${name}`).join(' && '))).toBe(true)
})
