import { describe, expect, it } from 'vitest'
import { STANDARD_TUNING } from '../../../../src/core/music/guitar/tunings.js'
import { neckGeometry } from '../../../../src/plugins/fretboard/neck/neck-geometry.js'
import { fretSpaces, nearestFret } from '../../../../src/plugins/fretboard/ui/neck/fret-range.js'

const spacesOf = (change: object = {}) =>
  fretSpaces(
    neckGeometry({
      ...{ strings: STANDARD_TUNING.strings, capo: 0, fretMin: 0, fretMax: 12 },
      ...{ leftHanded: false, nutRight: false, ...change },
    }),
  )

describe('the spaces of the fret numbers', () => {
  it('follow one another without a gap, one for each number, on every kind of neck', () => {
    for (const change of [{}, { nutRight: true }, { vertical: true }, { fretMin: 5, fretMax: 9 }]) {
      const spaces = spacesOf(change)
      const sorted = [...spaces].sort((a, b) => a.x - b.x || a.y - b.y)
      expect(new Set(spaces.map(({ fret }) => fret)).size).toBe(spaces.length)
      for (const [index, { x, y, width, height }] of sorted.slice(0, -1).entries()) {
        const next = sorted[index + 1]
        if ('vertical' in change) expect(y + height).toBeCloseTo(next?.y ?? 0)
        else expect(x + width).toBeCloseTo(next?.x ?? 0)
      }
    }
  })

  it('give the nearest fret to a pointer that has left them', () => {
    const spaces = spacesOf()
    const fifth = spaces.find(({ fret }) => fret === 5)
    const x = (fifth?.x ?? 0) + 4
    expect(nearestFret(spaces, { x, y: -500 })).toBe(5)
    expect(nearestFret(spaces, { x: 1e6, y: 0 })).toBe(12)
    expect(nearestFret(spaces, { x: -1e6, y: 0 })).toBe(1)
    expect(nearestFret([], { x: 0, y: 0 })).toBeUndefined()
  })
})
