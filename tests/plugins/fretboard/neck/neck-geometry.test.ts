import { expect, it } from 'vitest'
import { STANDARD_TUNING, TUNINGS } from '../../../../src/music/guitar/tunings.js'
import {
  fretDistance,
  isSameLayout,
  type NeckShape,
  neckGeometry,
} from '../../../../src/plugins/fretboard/neck/neck-geometry.js'
import { DOT_RADIUS } from '../../../../src/plugins/fretboard/neck/neck-sizes.js'
import { neckView } from '../../../../src/plugins/fretboard/neck/neck-view.js'
import { positionAfterKey } from '../../../../src/plugins/fretboard/playing/neck-navigation.js'
import { fretboardSettings } from '../../../../src/plugins/fretboard/settings.js'
import { fretSpaces, nearestFret } from '../../../../src/plugins/fretboard/ui/neck/fret-range.js'
import { rows } from '../../../support/rows.js'

const SHAPE: NeckShape = {
  ...{ strings: STANDARD_TUNING.strings, capo: 0, fretMin: 0, fretMax: 12, leftHanded: false },
  nutRight: false,
}

const draw = (change: Partial<NeckShape> = {}) => neckGeometry({ ...SHAPE, ...change })
const position = (geometry: ReturnType<typeof draw>, string: number, fret: number) =>
  geometry.positions.find(each => each.string === string && each.fret === fret) ?? { x: NaN, y: NaN }

it('the layout is reused only if the number of strings and all view settings are unchanged', () => {
  const dropped = { strings: [64, 59, 55, 50, 45, 38] }
  expect(isSameLayout(draw(), draw(dropped))).toBe(true)
  expect(isSameLayout(draw(), draw({ strings: dropped.strings.slice(1) }))).toBe(false)
  for (const change of [
    { capo: 2 },
    { fretMax: 13 },
    { fretMin: 1 },
    { leftHanded: true },
    { nutRight: true },
  ])
    expect(isSameLayout(draw(), draw(change))).toBe(false)
})

it('fret distances match a luthier’s table for a 25.5-inch scale', () => {
  // Distances from the nut in inches, from luthiers’ tables.
  for (const [fret = 0, inches = 0] of rows('1 1.431, 5 6.397, 7 8.481, 12 12.75, 19 16.99'))
    expect(25.5 * fretDistance(fret)).toBeCloseTo(inches, 2)
})

