import { startTransition, useEffect, useState } from 'react'
import { useStore as useZustandStore } from 'zustand'
import type { ReadonlyStore } from '../../platform/store.js'

/**
 * Watches a store: the screen renders again when what it selects has changed.
 * @since 1.0.0
 * @example const language = useStore(useService(TENANT).store)
 */
export function useStore<T>(store: ReadonlyStore<T>): T
export function useStore<T, S>(store: ReadonlyStore<T>, select: (state: T) => S): S
export function useStore<T>(
  store: ReadonlyStore<T>,
  select: (state: T) => unknown = state => state,
): unknown {
  return useZustandStore(store, select)
}

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
