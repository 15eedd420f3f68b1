/** The steps of an activation: a plugin's code loaded, what it works with opened, its services built. */
import { FretworkError, messageOf } from '../../platform/fretwork-error.js'
import type { Logger } from '../../platform/logger.js'
import type { PluginManifest, PluginRuntime } from '../manifest/plugin.js'
import { createContext, declaredTokens } from '../services/plugin-context.js'
import type { buildServices } from '../services/plugin-services.js'
import { PluginScope } from '../services/scope.js'
import type { WatchedServices } from '../services/watched-services.js'
import type { Active, ServiceParts } from './active-plugin.js'

/** A plugin's code, and what its activation needs beside it. */
export interface LoadedPlugin {
  readonly runtime: PluginRuntime
  readonly build?: typeof buildServices
  readonly Watched?: typeof WatchedServices
}

/** @throws FretworkError `plugin_load_failed` */
export async function loadPlugin({ title, load, provides = [] }: PluginManifest): Promise<LoadedPlugin> {
  try {
    const coming = load()
    // Who provides nothing waits for its own code first: the log-in page and `fretwork --help` do without these two.
    if (provides.length > 0) void Promise.allSettled([buildingServices(), watchingServices()])
    const runtime: unknown = (await coming).default
    if (!isRuntime(runtime))
      throw new Error('its code exports no runtime as its default; see defineRuntime().')
    const { providers, activate, commands } = runtime
    if (!providers && !activate && !commands) return { runtime }
    const [services, { WatchedServices: Watched }] = await Promise.all([
      providers?.length ? buildingServices() : undefined,
      watchingServices(),
    ])
    return { runtime, build: services?.buildServices, Watched }
  } catch (error) {
    throw new FretworkError('plugin_load_failed', `"${title}" could not be loaded: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

const buildingServices = () => import('../services/plugin-services.js')
const watchingServices = () => import('../services/watched-services.js')

/**
 * Opens what a plugin works with, and closes with its scope.
 * @param changed told when something that the plugin left behind is undone after all
 */
export function openPlugin(
  manifest: PluginManifest,
  { runtime, Watched }: LoadedPlugin,
  log: Logger,
  { slots, shelf, coreKeys, loadService, isUp, onStates }: ServiceParts,
  changed: () => void,
): Active {
  const scope = new PluginScope(log)
  const declared = new Set(declaredTokens(manifest).map(token => token.key))
  const allowed = (key: symbol) => coreKeys.has(key) || declared.has(key)
  const watched = Watched && new Watched(slots, log, changed)
  const services = watched ?? slots
  const parts = { scope, allowed, shelf, log, loadService, isUp, onStates }
  return {
    runtime,
    scope,
    allowed,
    services,
    watched,
    context: createContext(manifest, { ...parts, services }),
    screens: createContext(manifest, { ...parts, services: slots }),
  }
}

/** Builds a plugin's services and puts them into their slots for as long as its scope lasts. */
export function fillSlots(
  manifest: PluginManifest,
  { build }: LoadedPlugin,
  active: Active,
  parts: ServiceParts,
): void {
  build?.(manifest, active, parts)
  for (const token of manifest.provides ?? []) {
    if (parts.slots.has(token)) continue
    throw new FretworkError(
      'token_not_provided',
      `"${manifest.id}" declares that it provides "${token.id}" but has no provider for it.`,
    )
  }
}

function isRuntime(value: unknown): value is PluginRuntime {
  return typeof value === 'object' && value !== null
}
