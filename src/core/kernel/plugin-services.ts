import 'reflect-metadata/lite'
import { container, instanceCachingFactory } from 'tsyringe'
import type { EventType } from '../events/event-bus.js'
import { FretworkError } from '../platform/fretwork-error.js'
import type { Disposable } from '../platform/store.js'
import type { Token } from '../platform/token.js'
import { Container, type ServiceRegistry, type ServiceSlots } from './container.js'
import type { AnyToken, PluginManifest } from './plugin.js'
import type { ContextParts } from './plugin-context.js'
import type { ActivePlugin } from './plugin-loader.js'
import type { PluginRegistry } from './plugin-registry.js'
import { EVENTS } from './tokens.js'

/** @throws FretworkError `token_not_provided`, or a provider's own error */
export function startServices(
  { id, provides = [] }: PluginManifest,
  { runtime, context, scope }: ActivePlugin,
  { slots, registry }: ContextParts,
): void {
  const wanted = (runtime.providers ?? []).filter(({ token }) => !registry.overridden.has(token.key))
  const disposed = new Set<unknown>()
  const built = (token: AnyToken, service: unknown) => {
    if (isDisposable(service) && !disposed.has(service)) scope.onDispose(() => service.dispose())
    disposed.add(service)
    const isDeclared = provides.some(({ key }) => key === token.key)
    scope.add(slots.fill(token, service, isDeclared ? undefined : id))
  }
  new Container(wanted, { context, outside: context.get, built, registry: tsyringeRegistry() }).buildAll()
  const missing = provides.find(token => !slots.has(token))
  if (!missing) return
  const message = `"${id}" declares "${missing.id}" in provides but has no provider for it.`
  throw new FretworkError('token_not_provided', message)
}

function isDisposable(service: unknown): service is Disposable {
  const { dispose } = Object(service) as { readonly dispose?: unknown }
  return typeof service === 'object' && typeof dispose === 'function'
}

type Services = Pick<ServiceSlots, 'get' | 'find'>

/** Returns services whose event bus checks the permission for an event of another plugin. */
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
