import { useLayoutEffect, useRef } from 'react'

export function useFocusBack(): void {
  // Before anything here takes the focus.
  const before = useRef(document.activeElement)
  // In the same commit: what comes in its place takes the focus afterwards.
  useLayoutEffect(
    () => () => {
      const { current } = before
      if (current instanceof HTMLElement || current instanceof SVGElement)
        current.focus({ preventScroll: true })
    },
    [],
  )
}
