import { useLayoutEffect, useRef } from 'react'

export function useFocusBack(): void {
  // Read during render, before the overlay takes focus.
  const before = useRef(document.activeElement)
  // A layout effect runs before the next element takes focus.
  useLayoutEffect(
    () => () => {
      const { current } = before
      if (current instanceof HTMLElement || current instanceof SVGElement)
        current.focus({ preventScroll: true })
    },
    [],
  )
}
