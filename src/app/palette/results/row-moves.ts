/** Where the keys lead in the list of the palette: past headings, around its ends, and by a page. */
import type { PaletteRow } from './palette-item.js'

/** The height that a row has unless its words need more, in pixels. */
export const ROW_HEIGHT = 50

/** What is read of a key press. */
export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

export interface Position {
  readonly rows: readonly PaletteRow[]
  /** Index of the row under the hand; -1 where nothing can be chosen. */
  readonly active: number
  /** How many rows PageDown passes over. */
  readonly page: number
  /** With nothing written, Home and End have no caret to move. */
  readonly fieldEmpty: boolean
}

/** Index of the row that a key leads to; undefined for a key that is the field's. */
export function movedTo(press: Press, { rows, active, page, fieldEmpty }: Position): number | undefined {
  if (press.altKey || press.shiftKey) return undefined
  const held = press.ctrlKey || press.metaKey
  const only = (key: string) => !held && press.key === key
  const [first, last] = [nearestRow(rows, 0), nearestRow(rows, rows.length - 1)]
  const edges = held || fieldEmpty

  if (press.key === 'ArrowDown' || (press.ctrlKey && press.key === 'n'))
    return active === last ? first : nearestRow(rows, active + 1)
  if (press.key === 'ArrowUp' || (press.ctrlKey && press.key === 'p'))
    return active === first ? last : nearestRow(rows, active - 1, -1)
  if (only('PageDown')) return nearestRow(rows, Math.min(active + page, last))
  if (only('PageUp')) return nearestRow(rows, Math.max(active - page, first), -1)
  if (press.key === 'Home' && edges) return first
  if (press.key === 'End' && edges) return last
  return undefined
}

/** The row at this index, or where that is a heading or past the end the next one that can be chosen; -1 if none. */
export function nearestRow(rows: readonly PaletteRow[], index: number, step: 1 | -1 = 1): number {
  const from = Math.min(Math.max(index, 0), rows.length - 1)
  for (const direction of [step, -step]) {
    for (let at = from; at >= 0 && at < rows.length; at += direction) {
      if (typeof rows[at] === 'object') return at
    }
  }
  return -1
}

/** What Enter alone takes: never a command that runs, which it would cancel. */
export function firstRow(rows: readonly PaletteRow[]): number {
  const still = rows.findIndex(row => typeof row === 'object' && !row.running)
  return still < 0 ? nearestRow(rows, 0) : still
}
