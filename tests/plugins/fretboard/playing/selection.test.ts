import { describe, expect, it } from 'vitest'
import type { Position } from '../../../../src/core/music/guitar/position.js'
import { neckView } from '../../../../src/plugins/fretboard/neck/neck-view.js'
import { positionAfterKey, within } from '../../../../src/plugins/fretboard/playing/neck-navigation.js'
import { createSelection } from '../../../../src/plugins/fretboard/playing/selection.js'
import { fretboardSettings } from '../../../../src/plugins/fretboard/settings.js'

function selection() {
  const emitted: (readonly Position[])[] = []
  const emit = (_event: unknown, positions: unknown) => emitted.push(positions as readonly Position[])
  return { emitted, ...createSelection({ emit }) }
}

describe('the selection', () => {
  it('takes a place in and puts it out again', () => {
    const { toggle, positions, emitted } = selection()
    toggle({ string: 5, fret: 3 })
    toggle({ string: 1, fret: 0 })
    toggle({ string: 5, fret: 3 })
    expect(positions.getState()).toEqual([{ string: 1, fret: 0 }])
    expect(emitted).toHaveLength(3)
  })

  it('is in order of strings and frets, each place once', () => {
    const { set, positions } = selection()
    set([
      { string: 3, fret: 2 },
      { string: 1, fret: 5 },
      { string: 3, fret: 2 },
      { string: 3, fret: 0 },
    ])
    expect(positions.getState()).toEqual([
      { string: 1, fret: 5 },
      { string: 3, fret: 0 },
      { string: 3, fret: 2 },
    ])
  })

  it('reports nothing when nothing changed', () => {
    const { clear, set, emitted } = selection()
    clear()
    set([{ string: 1, fret: 1 }])
    set([{ string: 1, fret: 1 }])
    expect(emitted).toHaveLength(1)
  })
})

describe('arrow keys', () => {
  const view = (change: Partial<typeof fretboardSettings.defaults> = {}) =>
    neckView({ ...fretboardSettings.defaults, ...change })
  const from = { string: 3, fret: 2 }
  const leadsTo = (key: string, change = {}) => positionAfterKey(from, key, view(change))

  it('move to what is seen there, on every kind of neck', () => {
    expect(leadsTo('ArrowRight')).toEqual({ string: 3, fret: 3 })
    expect(leadsTo('ArrowDown')).toEqual({ string: 4, fret: 2 })
    expect(leadsTo('ArrowRight', { nutRight: true })).toEqual({ string: 3, fret: 1 })
    expect(leadsTo('ArrowDown', { nutRight: true })).toEqual({ string: 2, fret: 2 })
    expect(leadsTo('ArrowUp', { leftHanded: true })).toEqual({ string: 4, fret: 2 })
    expect(leadsTo('ArrowLeft', { leftHanded: true, nutRight: true })).toEqual({ string: 3, fret: 3 })
    expect(leadsTo('ArrowUp', { leftHanded: true, nutRight: true })).toEqual({ string: 2, fret: 2 })
  })

  it('stop at the edges', () => {
    expect(positionAfterKey({ string: 1, fret: 0 }, 'ArrowUp', view())).toEqual({ string: 1, fret: 0 })
    expect(positionAfterKey({ string: 6, fret: 5 }, 'ArrowRight', view())).toEqual({ string: 6, fret: 5 })
  })

  it('lead to the ends of a string with Home and End, and nowhere with other keys', () => {
    expect(leadsTo('Home')).toEqual({ string: 3, fret: 0 })
    expect(leadsTo('End')).toEqual({ string: 3, fret: 5 })
    expect(leadsTo('a')).toBeUndefined()
  })

  it('find the nearest shown place after the range has changed', () => {
    expect(within({ string: 9, fret: 2 }, view({ fretMin: 5, fretMax: 9 }))).toEqual({ string: 6, fret: 5 })
  })
})
