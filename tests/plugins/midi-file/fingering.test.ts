import { describe, expect, it } from 'vitest'
import { STANDARD_TUNING, tuningById } from '../../../src/core/music/tunings.js'
import { createFingering, type ReachableNeck } from '../../../src/plugins/midi-file/fingering.js'

const STANDARD: ReachableNeck = { tuning: STANDARD_TUNING, capo: 0, fretMin: 0, fretMax: 5 }
const notes = (...pitches: number[]) => pitches.map(pitch => ({ channel: 0, pitch }))

describe('the strings of a song', () => {
  it('are those of the lowest frets, one for each note of a chord', () => {
    const fingering = createFingering(() => STANDARD)
    expect(fingering.begin(notes(40, 47, 52, 56, 59, 64))).toEqual([6, 5, 4, 3, 2, 1])
  })

  it('stay free of notes that sound already', () => {
    const fingering = createFingering(() => STANDARD)
    expect(fingering.begin(notes(64))).toEqual([1])
    expect(fingering.begin(notes(64))).toEqual([2])
    expect(fingering.end({ channel: 0, pitch: 64 })).toEqual({ string: 1 })
    expect(fingering.begin(notes(65))).toEqual([1])
  })

  it('lie in the frets that are shown where that can be', () => {
    const fingering = createFingering(() => ({ ...STANDARD, fretMin: 5, fretMax: 9 }))
    expect(fingering.begin(notes(64))).toEqual([2])
  })

  it('lie elsewhere on the neck where the shown frets have no place', () => {
    const fingering = createFingering(() => STANDARD)
    expect(fingering.begin(notes(76))).toEqual([1])
  })

  it('are shared rather than let a note light everywhere', () => {
    const fingering = createFingering(() => STANDARD)
    fingering.begin(notes(40))
    expect(fingering.begin(notes(41))).toEqual([6])
  })

  it('are none for what the neck cannot sound', () => {
    const fingering = createFingering(() => STANDARD)
    expect(fingering.begin(notes(30, 64))).toEqual([undefined, 1])
    expect(fingering.end({ channel: 0, pitch: 30 })).toEqual({ string: undefined })
  })

  it('follow tuning and capo, while a note that sounds keeps its string', () => {
    let neck = STANDARD
    const fingering = createFingering(() => neck)
    fingering.begin(notes(64))
    neck = { ...STANDARD, tuning: tuningById(2) ?? STANDARD_TUNING, capo: 2 }
    expect(fingering.begin(notes(50))).toEqual([5])
    expect(fingering.end({ channel: 0, pitch: 64 })).toEqual({ string: 1 })
  })

  it('say that a note was never begun', () => {
    const fingering = createFingering(() => STANDARD)
    fingering.begin(notes(64))
    expect(fingering.end({ channel: 1, pitch: 64 })).toBeUndefined()
    fingering.clear()
    expect(fingering.end({ channel: 0, pitch: 64 })).toBeUndefined()
  })
})
