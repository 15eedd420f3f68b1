/** Whether the page is used with fingers: a phone or tablet has words for touch, and shows no keys. */
import { useSyncExternalStore } from 'react'

const FINGERS = '(hover: none) and (pointer: coarse)'

export function useFingers(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(FINGERS).matches)
}

/** A keyboard or a mouse may be connected later. */
function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(FINGERS)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
