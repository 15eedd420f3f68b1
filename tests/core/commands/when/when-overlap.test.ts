import { describe, expect, it } from 'vitest'
import { canHoldTogether } from '../../../../src/core/commands/when/when-overlap.js'

describe('two conditions', () => {
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
  ])('%s and %s: %s', (a, b, together) => {
    expect(canHoldTogether(a, b)).toBe(together)
    expect(canHoldTogether(b, a)).toBe(together)
  })

  it('are reported apart however many switches stand next to the place', () => {
    const switches = Array.from({ length: 12 }, (_, index) => `&& n${index}`).join(' ')
    expect(canHoldTogether(`route == '/songs' ${switches}`, `route == '/fretboard' ${switches}`)).toBe(false)
    expect(canHoldTogether(`route == '/songs' ${switches}`, `route != '/fretboard' ${switches}`)).toBe(true)
  })

  it('of very many names are taken to meet', () => {
    const names = Array.from({ length: 30 }, (_, index) => `n${index}`)
    expect(canHoldTogether(names.join(' && '), names.map(name => `!${name}`).join(' && '))).toBe(true)
  })
})
