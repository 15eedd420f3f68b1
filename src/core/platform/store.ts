/** State that can be watched: zustand's vanilla store, which React screens read with `useStore`. */
import { createStore as createZustandStore, type StoreApi } from 'zustand/vanilla'

export type Store<T> = StoreApi<T>

/** A store as its readers see it. */
export type ReadonlyStore<T> = Pick<StoreApi<T>, 'getState' | 'getInitialState' | 'subscribe'>

export function createStore<T>(initial: T): Store<T> {
  return createZustandStore<T>(() => initial)
}
