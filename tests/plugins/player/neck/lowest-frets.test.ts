import { describe, expect, it } from 'vitest'
import { STANDARD_TUNING, tuningById } from '../../../../src/core/music/guitar/tunings.js'
import { lowestFrets, type ReachableNeck } from '../../../../src/plugins/player/neck/lowest-frets.js'
import { positionsNamed } from '../../../support/positions-named.js'

const STANDARD: ReachableNeck = { tuning: STANDARD_TUNING, capo: 0, fretMin: 0, fretMax: 5 }

/** The strings of notes given as pitch, beginning and end. */
function strings(neck: ReachableNeck, ...notes: (readonly [number, number, number])[]) {
  const timed = notes.map(([pitch, onset, end]) => ({ pitch, onset, duration: end - onset }))
  const { positionOf } = lowestFrets(timed, neck)
  return timed.map((_, index) => positionOf(index)?.string)
}
const chord = (...pitches: number[]) => pitches.map(pitch => [pitch, 0, 1] as const)

describe('the strings of a song, while no better ones are known', () => {
  it('are those of the lowest frets, one for each note of a chord', () => {
    expect(strings(STANDARD, ...chord(40, 47, 52, 56, 59, 64))).toEqual([6, 5, 4, 3, 2, 1])
  })

  it('stay free of notes that sound still', () => {
    expect(strings(STANDARD, [64, 0, 4], [64, 1, 2], [65, 4, 5])).toEqual([1, 2, 1])
  })

  it('lie in the frets that are shown where that can be', () => {
    expect(strings({ ...STANDARD, fretMin: 5, fretMax: 9 }, ...chord(64))).toEqual([2])
  })

  it('cut off what sounded before where there is no other', () => {
    expect(strings(STANDARD, [40, 0, 4], [41, 1, 2])).toEqual([6, 6])
  })

  it('are none where the others of the chord take them, and shared for what lights up', () => {
    const crowded = [40, 41].map(pitch => ({ pitch, onset: 0, duration: 1 }))
    const { positionOf, litPositionOf } = lowestFrets(crowded, STANDARD)
    expect([0, 1].map(positionOf)).toEqual([{ string: 6, fret: 0 }, undefined])
    expect([0, 1].map(litPositionOf)).toEqual(positionsNamed('6:0 6:1'))
  })

  it('follow tuning and capo', () => {
    const neck = { ...STANDARD, tuning: tuningById(2) ?? STANDARD_TUNING, capo: 2 }
    expect(strings(neck, ...chord(50))).toEqual([5])
  })
})
