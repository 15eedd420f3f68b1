/** The list by keyboard: arrows lead from one person to the next, and the focus is not lost with a row that goes. */
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** A person's row, and the field before the list. */
const ROW = '[data-row]'
/** What an arrow stops at in a row: the name, or what there is without one. */
const STOP = 'input, a, button'

interface RowKeys<Box extends HTMLElement> {
  readonly box: RefObject<Box | null>
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onFocus: () => void
  readonly onBlur: () => void
}

/**
 * For a box around the list, with the field before it if there is one: up from the first row leads there.
 * @param shown changes with the rows
 */
export function useRowKeys<Box extends HTMLElement>(shown: unknown): RowKeys<Box> {
  const box = useRef<Box>(null)
  const focused = useRef(-1)
  const rows = () => [...(box.current?.querySelectorAll(ROW) ?? [])]
  const stopOf = (row: Element | undefined) => row?.querySelector<HTMLElement>(STOP)
  const here = () => rows().findIndex(row => row.contains(document.activeElement))

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that go are what takes the focus away
  useLayoutEffect(() => {
    const lost = document.activeElement === document.body || document.activeElement === null
    if (focused.current < 0 || !lost) return
    const left = rows()
    const next = stopOf(left[Math.min(focused.current, left.length - 1)])
    ;(next ?? box.current)?.focus()
  }, [shown])

  return {
    box,
    onKeyDown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
      const all = rows()
      const at = here()
      const typing = event.target instanceof HTMLInputElement
      const wanted: Readonly<Record<string, number>> = {
        ArrowDown: at + 1,
        ArrowUp: at - 1,
        ...(!typing && { Home: 0, End: all.length - 1 }),
      }
      const stop = stopOf(all[wanted[event.key] ?? -1])
      if (!stop || at < 0) return
      event.preventDefault()
      stop.focus()
    },
    onFocus() {
      focused.current = here()
    },
    onBlur() {
      focused.current = -1
    },
  }
}
