/** Keeps the active row of the palette in sight. */
import { type UIEvent, useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Brings the row with the index `active` into sight; the first one with the heading above it. A row that the pointer
 * is on is seen already.
 * @returns to be called when the list has scrolled
 */
export function useScrollTo(
  list: { readonly current: HTMLElement | null },
  active: number,
  question: string,
  byPointer: boolean,
): (event: UIEvent) => void {
  // Asking the list for it would lay the page out once more with every letter.
  const top = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another question begins at its first row, as the one before
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
