import type { Logger } from './ports.js'
import { type Disposable, disposable } from './store.js'

export interface Scope {
  add<T extends Disposable>(registration: T): T
  onDispose(undo: () => void): void
  readonly signal: AbortSignal
}

export class PluginScope implements Scope, Disposable {
  private readonly registrations: Disposable[] = []
  private readonly ending = new AbortController()

  constructor(private readonly log: Logger) {}

  get signal(): AbortSignal {
    return this.ending.signal
  }

  readonly add = <T extends Disposable>(registration: T): T => {
    // Asynchronous code may still be running after the plugin has stopped.
    if (this.ending.signal.aborted) registration.dispose()
    else this.registrations.push(registration)
    return registration
  }

  readonly onDispose = (undo: () => void): void => {
    this.add(disposable(undo))
  }

  dispose(): void {
    this.ending.abort()
    for (const registration of this.registrations.splice(0).reverse()) {
      try {
        registration.dispose()
      } catch (error) {
        this.log.error('Couldn’t dispose of a registration', error)
      }
    }
  }
}

/** @param failed called if the listener throws, so that the provider can still start or stop */
export function followService<T>(
  find: () => T | undefined,
  listener: (service: T | undefined) => undefined | (() => void),
  subscribe: (changed: () => void) => () => void,
  scope: Scope,
  failed: (error: unknown) => void,
): void {
  let known: { readonly service: T | undefined } | undefined
  let undo: (() => void) | undefined
  const attempt = <R>(step: () => R): R | undefined => {
    try {
      return step()
    } catch (error) {
      failed(error)
      return undefined
    }
  }
  const end = () => {
    const before = undo
    undo = undefined
    if (before) attempt(before)
  }
  const update = () => {
    const service = find()
    if (known && known.service === service) return
    known = { service }
    end()
    undo = attempt(() => listener(service))
  }
  scope.onDispose(end)
  scope.onDispose(subscribe(update))
  update()
}
