/** Rows of running commands under the hand: Delete cancels one, and Enter alone never does by accident. */
import { useKBar } from 'kbar'
import { useEffect, useRef } from 'react'
import type { PaletteRow } from './palette-item.js'

export function useRunningKeys(rows: readonly PaletteRow[]): void {
  const { query, active, search } = useKBar(state => ({
    active: state.activeIndex,
    search: state.searchQuery,
  }))
  const now = useRef({ rows, active })
  now.current = { rows, active }

  // After kbar has chosen the first row: what runs stands first, and is passed over.
  useEffect(() => {
    const { rows } = now.current
    const first = rows.findIndex(row => typeof row !== 'string' && !row.running)
    const runs = rows.some(row => typeof row !== 'string' && row.running)
    if (search === '' && runs && first >= 0) query.setActiveIndex(first)
  }, [search, query])

  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      const row = now.current.rows[now.current.active]
      if (event.key !== 'Delete' || typeof row !== 'object' || !row.running) return
      event.preventDefault()
      row.running.cancel()
    }
    window.addEventListener('keydown', heard, { capture: true })
    return () => window.removeEventListener('keydown', heard, { capture: true })
  }, [])
}
