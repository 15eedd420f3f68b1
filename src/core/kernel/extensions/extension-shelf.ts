/** What plugins have added to each other's extension points, and which plugin each thing is of. */
import { type Disposable, disposable } from '../../platform/disposable.js'
import type { ExtensionPoint } from '../../platform/services/token.js'
import { createStore, type ReadonlyStore, type Store } from '../../platform/store.js'

interface Shelf {
  readonly items: Store<readonly unknown[]>
  /** Ids of plugins, in the order of their items. */
  readonly owners: string[]
}

export class ExtensionShelf {
  private readonly shelves = new Map<string, Shelf>()

  store<T>(point: ExtensionPoint<T>): ReadonlyStore<readonly T[]> {
    return this.open(point.id).items as ReadonlyStore<readonly T[]>
  }

  add<T>(point: ExtensionPoint<T>, item: T, plugin: string): Disposable {
    const { items, owners } = this.open(point.id)
    // Whoever hears of the item may ask at once whose it is.
    owners.push(plugin)
    items.setState([...items.getState(), item], true)
    return disposable(() => {
      const now = items.getState()
      // One only: another plugin may have added the same item.
      const at = now.findLastIndex((each, index) => each === item && owners[index] === plugin)
      owners.splice(at, 1)
      items.setState(now.toSpliced(at, 1), true)
    })
  }

  /** The plugin that an item is of; `undefined` once it is gone. */
  ownerOf<T>(point: ExtensionPoint<T>, item: T): string | undefined {
    const { items, owners } = this.open(point.id)
    return owners[items.getState().lastIndexOf(item)]
  }

  private open(id: string): Shelf {
    const known = this.shelves.get(id)
    if (known) return known
    const shelf: Shelf = { items: createStore<readonly unknown[]>([]), owners: [] }
    this.shelves.set(id, shelf)
    return shelf
  }
}
