import { type UIEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PaletteItem, PaletteRow } from './palette-item.js'

interface Moved {
  readonly question: string
  readonly index: number
  readonly byPointer: boolean
}

interface Asked {
  readonly rows: readonly PaletteRow[]
  /** Current step and query. When this changes, the first row becomes active. */
  readonly question: string
  readonly fieldEmpty: boolean
  readonly choose: (item: PaletteItem) => void
  readonly height: () => number
}

export function useActiveRow(asked: Asked) {
  const { rows, question } = asked
  const [moved, setMoved] = useState<Moved>()
  // Computed during render, so that the first row is highlighted immediately.
  const here = moved?.question === question ? moved : undefined
  const active = here ? nearestRow(rows, here.index) : firstRow(rows)

  const now = useRef({ ...asked, active })
  now.current = { ...asked, active }

  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      if (event.isComposing || !isHandled(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    const isHandled = (event: KeyboardEvent) => {
      const { rows, active, question, fieldEmpty, choose, height } = now.current
      const row = rows[active]
      if (event.key === 'Enter') {
        if (typeof row === 'object') choose(row)
        return rows.length > 0
      }
      if (event.key === 'Delete' && typeof row === 'object' && row.running) {
        row.running.cancel()
        return true
      }
      // Nothing else in the palette is focusable, so Tab would move to the page behind it.
      if (event.key === 'Tab') return !event.ctrlKey && !event.altKey && !event.metaKey
      // Keep one row of the previous page visible.
      const page = Math.max(1, Math.floor(height() / ROW_HEIGHT) - 1)
      const index = movedTo(event, { rows, active, page, fieldEmpty })
      if (index === undefined || index < 0) return false
      setMoved({ question, index, byPointer: false })
      return true
    }
    // Capture phase, to run before all other listeners.
    window.addEventListener('keydown', heard, { capture: true })
    return () => window.removeEventListener('keydown', heard, { capture: true })
  }, [])

  const point = useCallback(
    (index: number) => setMoved({ question: now.current.question, index, byPointer: true }),
    [],
  )
  // A row under the pointer is visible, so don't scroll.
  return { active, byPointer: here?.byPointer ?? false, point }
}

export const ROW_HEIGHT = 50

export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

export interface Position {
  readonly rows: readonly PaletteRow[]
  readonly active: number
  readonly page: number
  /** If the field is not empty, Home and End move the caret. */
  readonly fieldEmpty: boolean
}

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

/** Returns the index of the nearest selectable row, or -1. */
export function nearestRow(rows: readonly PaletteRow[], index: number, step: 1 | -1 = 1): number {
  const from = Math.min(Math.max(index, 0), rows.length - 1)
  for (const direction of [step, -step])
    for (let at = from; at >= 0 && at < rows.length; at += direction)
      if (typeof rows[at] === 'object') return at
  return -1
}

/** Returns the index of the first selectable row. Skips running commands, because Enter would cancel them. */
export function firstRow(rows: readonly PaletteRow[]): number {
  const still = rows.findIndex(row => typeof row === 'object' && !row.running)
  return still < 0 ? nearestRow(rows, 0) : still
}

export function useScrollTo(
  list: { readonly current: HTMLElement | null },
  active: number,
  question: string,
  byPointer: boolean,
): (event: UIEvent) => void {
  // Cached: reading `scrollTop` would force a layout on every keystroke.
  const top = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new query starts at the first row
  useLayoutEffect(() => {
    const row = list.current?.querySelector(`[data-index="${active}"]`)
    if (!list.current || !row || byPointer) return
    if (row.getAttribute('aria-posinset') !== '1') {
      top.current = false
      row.scrollIntoView({ block: 'nearest' })
    } else if (!top.current) {
      list.current.scrollTop = 0
      top.current = true
    }
  }, [list, active, question, byPointer])

  return useCallback((event: UIEvent) => {
    top.current = event.currentTarget.scrollTop === 0
  }, [])
}

const AT_ONCE = 12

export function useShownRows(length: number, active: number, question: string) {
  const [reached, setReached] = useState({ question, count: AT_ONCE })
  const scrolled = reached.question === question ? reached.count : AT_ONCE
  const count = Math.min(length, Math.max(scrolled, active + AT_ONCE))

  const onScroll = ({ currentTarget: { scrollTop, clientHeight } }: UIEvent) => {
    // Assumes that all rows have the minimum height.
    const needed = Math.ceil((scrollTop + clientHeight) / ROW_HEIGHT) + 1
    if (needed > count && count < length) setReached({ question, count: needed + AT_ONCE })
  }
  return { count, rest: (length - count) * ROW_HEIGHT, onScroll }
}
