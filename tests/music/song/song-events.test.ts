import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SongControlChange } from '../../../src/music/song/song.js'
import { controllersInOrder } from '../../../src/music/song/song-events.js'
import { rows } from '../../support/rows.js'

/** Controller number, value and ticks. */
type Row = readonly [number: number, value: number, ticks?: number]

/** Groups controllers by number in file order, like a song's JSON. */
function kept(rows: readonly Row[]) {
  const controlChanges: Record<string, SongControlChange[]> = {}
  for (const [number, value, ticks = 0] of rows) {
    const list = controlChanges[number] ?? []
    list.push({ number, value: value / 127, ticks, time: ticks / 960 })
    controlChanges[number] = list
  }
  return { controlChanges }
}

const ordered = (rows: readonly Row[]) =>
  controllersInOrder(kept(rows)).map(({ number, value }) => [number, Math.round(value * 127)])

it.each([
  ['a bend range followed by the null parameter', '101 0, 100 0, 6 12, 38 0, 101 127, 100 127'],
  [
    'two registered parameters, each followed by the null parameter',
    '101 0, 100 0, 6 12, 101 127, 100 127, 101 0, 100 1, 6 64, 101 127, 100 127',
  ],
  ['the null parameter before the first parameter', '101 127, 100 127, 101 0, 100 0, 6 12'],
  ['parameters with one shared coarse half', '101 0, 100 0, 6 12, 38 5, 100 1, 6 64, 38 7, 101 127, 100 127'],
  ['a registered and a non-registered parameter', '101 0, 100 0, 6 12, 99 1, 98 8, 6 64'],
  [
    'both kinds, closed by the registered null parameter',
    '101 0, 100 0, 6 12, 38 0, 99 1, 98 8, 6 64, 101 127, 100 127',
  ],
  [
    'a registered parameter, closed by the non-registered null parameter',
    '101 0, 100 0, 6 12, 99 127, 98 127',
  ],
  ['a value for the previous selection, then the null parameter', '6 12, 38 3, 101 127, 100 127'],
  ['increments of one parameter', '101 0, 100 0, 96 0, 96 0, 96 0, 101 127, 100 127'],
  [
    'a reset before the values it would clear, then the bank and held values',
    '121 0, 0 8, 32 1, 101 0, 100 0, 6 12, 7 100, 11 90, 64 127',
  ],
  ['mode messages before everything else', '120 0, 121 0, 123 0, 126 1, 1 5'],
])('track controllers are restored to file order: %s', (_, text) => {
  expect(ordered(rows<Row>(text))).toEqual(rows<Row>(text))
})

it('track controllers are sorted by time, regardless of their numbers', () => {
  const all = rows<Row>('101 0 0, 100 0 0, 64 127 5, 6 12 10, 7 90 10, 121 0 20, 7 100 20')
  expect(ordered(all)).toEqual(all.map(([number, value]) => [number, value]))
})

it('with both parameter types selected, a single value goes to the registered parameter', () => {
  expect(ordered(rows<Row>('99 1, 98 8, 101 0, 100 0, 6 12'))).toEqual(
    rows<Row>('101 0, 100 0, 6 12, 99 1, 98 8'),
  )
})

it('sorting loses no controllers and keeps the file order for each number', () => {
  const row = fc.tuple(
    fc.constantFrom(0, 6, 7, 32, 38, 64, 96, 98, 99, 100, 101, 121, 127),
    fc.constantFrom(0, 1, 64, 127),
    fc.constantFrom(0, 1, 2),
  )
  fc.assert(
    fc.property(fc.array(row), rows => {
      const byTime = rows.toSorted((a, b) => a[2] - b[2])
      const again = ordered(byTime)
      expect(again).toHaveLength(rows.length)
      for (const [number] of rows) {
        const of = (list: readonly (readonly number[])[]) => list.filter(([each]) => each === number)
        expect(of(again)).toEqual(of(byTime.map(([each, value]) => [each, value])))
      }
    }),
    { seed: 2026, numRuns: 25 },
  )
})

it('sorting 130,000 simultaneous controllers does not overflow the stack', () => {
  const many = Array.from({ length: 130_000 }, (_, index): Row => [[6, 96, 101][index % 3] ?? 6, 1])
  expect(ordered(many)).toHaveLength(many.length)
})
