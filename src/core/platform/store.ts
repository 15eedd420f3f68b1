import { createStore as createZustandStore, type StoreApi } from 'zustand/vanilla'

export type Store<T> = StoreApi<T>

export type ReadonlyStore<T> = Pick<StoreApi<T>, 'getState' | 'getInitialState' | 'subscribe'>

/**
 * Creates an observable value. Services expose their state as stores; components read them with `useStore`.
 */
export function createStore<T>(initial: T): Store<T> {
  return createZustandStore<T>(() => initial)
}

export class DerivedStore<T> implements ReadonlyStore<T> {
  private kept: { readonly value: T } | undefined
  private notified: T | undefined
  private telling = false
  private readonly listeners = new Set<(now: T, before: T) => void>()

  constructor(private readonly compute: () => T) {}

  // Arrow functions: React calls them without `this`.
  readonly getState = (): T => {
    this.kept ??= { value: this.compute() }
    return this.kept.value
  }

  readonly getInitialState = this.getState

  readonly subscribe = (listener: (now: T, before: T) => void): (() => void) => {
    if (this.listeners.size === 0) this.notified = this.getState()
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /**
   * Marks the value as stale. Readers see the change immediately; subscribers are notified in a microtask.
   */
  outdated(): void {
    this.kept = undefined
    if (this.telling || this.listeners.size === 0) return
    this.telling = true
    queueMicrotask(() => this.tell())
  }

  private tell(): void {
    this.telling = false
    const now = this.getState()
    const before = this.notified as T
    this.notified = now
    for (const listener of this.listeners) listener(now, before)
  }
}

/** Registration that can be undone once with `dispose`. */
export interface Disposable {
  dispose(): void
}

/** Creates a disposable from cleanup functions, which run at most once. */
export function disposable(...undos: readonly (() => void)[]): Disposable {
  const left = [...undos]
  return {
    dispose() {
      for (const undo of left.splice(0)) undo()
    },
  }
}

/** Registers each item in a list once, and disposes of its registrations when the item is removed. */
export function registrations<Item>(register: (item: Item) => readonly Disposable[]) {
  const known = new Map<Item, readonly Disposable[]>()
  return {
    take(items: Iterable<Item>): void {
      const wanted = new Set(items)
      // Remove old items first: a new version of a plugin reuses their names.
      for (const [item, all] of known) {
        if (wanted.has(item)) continue
        for (const each of all.toReversed()) each.dispose()
        known.delete(item)
      }
      for (const item of wanted) if (!known.has(item)) known.set(item, register(item))
    },
    /** Registers the current items, and again after each change. */
    follow(store: Pick<ReadonlyStore<unknown>, 'subscribe'>, items: () => Iterable<Item>): Disposable {
      const update = () => this.take(items())
      update()
      return disposable(store.subscribe(update), () => this.take([]))
    },
  }
}

export function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
