import { useSyncExternalStore } from 'react'

const FINGERS = '(hover: none) and (pointer: coarse)'

export function useFingers(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(FINGERS).matches)
}

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(FINGERS)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
