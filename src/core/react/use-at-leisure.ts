/** Watches a store whose state is read, not played: what must be seen at once goes first. */
import { useEffect, useState } from 'react'
import type { ReadonlyStore } from '../platform/store.js'

/** A page that never rests shows it all the same. */
const LONGEST_MS = 150

/** The store's state; a change is taken over when the browser has a moment left between two frames, soon in any case. */
export function useAtLeisure<T>(store: ReadonlyStore<T>): T {
  const [state, setState] = useState(store.getState)
  useEffect(() => {
    let cancel: (() => void) | undefined
    const take = () => {
      cancel = undefined
      setState(store.getState)
    }
    const soon = () => {
      cancel ??= atLeisure(take)
    }
    soon()
    const unsubscribe = store.subscribe(soon)
    return () => {
      unsubscribe()
      cancel?.()
    }
  }, [store])
  return state
}

/** Safari does not tell when it is idle: there it follows what is waiting already. */
function atLeisure(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: LONGEST_MS })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run)
  return () => clearTimeout(timer)
}
