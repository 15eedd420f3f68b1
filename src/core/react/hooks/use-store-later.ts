import { startTransition, useEffect, useState } from 'react'
import type { ReadonlyStore } from '../../platform/store.js'

/** Renders after everything else is painted. @param select a constant or memoized function */
export function useStoreLater<T, S>(store: ReadonlyStore<T>, select: (state: T) => S): S {
  const [shown, setShown] = useState(() => select(store.getState()))
  useEffect(() => {
    const update = () => startTransition(() => setShown(() => select(store.getState())))
    update()
    return store.subscribe(update)
  }, [store, select])
  return shown
}
