/** What plugins have added to each other's extension points. */
import { type Disposable, disposable } from '../platform/disposable.js'
import { createStore, type ReadonlyStore, type Store } from '../platform/store.js'
import type { ExtensionPoint } from './token.js'

export class ExtensionShelf {
  private readonly stores = new Map<string, Store<readonly unknown[]>>()

  store<T>(point: ExtensionPoint<T>): ReadonlyStore<readonly T[]> {
    return this.open(point.id) as ReadonlyStore<readonly T[]>
  }

  add<T>(point: ExtensionPoint<T>, item: T): Disposable {
    const store = this.open(point.id)
    store.setState([...store.getState(), item], true)
    return disposable(() => {
      // One only: another plugin may have added the same item.
      const at = store.getState().lastIndexOf(item)
      store.setState(store.getState().toSpliced(at, 1), true)
    })
  }

  private open(id: string): Store<readonly unknown[]> {
    const known = this.stores.get(id)
    if (known) return known
    const store = createStore<readonly unknown[]>([])
    this.stores.set(id, store)
    return store
  }
}
