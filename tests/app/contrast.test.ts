import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contrast, seenOn } from '../../src/app/theme.js'
import { rounds } from '../support/rounds.js'

const LIGHT = '#f6f4f1'
const DARK = '#1d1b1a'

it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  // Contrast ratios from WCAG checkers.
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 4],
])('the contrast between %s and %s is %s, in either order', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 1)
  expect(contrast(other, one)).toBe(contrast(one, other))
})

it('an accent color with enough contrast stays unchanged', () => {
  expect([seenOn('#e8a13a', DARK, 5.5), seenOn('#7a1fa2', LIGHT, 5.5)]).toEqual(['#e8a13a', '#7a1fa2'])
})

it('an accent color is darkened on a light background and lightened on a dark one', () => {
  expect(contrast(seenOn('#e8a13a', LIGHT, 4.5), '#000000')).toBeLessThan(contrast('#e8a13a', '#000000'))
  expect(contrast(seenOn('#1a2b6d', DARK, 4.5), '#000000')).toBeGreaterThan(contrast('#1a2b6d', '#000000'))
})

it('every accent color is legible in both color schemes', () => {
  const accent = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(accent, color => {
      for (const ground of [LIGHT, DARK])
        for (const ratio of [2, 3, 5.5])
          expect(contrast(seenOn(color, ground, ratio), ground)).toBeGreaterThanOrEqual(ratio)
    }),
    { ...rounds(500, 5), examples: [['#ffffff'], ['#000000'], [LIGHT], [DARK], ['#ffff00']] },
  )
})
