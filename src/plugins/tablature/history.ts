/** What was changed, one step after the other, and the way back and forth. */

export interface History<T> {
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** @param before what is to come back when this change is undone */
  changed(before: T): void
  /** @param now what is to come back when that is redone @returns what was before; `undefined` where nothing was changed */
  undo(now: T): T | undefined
  redo(now: T): T | undefined
  clear(): void
}

const MOST_STEPS = 200

export function createHistory<T>(): History<T> {
  let past: T[] = []
  let future: T[] = []
  return {
    get canUndo() {
      return past.length > 0
    },
    get canRedo() {
      return future.length > 0
    },
    changed(before) {
      past = [...past, before].slice(-MOST_STEPS)
      future = []
    },
    undo(now) {
      const before = past.pop()
      if (before !== undefined) future.push(now)
      return before
    },
    redo(now) {
      const after = future.pop()
      if (after !== undefined) past.push(now)
      return after
    },
    clear() {
      past = []
      future = []
    },
  }
}
