import { useWindowEvent } from '@mantine/hooks'
import { useCallback, useMemo, useRef, useState } from 'react'

export type Dragging<T> = ReturnType<typeof useDrag<T>>

export function useDrag<T>(onGiveUp?: () => void) {
  const [shown, show] = useState<T>()
  const current = useRef<T>(undefined)
  /** Event handlers need the latest state. The pointer may be released before React renders. */
  const now = useCallback(() => current.current, [])
  const set = useCallback((dragged: T | undefined) => {
    current.current = dragged
    show(dragged)
  }, [])

  const giveUp = (event: KeyboardEvent) => {
    if (now() === undefined || event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    set(undefined)
    onGiveUp?.()
  }
  // Capture phase, so that Escape always ends the drag.
  useWindowEvent('keydown', giveUp, { capture: true })

  return useMemo(() => ({ shown, now, set }), [shown, now, set])
}
