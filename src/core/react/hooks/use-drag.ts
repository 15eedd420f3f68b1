import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

export interface Dragging<T> {
  readonly shown: T | undefined
  /** For handlers: the pointer may be released before React renders. */
  now(): T | undefined
  set(dragged: T | undefined): void
}

export function useDrag<T>(onGiveUp?: () => void): Dragging<T> {
  const [shown, show] = useState<T>()
  const current = useRef<T>(undefined)
  const now = useCallback(() => current.current, [])
  const set = useCallback((dragged: T | undefined) => {
    current.current = dragged
    show(dragged)
  }, [])

  const latest = useRef(onGiveUp)
  latest.current = onGiveUp
  const dragging = shown !== undefined
  useEffect(() => {
    if (!dragging) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      set(undefined)
      latest.current?.()
    }
    // In the capture phase: Escape ends the drag anywhere.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [dragging, set])

  return useMemo(() => ({ shown, now, set }), [shown, now, set])
}
