import { describe, expect, it } from 'vitest'
import { DragSelection, NeckSelection } from '../../../../src/plugins/fretboard/playing/selection.js'

const at = (string: number, fret: number) => ({ string, fret })
const selected = () => {
  const selection = new NeckSelection({ emit: () => undefined })
  return { selection, drag: new DragSelection(selection), positions: () => selection.positions.getState() }
}

describe('dragging over the neck', () => {
  it('selects its start and all positions it crosses', () => {
    const { drag, positions } = selected()
    drag.start(at(5, 3))
    for (const position of [at(5, 3), at(4, 3), at(4, 2), at(3, 2)]) drag.over(position)
    expect(drag.end()).toBe(true)
    expect(positions()).toEqual([at(3, 2), at(4, 2), at(4, 3), at(5, 3)])
  })

  it('deselects if it starts on a selected position', () => {
    const { drag, selection, positions } = selected()
    selection.set([at(1, 0), at(2, 1), at(3, 0)])
    drag.start(at(1, 0))
    drag.over(at(2, 1))
    drag.end()
    expect(positions()).toEqual([at(3, 0)])
  })

  it('selects the position at once if it begins before the pointer moves, and then isn’t a click', () => {
    const { drag, positions } = selected()
    drag.begin()
    expect(positions()).toEqual([])
    drag.start(at(1, 0))
    drag.begin()
    expect(positions()).toEqual([at(1, 0)])
    drag.over(at(2, 1))
    drag.begin()
    expect(drag.end()).toBe(true)
    expect(positions()).toEqual([at(1, 0), at(2, 1)])
  })
})
