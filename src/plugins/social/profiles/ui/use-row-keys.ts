import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'

const ROW = '[data-row]'
const STOP = 'input, a, button'

export function useRowKeys(shown: unknown) {
  const box = useRef<HTMLDivElement>(null)
  const focused = useRef(-1)
  const rows = () => [...(box.current?.querySelectorAll(ROW) ?? [])]
  const stopOf = (row: Element | undefined) => row?.querySelector<HTMLElement>(STOP)
  const here = () => rows().findIndex(row => row.contains(document.activeElement))

  // biome-ignore lint/correctness/useExhaustiveDependencies: focus is lost when rows disappear
  useLayoutEffect(() => {
    const lost = document.activeElement === document.body || document.activeElement === null
    if (focused.current < 0 || !lost) return
    const left = rows()
    const next = stopOf(left[Math.min(focused.current, left.length - 1)])
    ;(next ?? box.current)?.focus()
  }, [shown])

  return {
    box,
    onKeyDown(event: KeyboardEvent) {
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
