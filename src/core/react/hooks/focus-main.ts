import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves focus to the main element after the focused element was removed. Otherwise the next Tab would start
 * at the top of the page.
 */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}

/**
 * Returns a ref for an element with `tabIndex={-1}`. It receives focus when a change removes or disables the
 * focused element.
 */
export function useLostFocus<T extends HTMLElement>(change: unknown): RefObject<T | null> {
  const place = useRef<T>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change can remove the focused element
  useEffect(() => {
    const at = document.activeElement
    if (at === null || at === document.body || at.matches(':disabled'))
      place.current?.focus({ preventScroll: true })
  }, [change])
  return place
}
