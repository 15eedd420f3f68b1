/** Escape gives up what is being dragged, and means nothing else meanwhile. */
import { useEffect, useRef } from 'react'

/** @param dragging whether something is */
export function useGiveUp(dragging: boolean, giveUp: () => void): void {
  const latest = useRef(giveUp)
  latest.current = giveUp
  useEffect(() => {
    if (!dragging) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    // In the capture phase: Escape ends the drag, whatever has the focus.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [dragging])
}
