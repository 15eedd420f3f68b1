import { messageOf } from '../../platform/fretwork-error.js'
import type { Logger } from '../../platform/ports.js'
import { type Disposable, disposable } from '../../platform/store.js'
import type { PluginManifest } from '../manifest/plugin.js'

export interface Scope {
  add<T extends Disposable>(registration: T): T
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

  readonly add = <T extends Disposable>(registration: T): T => {
    // Late code of an ended plugin registers nothing.
    if (this.ending.signal.aborted) registration.dispose()
    else this.registrations.push(registration)
    return registration
  }

  readonly onDispose = (undo: () => void): void => {
    this.add(disposable(undo))
  }

  dispose(): string[] {
    const stuck: string[] = []
    this.ending.abort()
    for (const registration of this.registrations.splice(0).reverse()) {
      try {
        registration.dispose()
      } catch (error) {
        this.log.error('Disposing of a registration failed', error)
        stuck.push(`a registration whose cleanup failed (${messageOf(error)})`)
      }
    }
    return stuck
  }
}

export interface ViewFor {
  readonly manifest: PluginManifest
  readonly scope: Scope
  readonly log: Logger
}

export abstract class OwnViews<T> {
  abstract viewFor(plugin: ViewFor): T
}

export function ownViews(plugin: ViewFor): <T>(service: T) => T {
  const views = new Map<unknown, unknown>()
  return <T>(service: T): T => {
    if (!(service instanceof OwnViews)) return service
    if (!views.has(service)) views.set(service, service.viewFor(plugin))
    return views.get(service) as T
  }
}
