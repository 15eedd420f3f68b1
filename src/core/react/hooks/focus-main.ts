import { type RefObject, useEffect, useRef } from 'react'

/** Call this after removing the focused element. Otherwise, the next Tab starts at the top of the page. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Returns a ref for an element that receives focus when a change removes or disables the focused one. */
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
