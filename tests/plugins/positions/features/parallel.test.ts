import { describe, expect, it } from 'vitest'
import { KINDS, kindOf, movingAt } from '../../../../src/plugins/positions/features/parallel.js'
import type { Neck } from '../../../../src/plugins/positions/grips/grips.js'
import { onsetsOf } from '../../../../src/plugins/positions/grips/onsets.js'
import { melody, STANDARD } from '../model.js'

const NECK: Neck = { strings: STANDARD.strings, capo: 0, top: 24 }

/** How many close chords move like each one; undefined for single notes. */
function alike(notes: ReturnType<typeof melody>, lookahead: boolean): (number | undefined)[] {
  const { onsets } = onsetsOf(notes, NECK)
  return onsets.map((onset, index) => {
    const moving = movingAt(onset, onsets, index, lookahead)
    return moving < 0 ? undefined : Math.floor(moving / KINDS)
  })
}

const POWER = [43, 46, 48].map(root => [root, root + 7, root + 12])

describe('chords that move as they are', () => {
  it('are counted before and after where all is known, and twice before where it is played', () => {
    expect(alike(melody(...POWER), true)).toEqual([1, 2, 1])
    expect(alike(melody(...POWER), false)).toEqual([0, 1, 2])
  })

  it('are close across single notes, and across their own repetitions', () => {
    const [low = [], middle = []] = POWER
    expect(alike(melody(low, 40, middle), true)).toEqual([1, undefined, 1])
    expect(alike(melody(low, low, middle), true)).toEqual([1, 1, 1])
  })

  it('are not close with others in between, or more than a bar away', () => {
    const [low = [], middle = []] = POWER
    expect(alike(melody(low, [40, 47], middle), true)).toEqual([0, 0, 0])
    const apart = alike(melody(low, 40, 40, 40, 40, middle), true)
    expect([apart.at(0), apart.at(-1)]).toEqual([0, 0])
  })

  it('are alike only with the same intervals', () => {
    expect(alike(melody([52, 60], [53, 62]), true)).toEqual([0, 0])
  })
})

describe('the kind of a chord', () => {
  it('is its interval, a power chord, or how many notes it has', () => {
    const kinds = [
      [47, 40],
      [52, 47, 40],
      [55, 47, 40],
      [64, 60, 55, 48],
      [80, 40],
    ].map(kindOf)
    expect(new Set(kinds).size).toBe(5)
    expect(Math.max(...kinds)).toBeLessThan(KINDS)
    expect(kindOf([64, 40])).toBe(kindOf([80, 40]))
  })
})
