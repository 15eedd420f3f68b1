import 'reflect-metadata/lite'
import { container, instanceCachingFactory } from 'tsyringe'
import { EVENTS, type EventType } from '../events/event-bus.js'
import type { Disposable } from '../platform/store.js'
import type { Token } from '../platform/token.js'
import type { ServiceRegistry, ServiceSlots } from './container.js'
import type { PluginManifest } from './plugin.js'
import type { PluginRegistry } from './plugin-registry.js'

type Services = Pick<ServiceSlots, 'get' | 'find'>

/** Returns services whose event bus checks permissions for other plugins' events. */
export function withEventCheck(
  slots: Services,
  manifest: PluginManifest,
  { grants }: Pick<PluginRegistry, 'grants'>,
): Services {
  const events = slots.get(EVENTS)
  const on = <T>(event: EventType<T>, listener: (payload: T) => void): Disposable => {
    if (!event.id.startsWith(`${manifest.id}.`)) grants.check(manifest, event.id)
    return events.on(event, listener)
  }
  const checked: unknown = Object.create(events, { on: { value: on } })
  const viewed = <T>(token: Token<T>, service: T) => (token.key === EVENTS.key ? (checked as T) : service)
  return {
    get: token => viewed(token, slots.get(token)),
    find: token => viewed(token, slots.find(token)),
  }
}

export function tsyringeRegistry(): ServiceRegistry {
  // tsyringe cannot unregister single services, so use a disposable child container.
  const own = container.createChildContainer()
  return {
    add: (key, make) => void own.register(key, { useFactory: instanceCachingFactory(make) }),
    has: key => own.isRegistered(key),
    get: key => own.resolve(key),
  }
}
