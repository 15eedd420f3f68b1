import { describe, expect, it } from 'vitest'
import { lowestFretPositions } from '../../../../src/core/music/guitar/lowest-fret.js'
import { STANDARD_TUNING } from '../../../../src/core/music/guitar/tunings.js'

const strings = (pitches: readonly number[], taken = 0) =>
  lowestFretPositions(pitches, STANDARD_TUNING, {}, taken).map(place => place?.string)

describe('the grip with the lowest frets', () => {
  it('places as many pitches as it can, and of equal grips takes the lowest strings first', () => {
    expect(strings([40, 47, 52])).toEqual([6, 5, 4])
    expect(strings([64, 64, 64, 30])).toEqual([1, 2, 3, undefined])
    expect(strings([64], 1)).toEqual([2])
  })

  it('looks at each pitch of such a chord a few times only', () => {
    let looks = 0
    const counted = new Proxy([...STANDARD_TUNING.strings], {
      get(target, name, receiver) {
        looks += 1
        return Reflect.get(target, name, receiver)
      },
    })
    lowestFretPositions(
      Array.from({ length: 1000 }, (_, index) => index % 128),
      { strings: counted },
    )
    expect(looks).toBeLessThan(10_000)
  })
})
