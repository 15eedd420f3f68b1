/** What every registration returns: calling `dispose` undoes it, calling it again does nothing. */
export interface Disposable {
  dispose(): void
}

/** @example scope.add(disposable(() => log.info('the plugin ends'))) */
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
