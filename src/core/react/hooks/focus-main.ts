import { type RefObject, useEffect, useRef } from 'react'

/** For the focus of removed elements: the next Tab leads into the screen, not to the top of the page. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** For an element with `tabIndex={-1}`, which takes the focus where a change leaves it on nothing or on a disabled button. */
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
