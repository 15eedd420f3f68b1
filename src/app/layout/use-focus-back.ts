/** Returns the focus to the element that had it when an overlay closes. */
import { useLayoutEffect, useRef } from 'react'

/** For what is mounted to be shown, and unmounted when it is closed. */
export function useFocusBack(): void {
  // Read while rendering, before anything here takes the focus.
  const before = useRef(document.activeElement)
  // Within the commit that takes it away: what comes in its place takes the focus afterwards.
  useLayoutEffect(
    () => () => {
      const { current } = before
      if (current instanceof HTMLElement || current instanceof SVGElement)
        current.focus({ preventScroll: true })
    },
    [],
  )
}
