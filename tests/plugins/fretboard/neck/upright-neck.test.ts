import { describe, expect, it } from 'vitest'
import { STANDARD_TUNING, TUNINGS } from '../../../../src/core/music/guitar/tunings.js'
import { type NeckShape, neckGeometry } from '../../../../src/plugins/fretboard/neck/neck-geometry.js'
import { neckView } from '../../../../src/plugins/fretboard/neck/neck-view.js'
import { positionAfterKey } from '../../../../src/plugins/fretboard/playing/neck-navigation.js'
import { fretboardSettings } from '../../../../src/plugins/fretboard/settings.js'

const SHAPE: NeckShape = {
  strings: STANDARD_TUNING.strings,
  capo: 0,
  fretMin: 0,
  fretMax: 12,
  leftHanded: false,
  nutRight: false,
}
const BANJO = TUNINGS.find(({ name }) => name === 'Banjo, open G') ?? STANDARD_TUNING

const draw = (change: Partial<NeckShape> = {}) => neckGeometry({ ...SHAPE, ...change })
const at = (geometry: ReturnType<typeof draw>, string: number, fret: number) =>
  geometry.positions.find(each => each.string === string && each.fret === fret) ?? { x: NaN, y: NaN }
const stringLine = (geometry: ReturnType<typeof draw>, string: number) =>
  geometry.strings.find(each => each.string === string) ?? { x: NaN, y: NaN, toX: NaN, toY: NaN }

describe('a vertical neck', () => {
  it('has its nut on top and keeps the distances of its frets', () => {
    const { wires, board, bar } = draw({ vertical: true })
    expect(bar?.y).toBeLessThan(board.y + 1)
    const last = 1 - 2 ** (-12 / 12)
    for (const { fret, y, toY, x, toX } of wires) {
      expect((y - board.y) / board.height).toBeCloseTo((1 - 2 ** (-fret / 12)) / last, 9)
      expect(toY).toBeCloseTo(y, 9)
      expect(Math.abs(toX - x)).toBeCloseTo(board.width, 9)
    }
  })

  it.each([
    { leftHanded: false, nutRight: false, firstOnRight: true },
    { leftHanded: false, nutRight: true, firstOnRight: true },
    { leftHanded: true, nutRight: false, firstOnRight: false },
    { leftHanded: true, nutRight: true, firstOnRight: false },
  ])(
    'is the chart of its hand, whatever side the nut is on: left-handed $leftHanded, nut right $nutRight',
    ({ firstOnRight, ...switches }) => {
      const geometry = draw({ ...switches, vertical: true })
      expect(at(geometry, 1, 1).x > at(geometry, 6, 1).x).toBe(firstOnRight)
      expect(at(geometry, 1, 1).y).toBeLessThan(at(geometry, 1, 2).y)
      expect(at(geometry, 1, 0).y).toBeLessThan(geometry.board.y)
      expect(geometry.slide(5, 1)).toBeGreaterThan(0)
    },
  )

  it('is moved through by what is seen: down is towards the body, right towards the string on the right', () => {
    const view = (change = {}) => neckView({ ...fretboardSettings.defaults, ...change })
    const from = { string: 3, fret: 2 }
    const leadsTo = (key: string, change = {}) => positionAfterKey(from, key, view(change), true)
    expect(leadsTo('ArrowDown')).toEqual({ string: 3, fret: 3 })
    expect(leadsTo('ArrowUp')).toEqual({ string: 3, fret: 1 })
    expect(leadsTo('ArrowRight')).toEqual({ string: 2, fret: 2 })
    expect(leadsTo('ArrowLeft')).toEqual({ string: 4, fret: 2 })
    expect(leadsTo('ArrowRight', { leftHanded: true })).toEqual({ string: 4, fret: 2 })
    expect(leadsTo('ArrowRight', { leftHanded: true, nutRight: true })).toEqual({ string: 4, fret: 2 })
    expect(leadsTo('ArrowDown', { nutRight: true })).toEqual({ string: 3, fret: 3 })
    expect(leadsTo('End')).toEqual({ string: 3, fret: 5 })
  })
})

describe('a string that begins at a peg', () => {
  const banjo = (change: Partial<NeckShape> = {}) =>
    draw({ strings: BANJO.strings, begins: BANJO.begins, fretMax: 12, ...change })

  it('is drawn from there, and its open note is there', () => {
    const geometry = banjo()
    const wire = geometry.wires.find(({ fret }) => fret === 5)
    expect(geometry.pegs).toEqual([{ string: 5, x: wire?.x, y: stringLine(geometry, 5).y }])
    expect(stringLine(geometry, 5).x).toBeCloseTo(wire?.x ?? 0, 9)
    expect(stringLine(geometry, 4).x).toBeLessThan(geometry.board.x)
    expect(at(geometry, 5, 0).x).toBeCloseTo(at(geometry, 4, 5).x, 9)
    expect(at(geometry, 4, 0).x).toBeLessThan(geometry.board.x)
  })

  it('is reached by the arrow keys at its open note', () => {
    const view = {
      ...neckView({ ...fretboardSettings.defaults, fretMax: 12 }),
      tuning: BANJO,
    }
    expect(positionAfterKey({ string: 4, fret: 5 }, 'ArrowDown', view)).toEqual({ string: 5, fret: 0 })
    expect(positionAfterKey({ string: 5, fret: 0 }, 'ArrowRight', view)).toEqual({ string: 5, fret: 6 })
    expect(positionAfterKey({ string: 5, fret: 6 }, 'ArrowLeft', view)).toEqual({ string: 5, fret: 0 })
  })
})
