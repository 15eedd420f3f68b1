import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  moveAcross,
  moveAlong,
  readShapeCode,
  SHAPE_IGNORED,
  shapeCode,
  shapeText,
} from '../../../src/music/guitar/shape.js'
import { STANDARD_TUNING, TUNINGS } from '../../../src/music/guitar/tunings.js'
import { positionsNamed, soundingAt } from '../../support/positions-named.js'

const { name: _, ...standard } = { name: 'Standard', strings: STANDARD_TUNING.strings }
/** Parses frets such as `x32010`, lowest string first. */
const positions = (frets: string) =>
  [...frets]
    .reverse()
    .flatMap((fret, index) => (fret === 'x' ? [] : [{ string: index + 1, fret: Number(fret) }]))
const OPEN_C = { name: 'C', tuning: { name: '', ...standard }, capo: 0, positions: positions('x32010') }
const LETTERS = ['E', 'B', 'G', 'D', 'A', 'E']

it('a shape code is short and contains the chord name', () => {
  expect(shapeCode(OPEN_C)).toBe('x.3.2.0.1.0_0_E2.A2.D3.G3.B3.E4_C')
})

it('any selection survives encoding and decoding', () => {
  const shape = fc.uniqueArray(fc.record({ string: fc.integer({ min: 1, max: 6 }), fret: fc.nat(20) }), {
    minLength: 1,
    maxLength: 12,
    selector: ({ string, fret }) => `${string}:${fret}`,
  })
  fc.assert(
    fc.property(shape, fc.nat(4), (picked, capo) => {
      const sorted = picked.toSorted((a, b) => a.string - b.string || a.fret - b.fret)
      const read = readShapeCode(shapeCode({ ...OPEN_C, capo, positions: sorted }))
      expect(read).toEqual({ shape: { ...OPEN_C, capo, positions: sorted }, ignored: [] })
    }),
  )
})

it('decoding keeps the valid parts of a code and reports the invalid ones', () => {
  const { shape, ignored } = readShapeCode('x.3.99.0.1+q.0.7_40_E2.A2.D3.G3.B3.E4_')
  expect([shape?.positions, shape?.capo]).toEqual([positionsNamed('1:7 2:0 3:1 4:0 6:3'), 0])
  expect(ignored).toEqual([
    { sentence: SHAPE_IGNORED.capo, values: { fret: '40' } },
    { sentence: SHAPE_IGNORED.positions, values: { positions: '3:q, 5:99' } },
  ])
})

it('a code without strings or positions is rejected', () => {
  for (const code of ['', '___', 'x.x.x_0_E2.A2.D3', '0.0.0', '0_0_E2', '<b>_1_2_3'])
    expect(readShapeCode(code).shape, code).toBeUndefined()
  fc.assert(fc.property(fc.string(), text => void readShapeCode(text)))
})

it('a shape copied as text contains the fret string and tablature', () => {
  expect(shapeText(OPEN_C, LETTERS)).toBe(
    ['C  x32010', 'E|-0-|', 'B|-1-|', 'G|-0-|', 'D|-2-|', 'A|-3-|', 'E|---|'].join('\n'),
  )
})

it('moving along the neck keeps the strings and shifts every note by the same number of frets', () => {
  expect(moveAlong(positions('x32010'), 2, standard, 0)).toEqual(positions('x54232'))
  expect(moveAlong(positions('x54232'), -2, standard, 0)).toEqual(positions('x32010'))
})

it('moving to adjacent strings keeps the intervals, even across the third between G and B', () => {
  expect(moveAcross(positions('x35xxx'), -1, standard, 0)).toEqual(positions('xx35xx'))
  // The fifth from B to F♯ is one fret wider than other fifths.
  expect(moveAcross(positions('xx35xx'), -1, standard, 0)).toEqual(
    positions('xxx35x').map(({ string, fret }) => ({ string, fret: string === 2 ? fret + 1 : fret })),
  )
  expect(moveAcross(positions('35xxxx'), 1, standard, 0)).toBeUndefined()
})

it('the shape shifts along the neck only if a note would otherwise be off the neck', () => {
  expect(moveAcross(positions('x0x0xx'), -1, standard, 0)).toEqual(positionsNamed('2:1 4:0'))
})

it('moving transposes all notes by the same interval in every tuning', () => {
  const picked = fc.uniqueArray(fc.record({ string: fc.integer({ min: 1, max: 4 }), fret: fc.nat(12) }), {
    minLength: 1,
    maxLength: 4,
    selector: ({ string }) => string,
  })
  fc.assert(
    fc.property(fc.constantFrom(...TUNINGS), picked, fc.constantFrom(-1, 1), (tuning, shape, by) => {
      const there = shape.filter(
        ({ string, fret }) => fret === 0 || fret > (tuning.begins?.[string - 1] ?? 0),
      )
      for (const moved of [moveAcross(there, by, tuning, 0), moveAlong(there, by * 3, tuning, 0)]) {
        if (!moved) continue
        const steps = moved.map(({ string, fret }, index) => {
          const before = there[index] ?? { string: 0, fret: 0 }
          return soundingAt(tuning, 0, string, fret) - soundingAt(tuning, 0, before.string, before.fret)
        })
        expect(new Set(steps).size).toBeLessThanOrEqual(1)
      }
    }),
  )
})
