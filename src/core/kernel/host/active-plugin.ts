/** A running plugin: its code, its scope, and the services it provides and uses. */
import { FretworkError } from '../../platform/fretwork-error.js'
import type { Logger } from '../../platform/logger.js'
import type { PluginContext, PluginManifest, PluginRuntime } from '../manifest/plugin.js'
import { type ContextParts, createContext } from '../services/plugin-context.js'
import type { PluginServices } from '../services/plugin-services.js'
import { PluginScope } from '../services/scope.js'
import type { LoadedPlugin } from './plugin-loader.js'

export interface ActivePlugin {
  readonly runtime: PluginRuntime
  readonly scope: PluginScope
  /** For the plugin's code. */
  readonly context: PluginContext
  /** For its screens; what they register is not counted as a leak. */
  readonly screens: PluginContext
  /** Missing if the plugin only has screens. */
  readonly services?: PluginServices
}

/** @param changed called when something that counted as a leak has been cleaned up after all */
export function openPlugin(
  manifest: PluginManifest,
  { runtime, Services }: LoadedPlugin,
  log: Logger,
  parts: ContextParts,
  changed: () => void,
): ActivePlugin {
  const scope = new PluginScope(log)
  const services = Services && new Services(parts.slots, log, changed)
  return {
    runtime,
    scope,
    services,
    context: createContext(manifest, services ?? parts.slots, scope, log, parts),
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
  services?.build(id, runtime.providers ?? [], context, registry)
  const missing = provides.find(token => !slots.has(token))
  if (!missing) return
  const message = `"${id}" declares that it provides "${missing.id}" but has no provider for it.`
  throw new FretworkError('token_not_provided', message)
}
