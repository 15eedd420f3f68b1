import type { ReadonlyStore } from './store.js'

/** A registration: `dispose` undoes it, once. */
export interface Disposable {
  dispose(): void
}

/**
 * Makes a disposable of functions, which run once.
 * @since 1.0.0
 * @example scope.add(disposable(() => log.info('the plugin ends')))
 */
export function disposable(...undos: readonly (() => void)[]): Disposable {
  const left = [...undos]
  return {
    dispose() {
      for (const undo of left.splice(0)) undo()
    },
  }
}

/** Registers each item of a list once, and disposes of the registrations of items that leave it. */
export function registrations<Item>(register: (item: Item) => readonly Disposable[]) {
  const known = new Map<Item, readonly Disposable[]>()
  return {
    take(items: Iterable<Item>): void {
      const wanted = new Set(items)
      // Removals first: a new version of a plugin has the same names.
      for (const [item, all] of known) {
        if (wanted.has(item)) continue
        for (const each of all.toReversed()) each.dispose()
        known.delete(item)
      }
      for (const item of wanted) if (!known.has(item)) known.set(item, register(item))
    },
    /** Takes what the store has, now and after each change. */
    follow(store: Pick<ReadonlyStore<unknown>, 'subscribe'>, items: () => Iterable<Item>): Disposable {
      const update = () => this.take(items())
      update()
      return disposable(store.subscribe(update), () => this.take([]))
    },
  }
}
