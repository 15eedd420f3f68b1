import { describe, expect, it } from 'vitest'
import { chordGrid } from '../../../../src/plugins/fretboard/sharing/handout.js'
import { rows } from '../../../support/rows.js'

const C = [0, 1, 0, 2, 3, undefined]
const grid = (frets: readonly (number | undefined)[], leftHanded = false) =>
  chordGrid({ frets, leftHanded, label: 'C & G' })
const places = (svg: string) =>
  [...svg.matchAll(/<circle cx="(\d+)" cy="(\d+)"/g)].map(([, x, y]) => [Number(x), Number(y)])

describe('a chord diagram', () => {
  it('has the low string on the left, open and muted strings above the nut, and a finger in each dot', () => {
    const svg = grid(C)
    // Strings 2, 4 and 5 at frets 1, 2 and 3.
    expect(places(svg)).toEqual(rows('118 41, 74 63, 52 85'))
    expect(svg.match(/○/g)).toHaveLength(2)
    expect(svg.match(/×/g)).toHaveLength(1)
    expect([...svg.matchAll(/class="f"[^>]*>(\d)/g)].map(([, finger]) => finger)).toEqual(['1', '2', '3'])
    expect(svg).toContain('aria-label="C &amp; G"')
  })

  it('is mirrored for left hands', () => {
    expect(places(grid(C, true))[0]).toEqual([52, 41])
  })

  it('begins at the lowest fret up the neck, and says at which', () => {
    const svg = grid([7, 8, 9, 9, 7, undefined])
    expect(svg).toMatch(/>7<\/text>/)
    expect(svg).not.toContain('stroke-width="5"')
    expect(places(svg).map(([, y]) => y)).toEqual([41, 63, 85, 85, 41])
  })
})
