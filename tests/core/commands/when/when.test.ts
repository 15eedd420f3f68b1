import { describe, expect, it } from 'vitest'
import { type ContextValue, parseWhen } from '../../../../src/core/commands/when/when.js'

const context: Record<string, ContextValue> = {
  loggedIn: true,
  route: '/fretboard',
  strings: 6,
  muted: false,
  empty: '',
  'midi-io.open': true,
}
const holds = (condition: string) => parseWhen(condition)(key => context[key])

describe('a when-condition', () => {
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
    // && binds more tightly than ||, ! most tightly of all.
    ['loggedIn || muted && muted', true],
    ['(loggedIn || muted) && muted', false],
    ['!muted && loggedIn', true],
    ['!(muted && loggedIn)', true],
    ['  loggedIn  ', true],
  ])('%s is %s', (condition, wanted) => {
    expect(holds(condition)).toBe(wanted)
  })

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
  ])('%s is refused, with the place', (condition, place) => {
    expect(() => parseWhen(condition)).toThrow(
      expect.objectContaining({
        code: 'when_invalid',
        message: `The condition "${condition}" is not understood at ${place}.`,
      }),
    )
  })
})
