/** Keeps a value while the newer ones say the same. */
import { useRef } from 'react'

/** The first of several values in a row that `isSame` takes for one another, so that what hangs on it is kept. */
export function useKept<T>(value: T, isSame: (kept: T, value: T) => boolean): T {
  const kept = useRef(value)
  if (kept.current !== value && !isSame(kept.current, value)) kept.current = value
  return kept.current
}
