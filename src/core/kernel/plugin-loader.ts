import { FretworkError, messageOf } from '../platform/fretwork-error.js'
import type { ClockPort, Logger } from '../platform/ports.js'
import { PluginScope } from '../platform/scope.js'
import type { Disposable } from '../platform/store.js'
import { Container } from './container.js'
import type { AnyToken, PluginContext, PluginManifest, PluginRuntime } from './plugin.js'
import { type ContextParts, createContext } from './plugin-context.js'
import { tsyringeRegistry, withEventCheck } from './plugin-services.js'

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
    return (await load()).default
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
  /** Context for screens, which show events even without the permission to act on them. */
  readonly screens: PluginContext
}

export function openPlugin(
  manifest: PluginManifest,
  { runtime }: LoadedPlugin,
  log: Logger,
  parts: ContextParts,
): ActivePlugin {
  const { slots, registry } = parts
  const scope = new PluginScope(log)
  return {
    ...{ runtime, scope },
    context: createContext(manifest, runtime, withEventCheck(slots, manifest, registry), scope, log, parts),
    screens: createContext(manifest, runtime, slots, scope, log, parts),
  }
}

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
