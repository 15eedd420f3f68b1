import { type Disposable, disposable } from '../../platform/disposable.js'
import { getOrMake } from '../../platform/get-or-make.js'
import type { ExtensionPoint } from '../../platform/services/token.js'
import { createStore, type ReadonlyStore, type Store } from '../../platform/store.js'

interface PointItems {
  readonly items: Store<readonly unknown[]>
  readonly owners: string[]
}

export class ExtensionRegistry {
  private readonly points = new Map<string, PointItems>()

  store<T>(point: ExtensionPoint<T>): ReadonlyStore<readonly T[]> {
    return this.at(point.id).items as ReadonlyStore<readonly T[]>
  }

  add<T>(point: ExtensionPoint<T>, item: T, plugin: string): Disposable {
    const { items, owners } = this.at(point.id)
    owners.push(plugin)
    items.setState([...items.getState(), item], true)
    return disposable(() => {
      const now = items.getState()
      const at = now.findLastIndex((each, index) => each === item && owners[index] === plugin)
      owners.splice(at, 1)
      items.setState(now.toSpliced(at, 1), true)
    })
  }

  ownerOf<T>(point: ExtensionPoint<T>, item: T): string | undefined {
    const { items, owners } = this.at(point.id)
    return owners[items.getState().lastIndexOf(item)]
  }

  private at(id: string): PointItems {
    return getOrMake(this.points, id, () => ({ items: createStore<readonly unknown[]>([]), owners: [] }))
  }
}
