import { createStore as createZustandStore, type StoreApi } from 'zustand/vanilla'

export type Store<T> = StoreApi<T>

export type ReadonlyStore<T> = Pick<StoreApi<T>, 'getState' | 'getInitialState' | 'subscribe'>

/**
 * A value that can be watched: services offer their state as one, and `useStore` shows it.
 * @since 1.0.0
 * @example
 * const score = createStore({ points: 0 })
 * scope.onDispose(score.subscribe(({ points }) => log.info(`${points} points`)))
 * score.setState({ points: 1 })
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

  // Bound: React destructures them.
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

  /** Readers see the change immediately; subscribers are notified in a microtask. */
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
