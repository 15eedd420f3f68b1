import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lowestFretPositions, pitchAt, positionsOf } from '../../../src/music/guitar/position.js'
import { STANDARD_TUNING, TUNINGS, tuningById } from '../../../src/music/guitar/tunings.js'
import { positionsNamed, soundingAt } from '../../support/positions-named.js'
import { rounds } from '../../support/rounds.js'

const standard = STANDARD_TUNING

it('every tuning has its index as its ID and 3 to 10 strings of playable pitch', () => {
  expect(TUNINGS.length).toBeGreaterThanOrEqual(12)
  for (const [index, tuning] of TUNINGS.entries()) {
    expect(tuning.id).toBe(index)
    expect(tuning.strings.length).toBeGreaterThanOrEqual(3)
    expect(tuning.strings.length).toBeLessThanOrEqual(10)
    expect(tuning.strings.every(pitch => pitch > 20 && pitch < 90)).toBe(true)
  }
})

it('looking up an unknown ID returns no tuning', () => {
  expect([-1, 1.5, 999, Number.NaN].map(tuningById)).toEqual([undefined, undefined, undefined, undefined])
})

it('a position’s pitch is the sum of open string, capo and fret', () => {
  expect([pitchAt(standard, 0, 1, 3), pitchAt(standard, 2, 6, 0)]).toEqual([67, 42])
})

it('a position outside the neck has no pitch', () => {
  expect([pitchAt(standard, 0, 7, 0), pitchAt(standard, 0, 1, -1)]).toEqual([undefined, undefined])
  expect([pitchAt(standard, 0, 1, 1.5), pitchAt(standard, 0, 1, 64)]).toEqual([undefined, undefined])
})

it('positions are found only within the requested frets', () => {
  expect(positionsOf(64, standard, { fretMax: 5 })).toEqual(positionsNamed('1:0 2:5'))
  expect(positionsOf(64, standard, { fretMin: 1, fretMax: 5 })).toEqual([{ string: 2, fret: 5 }])
  expect(positionsOf(30, standard)).toEqual([])
})

it('every position found has the requested pitch, in any tuning and with any capo', () => {
  const tuning = fc.constantFrom(...TUNINGS)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 127 }),
      tuning,
      fc.integer({ min: 0, max: 12 }),
      (pitch, strings, capo) =>
        positionsOf(pitch, strings, { capo }).every(
          place => soundingAt(strings, capo, place.string, place.fret) === pitch && place.fret + capo <= 24,
        ),
    ),
  )
})

it('a grip places as many notes as possible and then minimizes the sum of frets', () => {
  const pitches = fc.array(fc.integer({ min: 36, max: 80 }), { maxLength: 4 })
  fc.assert(
    fc.property(pitches, notes => {
      const grip = lowestFretPositions(notes, standard, { fretMax: 12 })
      const strings = grip.flatMap(place => (place ? [place.string] : []))
      expect(new Set(strings).size).toBe(strings.length)
      expect(score(grip)).toEqual(bestByTrial(notes, new Set()))
    }),
    rounds(200),
  )
})

type Score = readonly [placed: number, frets: number]

function score(grip: readonly ({ fret: number } | undefined)[]): Score {
  const placed = grip.flatMap(place => (place ? [place.fret] : []))
  return [placed.length, placed.reduce((sum, fret) => sum + fret, 0)]
}

function bestByTrial([first, ...rest]: readonly number[], used: ReadonlySet<number>): Score {
  if (first === undefined) return [0, 0]
  let best = bestByTrial(rest, used)
  for (const { string, fret } of positionsOf(first, standard, { fretMax: 12 })) {
    if (used.has(string)) continue
    const [placed, frets] = bestByTrial(rest, new Set([...used, string]))
    if (placed + 1 > best[0] || (placed + 1 === best[0] && frets + fret < best[1]))
      best = [placed + 1, frets + fret]
  }
  return best
}

const strings = (pitches: readonly number[], taken = 0) =>
  lowestFretPositions(pitches, STANDARD_TUNING, {}, taken).map(place => place?.string)

it('a grip places as many pitches as possible and otherwise prefers lower strings', () => {
  expect(strings([40, 47, 52])).toEqual([6, 5, 4])
  expect(strings([64, 64, 64, 30])).toEqual([1, 2, 3, undefined])
  expect(strings([64], 1)).toEqual([2])
})

it('placing 1,000 pitches reads each pitch only a few times', () => {
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
