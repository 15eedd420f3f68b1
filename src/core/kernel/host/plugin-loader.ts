/** Loads the code of plugins, once each and often before it is needed, and opens what was loaded. */
import { FretworkError, messageOf } from '../../platform/fretwork-error.js'
import type { Logger } from '../../platform/logger.js'
import type { ClockPort } from '../../platform/ports.js'
import type { PluginContext, PluginManifest, PluginRuntime } from '../manifest/plugin.js'
import { type ContextParts, createContext } from '../services/plugin-context.js'
import { PluginServices } from '../services/plugin-services.js'
import { PluginScope } from '../services/scope.js'

export interface LoadedPlugin {
  readonly runtime: PluginRuntime
  /** How long loading took, in milliseconds. */
  readonly ms: number
}

/** A screen that was loaded before its plugin was active. */
export interface PreloadedScreen {
  readonly runtime: PluginRuntime
  readonly module: unknown
}

export class PluginLoader {
  private readonly loading = new Map<string, Promise<LoadedPlugin>>()

  constructor(private readonly clock: Pick<ClockPort, 'now'>) {}

  /**
   * Begins to load a plugin unless it is being loaded. After a failure, the next call tries again.
   * @throws FretworkError `plugin_load_failed`
   */
  load(manifest: PluginManifest): Promise<LoadedPlugin> {
    const { id } = manifest
    const known = this.loading.get(id)
    if (known) return known
    const began = this.clock.now()
    const code = loadPlugin(manifest).then(runtime => ({ runtime, ms: this.clock.now() - began }))
    // The caller gets the error; a plugin that was only preloaded is loaded again when it is needed.
    code.catch(() => {
      if (this.loading.get(id) === code) this.loading.delete(id)
    })
    this.loading.set(id, code)
    return code
  }

  /** Preloads a screen of a plugin that is being loaded; `undefined` if that fails. */
  async screen(id: string, name: string): Promise<PreloadedScreen | undefined> {
    const code = this.loading.get(id)
    try {
      const runtime = (await code)?.runtime
      // Not if the app has ended in the meantime.
      if (!runtime || this.loading.get(id) !== code) return undefined
      return { runtime, module: await screenLoader(runtime, name)?.() }
    } catch {
      // Reported when the screen itself is loaded.
      return undefined
    }
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
    if (isRuntime(runtime)) return runtime
    throw new Error('its code exports no runtime; see defineRuntime().')
  } catch (error) {
    const message = `"${title}" could not be loaded: ${messageOf(error)}`
    throw new FretworkError('plugin_load_failed', message, { cause: error })
  }
}

function isRuntime(value: unknown): value is PluginRuntime {
  return typeof value === 'object' && value !== null
}

/** The function that loads a screen, by the screen's name. */
export function screenLoader({ screens = {} }: PluginRuntime, name: string) {
  return Object.hasOwn(screens, name) ? screens[name] : undefined
}

/** A running plugin. */
export interface ActivePlugin {
  readonly runtime: PluginRuntime
  readonly scope: PluginScope
  /** For the plugin's code. */
  readonly context: PluginContext
  /** For its screens; what they register is not counted as a leak. */
  readonly screens: PluginContext
  readonly services: PluginServices
}

/** @param changed called when something that counted as a leak has been cleaned up after all */
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
    context: createContext(manifest, services, scope, log, parts),
    screens: createContext(manifest, parts.slots, scope, log, parts),
  }
}

/**
 * Builds the services that the plugin provides.
 * @throws FretworkError `token_wrong`, `token_twice`, `token_not_provided`, or what a provider throws
 */
export function startServices(
  { id, provides = [] }: PluginManifest,
  { runtime, services, context }: ActivePlugin,
  { slots, registry }: ContextParts,
): void {
  services.build(id, runtime.providers ?? [], context, registry)
  const missing = provides.find(token => !slots.has(token))
  if (!missing) return
  const message = `"${id}" declares that it provides "${missing.id}" but has no provider for it.`
  throw new FretworkError('token_not_provided', message)
}
