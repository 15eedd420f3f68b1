/** The row under the hand, and the keys that move it, choose it, or cancel what runs in it. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PaletteItem, PaletteRow } from './palette-item.js'
import { firstRow, movedTo, nearestRow, ROW_HEIGHT } from './row-moves.js'

export interface ActiveRow {
  /** Its index; -1 where nothing can be chosen. */
  readonly active: number
  /** A row that the pointer is on is seen already: the list does not move under it. */
  readonly byPointer: boolean
  point(index: number): void
}

interface Moved {
  readonly question: string
  readonly index: number
  readonly byPointer: boolean
}

interface Asked {
  readonly rows: readonly PaletteRow[]
  /** What the list answers: the step and the words typed. Another one begins at its first row. */
  readonly question: string
  readonly fieldEmpty: boolean
  readonly choose: (item: PaletteItem) => void
  /** How high the list is, in pixels. */
  readonly height: () => number
}

export function useActiveRow(asked: Asked): ActiveRow {
  const { rows, question } = asked
  const [moved, setMoved] = useState<Moved>()
  // Read off while rendering: the first frame of an answer has its first row marked already.
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
      // Its field is the only place in the palette that takes the focus: Tab would leave for the page behind.
      if (event.key === 'Tab') return !event.ctrlKey && !event.altKey && !event.metaKey
      // One row of the page before stays in sight.
      const page = Math.max(1, Math.floor(height() / ROW_HEIGHT) - 1)
      const index = movedTo(event, { rows, active, page, fieldEmpty })
      if (index === undefined || index < 0) return false
      setMoved({ question, index, byPointer: false })
      return true
    }
    // Before anything else hears them, wherever the focus is.
    window.addEventListener('keydown', heard, { capture: true })
    return () => window.removeEventListener('keydown', heard, { capture: true })
  }, [])

  const point = useCallback(
    (index: number) => setMoved({ question: now.current.question, index, byPointer: true }),
    [],
  )
  return { active, byPointer: here?.byPointer ?? false, point }
}
