import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPresses } from '../../../src/plugins/midi-learn/bound-controls.js'

/** Which values, one every 10 ms, are presses. */
function pressesOf(values: readonly number[], everyMs = 10): boolean[] {
  const presses = createPresses()
  return values.map((value, index) => presses.take(value, index * everyMs))
}

const count = (all: readonly boolean[]) => all.filter(Boolean).length

describe('a press of a controller', () => {
  it('is one, however many values a pedal sends on its way', () => {
    expect(pressesOf([3, 20, 63, 64, 90, 127, 126, 64, 63, 10, 0])).toEqual(
      [3, 20, 63, 64, 90, 127, 126, 64, 63, 10, 0].map(value => value === 64).map((is, at) => is && at === 3),
    )
  })

  it('is each message of a pedal board that sends no release, but not what a device sends twice', () => {
    expect(pressesOf([127, 127, 127], 400)).toEqual([true, true, true])
    expect(pressesOf([127, 127, 127], 5)).toEqual([true, false, false])
  })

  it('comes exactly once for each way up over the middle that begins well below it, whatever is sent', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 127 })), values => {
        // Up is U, released is L; values between decide nothing.
        const moves = values.map(value => (value >= 64 ? 'U' : value < 48 ? 'L' : '')).join('')
        expect(count(pressesOf(values))).toBe((`L${moves}`.match(/LU/g) ?? []).length)
      }),
    )
  })

  it('is one of a worn pedal that trembles about the middle', () => {
    const trembling = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 66 : 62))
    expect(count(pressesOf([0, ...trembling, 127, 0]))).toBe(1)
  })
})
