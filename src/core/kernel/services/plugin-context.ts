import { FretworkError } from '../../platform/fretwork-error.js'
import type { Logger } from '../../platform/logger.js'
import type { Token } from '../../platform/services/token.js'
import type { ExtensionRegistry } from '../extensions/extension-registry.js'
import type { PluginRegistry } from '../host/plugin-registry.js'
import type { AnyToken, PluginContext, PluginManifest } from '../manifest/plugin.js'
import { ownViews, type Scope } from './scope.js'
import type { ServiceSlots } from './service-slots.js'

export interface ContextParts {
  readonly slots: ServiceSlots
  readonly extensions: ExtensionRegistry
  readonly registry: PluginRegistry
  readonly core: readonly AnyToken[]
  readonly loadService: <T>(token: Token<T>) => Promise<T>
}

export function createContext(
  manifest: PluginManifest,
  services: Pick<ServiceSlots, 'get' | 'find'>,
  scope: Scope,
  log: Logger,
  { extensions, registry, core, loadService }: ContextParts,
): PluginContext {
  const { id, requires = [], optional = [], lazy = [], provides = [], extensionPoints = [] } = manifest
  const own = new Set([...provides, ...extensionPoints].map(each => each.id))
  const mayUse = (name: string) => {
    if (!own.has(name)) registry.grants.check(manifest, name)
  }
  const declared = [...core, ...requires, ...optional, ...lazy, ...provides]
  const keys = new Set(declared.map(({ key }) => key))
  const isThere = (token: AnyToken) => {
    const isRefused =
      keys.has(token.key) && !own.has(token.id) && registry.grants.isRefused(manifest, token.id)
    if (!isRefused) check(token)
    return !isRefused
  }
  const check = (token: AnyToken) => {
    if (keys.has(token.key)) return mayUse(token.id)
    const message = `"${id}" asks for "${token.id}", which its manifest does not declare; add it to requires, optional or lazy.`
    throw new FretworkError('token_undeclared', message)
  }
  const mine = ownViews({ manifest, scope, log })
  return {
    get: token => {
      check(token)
      return mine(services.get(token))
    },
    find: token => (isThere(token) ? mine(services.find(token)) : undefined),
    load: async token => {
      check(token)
      return loadService(token)
    },
    follow: (token, listener) => {
      const mayFollow = isThere(token)
      let known: { readonly service: unknown } | undefined
      let undo: (() => void) | undefined
      const attempt = <T>(step: () => T): T | undefined => {
        try {
          return step()
        } catch (error) {
          // Rethrown, it would stop the provider from starting or ending.
          log.error(`Following ${token.id} failed`, error)
          return undefined
        }
      }
      const end = () => {
        const before = undo
        undo = undefined
        if (before) attempt(before)
      }
      const update = () => {
        const service = mayFollow && registry.isProviderActive(token) ? services.find(token) : undefined
        if (known && known.service === service) return
        known = { service }
        end()
        undo = attempt(() => listener(service))
      }
      scope.onDispose(end)
      scope.onDispose(registry.states.subscribe(update))
      update()
    },
    extend: (point, item) => {
      mayUse(point.id)
      return scope.add(extensions.add(point, item, id))
    },
    extensions: point => {
      mayUse(point.id)
      return extensions.store(point).getState()
    },
    scope,
    log,
  }
}
