/** Watches a store for what isn't urgent: the screen shows other things first, and is interrupted by none of this. */
import { startTransition, useEffect, useState } from 'react'
import type { ReadonlyStore } from '../../platform/store.js'

/**
 * As `useStore`, but the component renders after those that use that, once they are painted.
 *
 * @param select a constant function, or one that stays the same
 */
export function useStoreLater<T, S>(store: ReadonlyStore<T>, select: (state: T) => S): S {
  const [shown, setShown] = useState(() => select(store.getState()))
  useEffect(() => {
    const update = () => startTransition(() => setShown(() => select(store.getState())))
    update()
    return store.subscribe(update)
  }, [store, select])
  return shown
}
