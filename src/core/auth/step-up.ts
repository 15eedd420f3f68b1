import { type Disposable, disposable } from '../platform/disposable.js'
import { createStore, type ReadonlyStore } from '../platform/store.js'

export class StepUp {
  private readonly store = createStore({ asked: false })
  private dialogs = 0
  private waiting:
    | { readonly answer: Promise<boolean>; readonly resolve: (shown: boolean) => void }
    | undefined

  get state(): ReadonlyStore<{ readonly asked: boolean }> {
    return this.store
  }

  attach(): Disposable {
    this.dialogs++
    return disposable(() => {
      this.dialogs--
      if (this.dialogs === 0) this.answer(false)
    })
  }

  ask(): Promise<boolean> {
    if (this.dialogs === 0) return Promise.resolve(false)
    if (!this.waiting) {
      let resolve = (_shown: boolean): void => undefined
      const answer = new Promise<boolean>(done => {
        resolve = done
      })
      this.waiting = { answer, resolve }
      this.store.setState({ asked: true })
    }
    return this.waiting.answer
  }

  answer(shown: boolean): void {
    this.waiting?.resolve(shown)
    this.waiting = undefined
    this.store.setState({ asked: false })
  }
}
