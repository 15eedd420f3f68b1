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
