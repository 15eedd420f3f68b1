/** Watches a store that changes faster than anybody reads. */
import { useEffect, useState } from 'react'
import type { ReadonlyStore } from '../../../core/platform/store.js'

/** The store's state once it has been the same for `restMs` milliseconds; nothing renders before that. */
export function useRested<T>(store: ReadonlyStore<T>, restMs: number): T {
  const [rested, setRested] = useState(store.getState)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setRested(store.getState), restMs)
    }
    restart()
    const unsubscribe = store.subscribe(restart)
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [store, restMs])
  return rested
}
