import { useLayoutEffect, useRef } from 'react'

export function useFocusBack(): void {
  // Stored before any element here takes the focus.
  const before = useRef(document.activeElement)
  // A layout effect runs before the replacement takes the focus.
  useLayoutEffect(
    () => () => {
      const { current } = before
      if (current instanceof HTMLElement || current instanceof SVGElement)
        current.focus({ preventScroll: true })
    },
    [],
  )
}
