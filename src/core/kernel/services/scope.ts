/** Everything a plugin registers belongs to a scope, and leaves with it. */
import { type Disposable, disposable } from '../../platform/disposable.js'
import { messageOf } from '../../platform/fretwork-error.js'
import type { Logger } from '../../platform/logger.js'

export interface Scope {
  /** Keeps a registration until the scope ends. @returns the same object */
  add<T extends Disposable>(registration: T): T
  /** Runs `undo` when the scope ends. */
  onDispose(undo: () => void): void
  /** Aborted when the scope ends. */
  readonly signal: AbortSignal
}

export class PluginScope implements Scope, Disposable {
  private readonly registrations: Disposable[] = []
  private readonly ending = new AbortController()

  constructor(private readonly log: Logger) {}

  get signal(): AbortSignal {
    return this.ending.signal
  }

  get size(): number {
    return this.registrations.length
  }

  // Bound, so that a plugin can take them apart: `({ scope: { add } })`.
  readonly add = <T extends Disposable>(registration: T): T => {
    // A plugin that registers after its end (a late promise) must not leave anything behind.
    if (this.ending.signal.aborted) registration.dispose()
    else this.registrations.push(registration)
    return registration
  }

  readonly onDispose = (undo: () => void): void => {
    this.add(disposable(undo))
  }

  /**
   * In reverse order; one that throws is logged and the rest goes on.
   * @returns what was thrown, a sentence each
   */
  dispose(): string[] {
    const stuck: string[] = []
    this.ending.abort()
    for (const registration of this.registrations.splice(0).reverse()) {
      try {
        registration.dispose()
      } catch (error) {
        this.log.error('Undoing a registration failed', error)
        stuck.push(`what could not be undone (${messageOf(error)})`)
      }
    }
    return stuck
  }
}
