/** The focus goes to the next row where the row that had it goes: a list must not throw its reader out. */
import { type RefObject, useLayoutEffect, useRef } from 'react'

const ROW = '[data-row]'

/** @param shown changes with the rows @returns goes on the element around them, which can take the focus itself */
export function useFocusKept(shown: unknown): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null)
  const focused = useRef(-1)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const rows = [...element.querySelectorAll(ROW)]
      focused.current = rows.findIndex(row => row.contains(document.activeElement))
    }
    element.addEventListener('focusin', look)
    return () => element.removeEventListener('focusin', look)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that go are what takes the focus away
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null
    if (focused.current < 0 || !isLost) return
    const rows = [...(box.current?.querySelectorAll(ROW) ?? [])]
    const next = rows[Math.min(focused.current, rows.length - 1)]
    ;(next?.querySelector<HTMLElement>('a, button') ?? box.current)?.focus()
  }, [shown])

  return box
}
