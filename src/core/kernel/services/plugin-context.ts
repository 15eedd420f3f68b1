/** What a plugin's code gets to work with: services by token, as far as its manifest declares them. */
import { FretworkError } from '../../platform/fretwork-error.js'
import type { Logger } from '../../platform/logger.js'
import type { Token } from '../../platform/services/token.js'
import type { ExtensionShelf } from '../extensions/extension-shelf.js'
import type { AnyToken, PluginContext, PluginManifest } from '../manifest/plugin.js'
import type { PluginScope } from './scope.js'
import type { ServiceSlots } from './service-slots.js'

interface ContextParts {
  readonly scope: PluginScope
  readonly log: Logger
  readonly services: Pick<ServiceSlots, 'get' | 'find'>
  readonly shelf: ExtensionShelf
  /** Whether the plugin may ask for a token. */
  readonly allowed: (key: symbol) => boolean
  /** Activates the provider of a token, and returns its service. */
  readonly loadService: <T>(token: Token<T>) => Promise<T>
  /** Whether the provider of a token is active, and a call after each change of that. */
  readonly isUp: (token: AnyToken) => boolean
  readonly onStates: (changed: () => void) => () => void
}

/** Every token that a manifest names, whatever for. */
export function declaredTokens({
  requires = [],
  optional = [],
  lazy = [],
  provides = [],
}: PluginManifest): AnyToken[] {
  return [...requires, ...optional, ...lazy, ...provides]
}

export function createContext(
  manifest: PluginManifest,
  { scope, log, services, shelf, allowed, loadService, isUp, onStates }: ContextParts,
): PluginContext {
  const check = (token: AnyToken) => {
    if (allowed(token.key)) return
    throw new FretworkError(
      'token_undeclared',
      `"${manifest.id}" asks for "${token.id}", which its manifest does not declare; add it to requires, optional or lazy.`,
    )
  }
  return {
    get: token => {
      check(token)
      return services.get(token)
    },
    find: token => {
      check(token)
      return services.find(token)
    },
    load: async token => {
      check(token)
      return loadService(token)
    },
    follow: (token, listener) => {
      check(token)
      let known: { readonly service: unknown } | undefined
      let undo: (() => void) | undefined
      const attempt = <T>(step: () => T): T | undefined => {
        try {
          return step()
        } catch (error) {
          // Thrown on, it would stop the plugin that comes or goes.
          log.error(`Following ${token.id} failed`, error)
          return undefined
        }
      }
      const end = () => {
        const before = undo
        undo = undefined
        if (before) attempt(before)
      }
      const look = () => {
        const service = isUp(token) ? services.find(token) : undefined
        if (known && known.service === service) return
        known = { service }
        end()
        undo = attempt(() => listener(service))
      }
      scope.onDispose(end)
      scope.onDispose(onStates(look))
      look()
    },
    extend: (point, item) => void scope.add(shelf.add(point, item, manifest.id)),
    extensions: point => shelf.store(point).getState(),
    scope,
    log,
  }
}
