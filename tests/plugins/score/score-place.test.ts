/** Maps between times and drawing positions. A repeated bar is drawn once and played twice. */
import { expect, it } from 'vitest'
import { scorePlace } from '../../../src/plugins/score/notation/score-place.js'
import type { DrawnBar } from '../../../src/plugins/score-files/tokens.js'

const barAt = (number: number): DrawnBar => ({
  ...{ x: number * 100, y: 0, width: 100, height: 50 },
  heads: [0, 2].map(at => ({ at, pitch: 60, string: 2, fret: 1, x: at, y: 0, width: 9, height: 9 })),
  beats: [0, 2].map(at => ({ at, x: number * 100 + 20 + at * 20, notes: [] })),
})

const DRAWING = {
  bars: [barAt(0), barAt(1)],
  /** The first bar is played twice. */
  order: [0, 0, 1].map((bar, time) => ({ quarter: time * 4, bar })),
}

const place = scorePlace(DRAWING)

it('the cursor moves between the beats of a bar, including in repeats', () => {
  expect([0, 1, 3, 5, 10].map(quarter => place.spotAt(quarter).x)).toEqual([20, 40, 80, 40, 160])
})

it('the cursor stays at the last beat while the final notes ring', () =>
  expect(place.spotAt(99)).toEqual({ x: 160, y: 0, height: 50 }))

it('drawn note heads are found by string or, without one, by pitch', () => {
  const found = (onset: number, string: number) =>
    place.headsOf({ onset, pitch: 60, string }).map(({ at }) => at)
  expect([found(6.05, 2), found(3.95, 2), found(6, 3), found(1, 2)]).toEqual([[2], [0], [], []])
})

it('a position outside the drawing returns the first or last bar', () => {
  expect([-5, 0, 99, 101, 250, 999].map(x => place.barAt({ x, y: 20 }))).toEqual([0, 0, 0, 1, 1, 1])
  const below = scorePlace({ ...DRAWING, bars: [barAt(0), { ...barAt(0), y: 60 }] })
  expect([0, 50, 58, 200].map(y => below.barAt({ x: 10, y }))).toEqual([0, 0, 1, 1])
})

it('a repeated bar resolves to the pass closest to the current time', () => {
  expect([place.playedNear(0, 1), place.playedNear(0, 7), place.playedNear(1, 0)]).toEqual([0, 1, 2])
})