it('fret wires are spaced as on a real neck', () => {
  const { wires, board } = draw()
  for (const { fret, x } of wires)
    expect((x - board.x) / board.width).toBeCloseTo(fretDistance(fret) / fretDistance(12), 9)
  expect(wires.map(wire => wire.fret)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

it('dots are centered between fret wires, and open-string dots are behind the nut', () => {
  const geometry = draw()
  const [first, second] = geometry.wires
  expect(position(geometry, 1, 2).x).toBeCloseTo(((first?.x ?? 0) + (second?.x ?? 0)) / 2, 9)
  expect(position(geometry, 1, 0).x).toBeLessThan(geometry.board.x)
  expect(geometry.positions).toHaveLength(6 * 13)
})

it('the neck has single inlays at frets 3, 5, 7 and 9 and a double inlay at 12', () => {
  const { inlays, numbers } = draw()
  const fretAt = (x: number) => numbers.find(number => Math.abs(number.x - x) < 1e-6)?.fret
  expect(inlays.map(inlay => fretAt(inlay.x))).toEqual([3, 5, 7, 9, 12, 12])
  // Inlays stay in place while a capo shifts the numbers.
  const withCapo = draw({ capo: 2, fretMax: 5 })
  expect(
    withCapo.inlays.map(({ x }) => withCapo.numbers.find(each => Math.abs(each.x - x) < 1e-6)?.fret),
  ).toEqual([1, 3, 5])
})

it.each([
  { leftHanded: true, nutRight: true, firstOnTop: true },
  { leftHanded: true, nutRight: false, firstOnTop: false },
  { leftHanded: false, nutRight: true, firstOnTop: false },
])(
  'the neck is flipped correctly: left-handed $leftHanded, nut right $nutRight',
  ({ firstOnTop, ...switches }) => {
    const [plain, geometry] = [draw(), draw(switches)]
    for (const { string, fret, x, y } of geometry.positions) {
      const before = position(plain, string, fret)
      expect(x).toBeCloseTo(switches.nutRight ? plain.width - before.x : before.x, 9)
      expect(y).toBeCloseTo(firstOnTop ? before.y : position(plain, 7 - string, fret).y, 9)
    }
    expect(geometry.board.x + geometry.board.width).toBeLessThanOrEqual(geometry.width)
  },
)

it('dots never overlap, for any fret range and number of strings', () => {
  for (const fretMin of [0, 1, 12, 23])
    for (const strings of [3, 6, 10])
      for (const capo of [0, 1]) {
        const open = Array.from({ length: strings }, (_, index) => 64 - 5 * index)
        const geometry = draw({ strings: open, fretMin, fretMax: 24 - capo, capo })
        const xs = geometry.positions.filter(each => each.string === 1).map(each => each.x)
        for (const [index, x] of xs.slice(1).entries())
          expect(x - (xs[index] ?? 0)).toBeGreaterThanOrEqual(2 * DOT_RADIUS)
        for (const { x, y } of geometry.positions) {
          expect(x - DOT_RADIUS).toBeGreaterThanOrEqual(0)
          expect(x + DOT_RADIUS).toBeLessThanOrEqual(geometry.width)
          expect(y + DOT_RADIUS).toBeLessThanOrEqual(geometry.height)
        }
      }
})

it('bending up moves a dot toward the next fret, and bending down moves it back toward the nut', () => {
  const geometry = draw()
  const step = position(geometry, 1, 6).x - position(geometry, 1, 5).x
  expect(geometry.slide(5, 1)).toBeCloseTo(step, 9)
  expect(geometry.slide(5, 0.5)).toBeCloseTo(step / 2, 9)
  expect(geometry.slide(5, -1)).toBeLessThan(0)
  expect(draw({ nutRight: true }).slide(5, 1)).toBeCloseTo(-step, 9)
  expect(geometry.slide(0, -2)).toBeLessThan(0)
})

const fitted = (width: number, height: number, change: Partial<NeckShape> = {}) =>
  draw({ room: { width, height }, ...change })

it('on a narrow page the neck overflows, so that touch targets are large enough for a finger', () => {
  const phone = fitted(340, 300, { fretMax: 24 })
  expect(phone.width).toBeGreaterThan(340)
  for (const { reachX, reachY } of phone.positions) {
    expect(2 * reachX).toBeGreaterThanOrEqual(42)
    expect(2 * reachY).toBeGreaterThanOrEqual(40)
  }
  for (const [width = 0, height = 0] of rows('1000 300, 340 700'))
    for (const vertical of [false, true])
      for (const fretMax of [0, 5, 24]) {
        const { positions, radius } = fitted(width, height, { vertical, fretMax })
        for (const { reachX, reachY } of positions)
          expect(Math.min(reachX, reachY)).toBeGreaterThanOrEqual(radius)
      }
})

const BANJO = TUNINGS.find(({ name }) => name === 'Banjo, open G') ?? STANDARD_TUNING

const stringLine = (geometry: ReturnType<typeof draw>, string: number) =>
  geometry.strings.find(each => each.string === string) ?? { x: NaN, y: NaN, toX: NaN, toY: NaN }

it.each([
  { leftHanded: false, nutRight: false, firstOnRight: true },
  { leftHanded: false, nutRight: true, firstOnRight: true },
  { leftHanded: true, nutRight: false, firstOnRight: false },
  { leftHanded: true, nutRight: true, firstOnRight: false },
])(
  'the side of string 1 depends only on handedness: left-handed $leftHanded, nut right $nutRight',
  ({ firstOnRight, ...switches }) => {
    const geometry = draw({ ...switches, vertical: true })
    expect(position(geometry, 1, 1).x > position(geometry, 6, 1).x).toBe(firstOnRight)
    expect(position(geometry, 1, 1).y).toBeLessThan(position(geometry, 1, 2).y)
    expect(position(geometry, 1, 0).y).toBeLessThan(geometry.board.y)
    expect(geometry.slide(5, 1)).toBeGreaterThan(0)
  },
)

const banjo = (change: Partial<NeckShape> = {}) =>
  draw({ strings: BANJO.strings, begins: BANJO.begins, fretMax: 12, ...change })

it('a short string and its open note are drawn at the peg', () => {
  const geometry = banjo()
  const wire = geometry.wires.find(({ fret }) => fret === 5)
  expect(geometry.pegs).toEqual([{ string: 5, x: wire?.x, y: stringLine(geometry, 5).y }])
  expect(stringLine(geometry, 5).x).toBeCloseTo(wire?.x ?? 0, 9)
  expect(stringLine(geometry, 4).x).toBeLessThan(geometry.board.x)
  expect(position(geometry, 5, 0).x).toBeCloseTo(position(geometry, 4, 5).x, 9)
  expect(position(geometry, 4, 0).x).toBeLessThan(geometry.board.x)
})

it('arrow keys reach the open note of a short string', () => {
  const view = { ...neckView({ ...fretboardSettings.defaults, fretMax: 12 }), tuning: BANJO }
  expect(positionAfterKey({ string: 4, fret: 5 }, 'ArrowDown', view)).toEqual({ string: 5, fret: 0 })
  expect(positionAfterKey({ string: 5, fret: 0 }, 'ArrowRight', view)).toEqual({ string: 5, fret: 6 })
  expect(positionAfterKey({ string: 5, fret: 6 }, 'ArrowLeft', view)).toEqual({ string: 5, fret: 0 })
})

it('fret number areas cover the whole strip without gaps in every neck orientation', () => {
  for (const change of [{}, { nutRight: true }, { vertical: true }, { fretMin: 5, fretMax: 9 }]) {
    const spaces = fretSpaces(draw(change))
    const sorted = [...spaces].sort((a, b) => a.x - b.x || a.y - b.y)
    expect(new Set(spaces.map(({ fret }) => fret)).size).toBe(spaces.length)
    for (const [index, { x, y, width, height }] of sorted.slice(0, -1).entries()) {
      const next = sorted[index + 1]
      if ('vertical' in change) expect(y + height).toBeCloseTo(next?.y ?? 0)
      else expect(x + width).toBeCloseTo(next?.x ?? 0)
    }
  }
})

it('a pointer outside the strip selects the nearest fret', () => {
  const spaces = fretSpaces(draw())
  const fifth = spaces.find(({ fret }) => fret === 5)
  const x = (fifth?.x ?? 0) + 4
  expect([nearestFret(spaces, { x, y: -500 }), nearestFret(spaces, { x: 1e6, y: 0 })]).toEqual([5, 12])
  expect(nearestFret(spaces, { x: -1e6, y: 0 })).toBe(1)
  expect(nearestFret([], { x: 0, y: 0 })).toBeUndefined()
})
