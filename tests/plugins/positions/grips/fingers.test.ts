import { describe, expect, it } from 'vitest'
import { heldBy } from '../../../../src/plugins/positions/grips/fingers.js'
import { gripsOf, type Neck } from '../../../../src/plugins/positions/grips/grips.js'

const STANDARD: Neck = { strings: [64, 59, 55, 50, 45, 40], capo: 0, top: 24 }
/** The grip with the lowest frets. */
const fingers = (pitches: readonly number[], others = 0, frets: readonly number[] = []) =>
  heldBy(gripsOf(pitches, STANDARD), 0, others, Uint8Array.from(frets)).fingers()

describe('the fingers that hold a chord', () => {
  it('are none for open strings and one for each other note', () => {
    expect(fingers([64, 59, 55])).toBe(0)
    expect(fingers([64, 60, 55, 52, 48])).toBe(3)
  })

  it('are one for all of the lowest fret, as a barre', () => {
    // F major, 133211
    expect(fingers([65, 60, 57, 53, 48, 41])).toBe(4)
  })

  it('are one each on the lowest fret where an open string sounds between', () => {
    // F# on the first string and E on the fourth, both at fret 2, with the open third between
    expect(fingers([66, 55, 52])).toBe(2)
  })

  it('hold what was struck before on other strings as well', () => {
    // F on the first string, with C on the fifth and the open fourth still held
    const fifth = 1 << 4
    const fourth = 1 << 3
    expect(fingers([65], fifth, [0, 0, 0, 0, 3, 0])).toBe(2)
    expect(fingers([65], fifth | fourth, [0, 0, 0, 0, 1, 0])).toBe(2)
    expect(fingers([65], fifth, [0, 0, 0, 0, 1, 0])).toBe(1)
  })

  it('hold nothing of a string that the grip takes itself', () => {
    expect(fingers([65], 1, [3])).toBe(1)
  })
})
