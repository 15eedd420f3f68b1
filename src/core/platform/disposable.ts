/** A registration: `dispose` undoes it, once. */
export interface Disposable {
  dispose(): void
}

/**
 * Makes a disposable of a function, which runs once.
 * @since 1.0.0
 * @example scope.add(disposable(() => log.info('the plugin ends')))
 */
export function disposable(undo: () => void): Disposable {
  let done = false
  return {
    dispose() {
      if (done) return
      done = true
      undo()
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
  }
}
