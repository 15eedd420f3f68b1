import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus of a removed element, so that the next Tab leads into the screen instead of to the top of
 * the page.
 */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}

/**
 * Returns a ref for an element with `tabIndex={-1}`, which takes the focus if a change removes or disables
 * the focused element.
 */
export function useLostFocus<T extends HTMLElement>(change: unknown): RefObject<T | null> {
  const place = useRef<T>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change can take the focus away
  useEffect(() => {
    const at = document.activeElement
    if (at === null || at === document.body || at.matches(':disabled'))
      place.current?.focus({ preventScroll: true })
  }, [change])
  return place
}
