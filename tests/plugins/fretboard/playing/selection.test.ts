import { describe, expect, it } from 'vitest'
import type { Position } from '../../../../src/core/music/guitar/position.js'
import { neckView } from '../../../../src/plugins/fretboard/neck/neck-view.js'
import { positionAfterKey, within } from '../../../../src/plugins/fretboard/playing/neck-navigation.js'
import { DragSelection, NeckSelection } from '../../../../src/plugins/fretboard/playing/selection.js'
import { fretboardSettings } from '../../../../src/plugins/fretboard/settings.js'
import { positionsNamed } from '../../../support/positions-named.js'

function selected() {
  const emitted: (readonly Position[])[] = []
  const emit = (_event: unknown, positions: unknown) => emitted.push(positions as readonly Position[])
  return { emitted, selection: new NeckSelection({ emit }) }
}

describe('the selection', () => {
  it('adds and removes positions', () => {
    const { selection, emitted } = selected()
    selection.toggle({ string: 5, fret: 3 })
    selection.toggle({ string: 1, fret: 0 })
    selection.toggle({ string: 5, fret: 3 })
    expect([selection.positions.getState(), emitted.length]).toEqual([[{ string: 1, fret: 0 }], 3])
  })

  it('is ordered by string and fret, without duplicates', () => {
    const { selection } = selected()
    selection.set(positionsNamed('3:2 1:5 3:2 3:0'))
    expect(selection.positions.getState()).toEqual(positionsNamed('1:5 3:0 3:2'))
  })

  it('reports nothing when nothing changed', () => {
    const { selection, emitted } = selected()
    selection.clear()
    selection.set([{ string: 1, fret: 1 }])
    selection.set([{ string: 1, fret: 1 }])
    expect(emitted).toHaveLength(1)
  })
})

describe('arrow keys', () => {
  const view = (change: Partial<typeof fretboardSettings.defaults> = {}) =>
    neckView({ ...fretboardSettings.defaults, ...change })
  const from = { string: 3, fret: 2 }
  const leadsTo = (key: string, change = {}) => positionAfterKey(from, key, view(change))

  it('move in the direction they have on the screen, on every kind of neck', () => {
    expect(leadsTo('ArrowRight')).toEqual({ string: 3, fret: 3 })
    expect(leadsTo('ArrowDown')).toEqual({ string: 4, fret: 2 })
    expect(leadsTo('ArrowRight', { nutRight: true })).toEqual({ string: 3, fret: 1 })
    expect(leadsTo('ArrowDown', { nutRight: true })).toEqual({ string: 2, fret: 2 })
    expect(leadsTo('ArrowUp', { leftHanded: true })).toEqual({ string: 4, fret: 2 })
    expect(leadsTo('ArrowLeft', { leftHanded: true, nutRight: true })).toEqual({ string: 3, fret: 3 })
    expect(leadsTo('ArrowUp', { leftHanded: true, nutRight: true })).toEqual({ string: 2, fret: 2 })
  })

  it('move to the ends of a string with Home and End, and do nothing with other keys', () => {
    expect(leadsTo('Home')).toEqual({ string: 3, fret: 0 })
    expect(leadsTo('End')).toEqual({ string: 3, fret: 5 })
    expect(leadsTo('a')).toBeUndefined()
  })

  it('find the nearest visible position after the range has changed', () => {
    expect(within({ string: 9, fret: 2 }, view({ fretMin: 5, fretMax: 9 }))).toEqual({ string: 6, fret: 5 })
  })
})

const at = (string: number, fret: number) => ({ string, fret })
const dragged = () => {
  const selection = new NeckSelection({ emit: () => undefined })
  return { selection, drag: new DragSelection(selection), positions: () => selection.positions.getState() }
}

describe('dragging over the neck', () => {
  it('selects its start and all positions it crosses', () => {
    const { drag, positions } = dragged()
    drag.start(at(5, 3))
    for (const position of [at(5, 3), at(4, 3), at(4, 2), at(3, 2)]) drag.over(position)
    expect([drag.end(), positions()]).toEqual([true, [at(3, 2), at(4, 2), at(4, 3), at(5, 3)]])
  })

  it('deselects if it starts on a dragged position', () => {
    const { drag, selection, positions } = dragged()
    selection.set([at(1, 0), at(2, 1), at(3, 0)])
    drag.start(at(1, 0))
    drag.over(at(2, 1))
    drag.end()
    expect(positions()).toEqual([at(3, 0)])
  })

  it('selects the position immediately if it begins before the pointer moves, and isn’t a click', () => {
    const { drag, positions } = dragged()
    drag.begin()
    expect(positions()).toEqual([])
    drag.start(at(1, 0))
    drag.begin()
    expect(positions()).toEqual([at(1, 0)])
    drag.over(at(2, 1))
    drag.begin()
    expect([drag.end(), positions()]).toEqual([true, [at(1, 0), at(2, 1)]])
  })
})
