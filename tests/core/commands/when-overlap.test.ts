import { describe, expect, it } from 'vitest'
import { canHoldTogether } from '../../../src/core/commands/when-overlap.js'

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
  ])('%s and %s: %s', (a, b, together) => {
    expect(canHoldTogether(a, b)).toBe(together)
    expect(canHoldTogether(b, a)).toBe(together)
  })

  it('of very many names are taken to meet', () => {
    const names = Array.from({ length: 30 }, (_, index) => `n${index}`)
    expect(canHoldTogether(names.join(' && '), names.map(name => `!${name}`).join(' && '))).toBe(true)
  })
})
