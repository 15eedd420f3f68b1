import { describe, expect, it } from 'vitest'
import { cameOrWent } from '../../../src/plugins/midi-learn/bound-controls.js'

const inputs = (ids: string) => [...ids].map(id => ({ id, name: id, manufacturer: '' }))

describe('the inputs that came or went', () => {
  it.each([
    ['abc', 'abc', ''],
    ['abc', 'abcd', 'd'],
    ['abc', 'dabc', 'd'],
    ['abc', 'ac', 'b'],
    ['abc', '', 'abc'],
    ['', 'ab', 'ab'],
    // Unplugged and plugged in again before the next look.
    ['abc', 'bca', 'a'],
    ['abc', 'cab', 'ab'],
    ['abc', 'cad', 'abd'],
  ])('from %o to %o are %o', (before, now, moved) => {
    expect(new Set(cameOrWent(inputs(before), inputs(now)))).toEqual(new Set(moved))
  })
})
