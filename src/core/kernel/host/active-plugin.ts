/** A plugin that is up, and what it is made with. */

import type { Token } from '../../platform/services/token.js'
import type { ExtensionShelf } from '../extensions/extension-shelf.js'
import type { AnyToken, PluginContext, PluginRuntime } from '../manifest/plugin.js'
import type { PluginScope } from '../services/scope.js'
import type { ServiceSlots } from '../services/service-slots.js'
import type { WatchedServices } from '../services/watched-services.js'

export interface Active {
  readonly runtime: PluginRuntime
  readonly scope: PluginScope
  /** For the plugin's own code. */
  readonly context: PluginContext
  /** For its screens, which come and go by themselves. */
  readonly screens: PluginContext
  /** Whether it may have a token injected. */
  readonly allowed: (key: symbol) => boolean
  /** What is injected: the services as it gets them. */
  readonly services: Pick<ServiceSlots, 'get' | 'find'>
  /** What it registers with the core; a plugin that is screens alone registers nothing. */
  readonly watched: WatchedServices | undefined
}

export interface ServiceParts {
  readonly slots: ServiceSlots
  readonly shelf: ExtensionShelf
  /** Keys of the core's tokens: every plugin may ask for them. */
  readonly coreKeys: ReadonlySet<symbol>
  /** Keys of tokens whose service somebody else stands in for. */
  readonly overridden: ReadonlySet<symbol>
  /** The plugin, or `core`, that provides a token. */
  readonly ownerOf: (tokenId: string) => string | undefined
  readonly loadService: <T>(token: Token<T>) => Promise<T>
  /** Whether who provides a token is active, which the core always is. */
  readonly isUp: (token: AnyToken) => boolean
  readonly onStates: (changed: () => void) => () => void
}
