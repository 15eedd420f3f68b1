import type { Logger } from '../platform/ports.js'
import type { Scope } from '../platform/scope.js'
import type { AskingPlugin } from './permissions.js'

export interface ViewFor {
  readonly manifest: AskingPlugin
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
