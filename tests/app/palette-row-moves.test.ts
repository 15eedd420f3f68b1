import { describe, expect, it } from 'vitest'
import type { PaletteRow } from '../../src/app/palette/results/palette-item.js'
import { firstRow, movedTo, nearestRow, type Press } from '../../src/app/palette/results/use-active-row.js'
import type { CommandRunState } from '../../src/core/commands/command-runs.js'

const option = (name: string): PaletteRow => ({ id: name, name, section: 'Neck' })
const running: PaletteRow = { ...(option('run') as object), running: {} as CommandRunState } as PaletteRow

/** 0 heading, 1, 2, 3, 4 heading, 5, 6, 7 a note at the end. */
const ROWS = ['Neck', option('a'), option('b'), option('c'), 'Songs', option('d'), option('e'), '300 more']

const PLAIN: Press = { key: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }

function move(from: number, press: Partial<Press>, more: { empty?: boolean; rows?: PaletteRow[] } = {}) {
  const { empty = false, rows = ROWS } = more
  return movedTo({ ...PLAIN, ...press }, { rows, active: from, page: 3, fieldEmpty: empty })
}

describe('the keys in the list of the palette', () => {
  it('step over headings', () => {
    expect(move(3, { key: 'ArrowDown' })).toBe(5)
    expect(move(5, { key: 'ArrowUp' })).toBe(3)
  })

  it('go around both ends', () => {
    expect(move(6, { key: 'ArrowDown' })).toBe(1)
    expect(move(1, { key: 'ArrowUp' })).toBe(6)
  })

  it('are those of a shell, too', () => {
    expect(move(1, { key: 'n', ctrlKey: true })).toBe(2)
    expect(move(2, { key: 'p', ctrlKey: true })).toBe(1)
    expect(move(1, { key: 'n' })).toBeUndefined()
  })

  it('move by a page, and stop at the ends', () => {
    expect(move(1, { key: 'PageDown' })).toBe(5)
    expect(move(5, { key: 'PageDown' })).toBe(6)
    expect(move(6, { key: 'PageUp' })).toBe(3)
    expect(move(2, { key: 'PageUp' })).toBe(1)
    expect(move(1, { key: 'PageDown', ctrlKey: true })).toBeUndefined()
  })

  it('leave Home and End to the caret as long as something is written', () => {
    expect(move(3, { key: 'Home' })).toBeUndefined()
    expect(move(3, { key: 'End' })).toBeUndefined()
    expect(move(3, { key: 'Home' }, { empty: true })).toBe(1)
    expect(move(3, { key: 'End' }, { empty: true })).toBe(6)
    expect(move(3, { key: 'Home', ctrlKey: true })).toBe(1)
    expect(move(3, { key: 'End', metaKey: true })).toBe(6)
  })

  it('leave what selects in the field alone', () => {
    expect(move(3, { key: 'Home', shiftKey: true }, { empty: true })).toBeUndefined()
    expect(move(3, { key: 'ArrowDown', altKey: true })).toBeUndefined()
  })

  it('lead nowhere where nothing can be chosen', () => {
    for (const key of ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp'])
      expect(move(-1, { key }, { rows: ['Songs: searching …'] })).toBe(-1)
    expect(move(-1, { key: 'End' }, { rows: [], empty: true })).toBe(-1)
  })
})

describe('a row of the palette', () => {
  it('is taken in the place of a heading, or of one that is no more', () => {
    expect(nearestRow(ROWS, 4)).toBe(5)
    expect(nearestRow(ROWS, 4, -1)).toBe(3)
    expect(nearestRow(ROWS, 7)).toBe(6)
    expect(nearestRow(ROWS, 40)).toBe(6)
  })

  it('is first unless it runs', () => {
    expect(firstRow(['Running', running, 'Neck', option('a')])).toBe(3)
    expect(firstRow(['Running', running])).toBe(1)
    expect(firstRow([])).toBe(-1)
  })
})
