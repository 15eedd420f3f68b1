/** What every registration returns: calling `dispose` undoes it, calling it again does nothing. */
export interface Disposable {
  dispose(): void
}

/**
 * What a function ends, as an object that a scope can end.
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
