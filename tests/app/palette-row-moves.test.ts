import { expect, it, test } from 'vitest'
import type { PaletteRow } from '../../src/app/palette/results/palette-item.js'
import { firstRow, movedTo, nearestRow, type Press } from '../../src/app/palette/results/use-active-row.js'
import type { CommandRunState } from '../../src/core/commands/command-runs.js'

const option = (name: string): PaletteRow => ({ id: name, name, section: 'Neck' })
const running: PaletteRow = { ...(option('run') as object), running: {} as CommandRunState } as PaletteRow

/** Rows 0 and 4 are headings, and row 7 is the number of further results. */
const ROWS = ['Neck', option('a'), option('b'), option('c'), 'Songs', option('d'), option('e'), '300 more']

/** @param keys such as `Ctrl+Home` or `ArrowDown` */
function press(keys: string): Press {
  const parts = keys.split('+')
  const has = (modifier: string) => parts.includes(modifier)
  return {
    key: parts.at(-1) ?? '',
    ...{ ctrlKey: has('Ctrl'), metaKey: has('Meta'), shiftKey: has('Shift'), altKey: has('Alt') },
  }
}

const EMPTY = true

// Columns: start row, key, resulting row (undefined if the text field handles the key).
test.each<[from: number, keys: string, to: number | undefined, fieldEmpty?: boolean]>([
  [3, 'ArrowDown', 5],
  [5, 'ArrowUp', 3],
  [6, 'ArrowDown', 1],
  [1, 'ArrowUp', 6],
  [1, 'Ctrl+n', 2],
  [2, 'Ctrl+p', 1],
  [1, 'n', undefined],
  [1, 'PageDown', 5],
  [5, 'PageDown', 6],
  [6, 'PageUp', 3],
  [2, 'PageUp', 1],
  [1, 'Ctrl+PageDown', undefined],
  [3, 'Home', undefined],
  [3, 'End', undefined],
  [3, 'Home', 1, EMPTY],
  [3, 'End', 6, EMPTY],
  [3, 'Ctrl+Home', 1],
  [3, 'Meta+End', 6],
  [3, 'Shift+Home', undefined, EMPTY],
  [3, 'Alt+ArrowDown', undefined],
])('from row %i of the palette list, the key %s moves to row %s', (active, keys, to, fieldEmpty = false) => {
  expect(movedTo(press(keys), { rows: ROWS, active, page: 3, fieldEmpty })).toBe(to)
})

test.each(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'End'])(
  'the key %s does nothing in a list without selectable rows',
  key => {
    for (const rows of [['Songs: searching…'], []])
      expect(movedTo(press(key), { rows, active: -1, page: 3, fieldEmpty: true })).toBe(-1)
  },
)

it('a selection on a heading or removed row moves to the nearest selectable row', () => {
  expect([nearestRow(ROWS, 4), nearestRow(ROWS, 4, -1), nearestRow(ROWS, 7)]).toEqual([5, 3, 6])
  expect(nearestRow(ROWS, 40)).toBe(6)
})

it('the initial selection skips running commands', () => {
  expect(firstRow(['Running', running, 'Neck', option('a')])).toBe(3)
  expect([firstRow(['Running', running]), firstRow([])]).toEqual([1, -1])
})
