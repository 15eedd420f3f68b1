/** Singletons that live while the plugin is active. A screen or command creates them on first use. */
import type { PluginContext } from '../../core/kernel/plugin.js'
import { getOrMake } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'

/**
 * Splits the code for profiles, sharing and homework: a page loads only what it imports.
 * @example const links = context.get(ONCE)(linksOf)
 */
export type Once = <T extends object>(make: (context: PluginContext) => T) => T

export const ONCE = createToken<Once>('social.once')

export function once(context: PluginContext): Once {
  const made = new Map<unknown, object>()
  return <T extends object>(make: (context: PluginContext) => T) =>
    getOrMake(made, make, () => make(context)) as T
}
