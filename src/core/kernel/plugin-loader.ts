import { FretworkError, messageOf } from '../platform/fretwork-error.js'
import type { ClockPort, Logger } from '../platform/ports.js'
import { PluginScope } from '../platform/scope.js'
import type { PluginContext, PluginManifest, PluginRuntime } from './plugin.js'
import { type ContextParts, createContext } from './plugin-context.js'
import { PluginServices } from './plugin-services.js'

export interface LoadedPlugin {
  readonly runtime: PluginRuntime
  readonly ms: number
}

export class PluginLoader {
  private readonly loading = new Map<string, Promise<LoadedPlugin>>()

  constructor(private readonly clock: Pick<ClockPort, 'now'>) {}

  load(manifest: PluginManifest): Promise<LoadedPlugin> {
    const { id } = manifest
    const known = this.loading.get(id)
    if (known) return known
    const began = this.clock.now()
    const code = loadPlugin(manifest).then(runtime => ({ runtime, ms: this.clock.now() - began }))
    code.catch(() => {
      if (this.loading.get(id) === code) this.loading.delete(id)
    })
    this.loading.set(id, code)
    return code
  }

  /** Ignores errors. They are reported when the screen is opened. */
  preloadScreen(id: string, name: string): void {
    const preload = ({ runtime }: LoadedPlugin) =>
      this.loading.has(id) ? loadScreen(runtime, name) : undefined
    this.loading
      .get(id)
      ?.then(preload)
      .catch(() => undefined)
  }

  forget(id: string): void {
    this.loading.delete(id)
  }

  forgetAll(): void {
    this.loading.clear()
  }
}

async function loadPlugin({ title, load }: PluginManifest): Promise<PluginRuntime> {
  try {
    const runtime: unknown = (await load()).default
    if (typeof runtime === 'object' && runtime !== null) return runtime
    throw new Error('its code exports no runtime; see defineRuntime().')
  } catch (error) {
    const message = `"${title}" could not be loaded: ${messageOf(error)}`
    throw new FretworkError('plugin_load_failed', message, { cause: error })
  }
}

export async function loadScreen({ screens = {} }: PluginRuntime, name: string) {
  return Object.hasOwn(screens, name) ? screens[name]?.() : undefined
}

export interface ActivePlugin {
  readonly runtime: PluginRuntime
  readonly scope: PluginScope
  readonly context: PluginContext
  /** For screens, whose registrations do not count as leaks. */
  readonly screens: PluginContext
  readonly services: PluginServices
}

export function openPlugin(
  manifest: PluginManifest,
  { runtime }: LoadedPlugin,
  log: Logger,
  parts: ContextParts,
  changed: () => void,
): ActivePlugin {
  const scope = new PluginScope(log)
  const services = new PluginServices(parts.slots, log, changed, event => {
    if (!event.startsWith(`${manifest.id}.`)) parts.registry.grants.check(manifest, event)
  })
  return {
    runtime,
    scope,
    services,
    context: createContext(manifest, runtime, services, scope, log, parts),
    screens: createContext(manifest, runtime, parts.slots, scope, log, parts),
  }
}

/** @throws FretworkError `token_wrong`, `token_twice`, `token_not_provided`, or a provider's own error */
export function startServices(
  manifest: PluginManifest,
  { runtime, services, context }: ActivePlugin,
  { slots, registry }: ContextParts,
): void {
  const { id, provides = [] } = manifest
  services.build(manifest, runtime.providers ?? [], context, registry)
  const missing = provides.find(token => !slots.has(token))
  if (!missing) return
  const message = `"${id}" declares "${missing.id}" in provides but has no provider for it.`
  throw new FretworkError('token_not_provided', message)
}
