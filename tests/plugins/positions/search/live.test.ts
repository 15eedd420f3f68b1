import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pitchAt } from '../../../../src/core/music/guitar/position.js'
import { beginLive, next } from '../../../../src/plugins/positions/search/live.js'
import { rounds } from '../../../support/rounds.js'
import { MODEL, STANDARD } from '../model.js'

describe('places for notes as they come', () => {
  it('stay where the hand is', () => {
    const state = beginLive({ tuning: STANDARD }, MODEL)
    // From fret 10 of the first string downwards: the open string would tear the line.
    const frets = [74, 72, 71, 72, 74].map(
      (pitch, at) => next([pitch], at / 4, state)[0]?.position?.fret ?? -1,
    )
    expect(Math.min(...frets)).toBeGreaterThan(4)
  })

  it('sound what is played, one note to a string, however it is played', () => {
    const chord = fc.array(fc.integer({ min: 0, max: 127 }), { maxLength: 12 })
    fc.assert(
      fc.property(fc.array(chord, { maxLength: 30 }), chords => {
        const state = beginLive({ tuning: STANDARD, capo: 1 }, MODEL)
        for (const [at, pitches] of chords.entries()) {
          const positions = next(pitches, at, state)
          expect(positions).toHaveLength(pitches.length)
          const used = positions.flatMap(({ position }) => (position ? [position.string] : []))
          expect(new Set(used).size).toBe(used.length)
          for (const [index, { position }] of positions.entries())
            if (position) expect(pitchAt(STANDARD, 1, position.string, position.fret)).toBe(pitches[index])
        }
      }),
      rounds(100, 12),
    )
  })

  it('are the same whether a chord comes at once or one note after another', () => {
    const chords = [[64], [40, 47, 52], [64, 60, 55], [57], [69, 64, 60]]
    const once = beginLive({ tuning: STANDARD }, MODEL)
    const rolled = beginLive({ tuning: STANDARD }, MODEL)
    for (const [at, pitches] of chords.entries()) {
      const wanted = next(pitches, at, once)
      for (let count = 1; count < pitches.length; count += 1) next(pitches.slice(0, count), at, rolled)
      expect(next(pitches, at, rolled)).toEqual(wanted)
    }
  })

  it('leave strings alone on which something sounds, where that can be', () => {
    const position = (sounding: readonly number[]) =>
      next([64], 0, beginLive({ tuning: STANDARD }, MODEL), { sounding })[0]?.position
    expect(position([])).toEqual({ string: 1, fret: 0 })
    expect(position([1])?.string).not.toBe(1)
    expect(position([1, 2, 3, 4, 5, 6])).toEqual({ string: 1, fret: 0 })
  })

  it('lie within the frets that are wished, where that can be', () => {
    const state = beginLive({ tuning: STANDARD }, MODEL)
    const within = { low: 7, high: 12 }
    const fretOf = (pitch: number, at: number) =>
      next([pitch], at, state, { within })[0]?.position?.fret ?? Number.NaN
    for (const [at, pitch] of [64, 65, 67, 69, 59, 50].entries()) {
      const fret = fretOf(pitch, at)
      expect(fret).toBeGreaterThanOrEqual(7)
      expect(fret).toBeLessThanOrEqual(12)
    }
    // The lowest string has it open and nowhere else.
    expect(next([40], 99, state, { within })[0]?.position).toEqual({ string: 6, fret: 0 })
  })
})
