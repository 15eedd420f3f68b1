/** Phones and tablets show words for touch, and no keys. */
import { useSyncExternalStore } from 'react'

const FINGERS = '(hover: none) and (pointer: coarse)'

export function useFingers(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(FINGERS).matches)
}

/** A keyboard or mouse may be connected later. */
function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(FINGERS)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
