import { describe, expect, it } from 'vitest'
import { gripsOf, isReach, type Neck } from '../../../../src/plugins/positions/grips/grips.js'

const STANDARD: Neck = { strings: [64, 59, 55, 50, 45, 40], capo: 0, top: 24 }

function framesOf(pitches: readonly number[], neck: Neck, g = 0): string {
  const { string, fret, size } = gripsOf(pitches, neck)
  return Array.from(
    { length: size },
    (_, i) => `${(string[g * size + i] ?? 0) + 1}/${fret[g * size + i]}`,
  ).join(' ')
}

describe('the grips of notes that begin together', () => {
  it('begin with the lowest frets', () => {
    expect(framesOf([64], STANDARD)).toBe('1/0')
    expect(framesOf([64, 60, 55, 52, 48], STANDARD)).toBe('1/0 2/1 3/0 4/2 5/3')
    expect(framesOf([66], { ...STANDARD, capo: 2 })).toBe('1/0')
  })

  it('hold every way to play them that a hand can reach', () => {
    const positions = (pitches: readonly number[]) => gripsOf(pitches, STANDARD).count
    expect(positions([64])).toBe(6)
    expect(positions([40])).toBe(1)
    // E4 and F4: neither is at both ends of the neck at once.
    expect(gripsOf([65, 64], STANDARD).legal).toBe(true)
  })

  it('span five frets in low positions and six above', () => {
    expect(isReach(1, 6)).toBe(true)
    expect(isReach(7, 13)).toBe(false)
    expect(isReach(8, 14)).toBe(true)
    expect(isReach(8, 15)).toBe(false)
  })

  it('keep a note on a given string', () => {
    const { string, count } = gripsOf([64, 60], STANDARD, [2, -1])
    expect(count).toBeGreaterThan(0)
    expect([...string].filter((_, at) => at % 2 === 0).every(value => value === 2)).toBe(true)
  })
})
