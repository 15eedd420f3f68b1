import { ownViews } from '../permissions/own-views.js'
import { FretworkError } from '../platform/fretwork-error.js'
import type { Logger } from '../platform/ports.js'
import { followService, type Scope } from '../platform/scope.js'
import {
  createStore,
  type Disposable,
  disposable,
  getOrMake,
  type ReadonlyStore,
  type Store,
} from '../platform/store.js'
import type { ExtensionPoint, Token } from '../platform/token.js'
import type { ServiceSlots } from './container.js'
import type { AnyToken, PluginContext, PluginManifest, PluginRuntime } from './plugin.js'
import type { PluginRegistry } from './plugin-registry.js'

export interface ContextParts {
  readonly slots: ServiceSlots
  readonly extensions: ExtensionRegistry
  readonly registry: PluginRegistry
  readonly core: readonly AnyToken[]
  readonly loadService: <T>(token: Token<T>) => Promise<T>
}

/** A service whose token starts with the plugin's ID is private unless the manifest declares it. */
export function createContext(
  manifest: PluginManifest,
  { providers = [] }: Pick<PluginRuntime, 'providers'>,
  services: Pick<ServiceSlots, 'get' | 'find'>,
  scope: Scope,
  log: Logger,
  { slots, extensions, registry, core, loadService }: ContextParts,
): PluginContext {
  const { id, requires = [], optional = [], lazy = [], provides = [], extensionPoints = [] } = manifest
  const isPrivate = (token: AnyToken) => token.id.startsWith(`${id}.`)
  const provided = [...provides, ...providers.map(({ token }) => token).filter(isPrivate)]
  const own = new Set([...provided, ...extensionPoints].map(each => each.id))
  const mayUse = (name: string) => {
    if (!own.has(name)) registry.grants.check(manifest, name)
  }
  const declared = [...core, ...requires, ...optional, ...lazy, ...provided]
  const keys = new Set(declared.map(({ key }) => key))
  const isThere = (token: AnyToken) => {
    if (isForeign(token)) return false
    const isRefused =
      keys.has(token.key) && !own.has(token.id) && registry.grants.isRefused(manifest, token.id)
    if (!isRefused) check(token)
    return !isRefused
  }
  const isForeign = (token: AnyToken) => (slots.owners.get(token.key) ?? id) !== id
  const check = (token: AnyToken) => {
    if (keys.has(token.key) && !isForeign(token)) return mayUse(token.id)
    const message = `"${id}" uses "${token.id}", which its manifest does not declare; add it to requires, optional or lazy.`
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
      const isReady = () => slots.owners.get(token.key) === id || registry.isProviderActive(token)
      const find = () => (mayFollow && isReady() ? services.find(token) : undefined)
      followService(find, listener, registry.states.subscribe, scope, error =>
        log.error(`Following ${token.id} failed`, error),
      )
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

interface PointItems {
  readonly items: Store<readonly unknown[]>
  readonly owners: string[]
}

export class ExtensionRegistry {
  private readonly points = new Map<string, PointItems>()

  store<T>(point: ExtensionPoint<T>): ReadonlyStore<readonly T[]> {
    return this.at(point.id).items as ReadonlyStore<readonly T[]>
  }

  add<T>(point: ExtensionPoint<T>, item: T, plugin: string): Disposable {
    const { items, owners } = this.at(point.id)
    owners.push(plugin)
    items.setState([...items.getState(), item], true)
    return disposable(() => {
      const now = items.getState()
      const at = now.findLastIndex((each, index) => each === item && owners[index] === plugin)
      owners.splice(at, 1)
      items.setState(now.toSpliced(at, 1), true)
    })
  }

  ownerOf<T>(point: ExtensionPoint<T>, item: T): string | undefined {
    const { items, owners } = this.at(point.id)
    return owners[items.getState().lastIndexOf(item)]
  }

  private at(id: string): PointItems {
    return getOrMake(this.points, id, () => ({ items: createStore<readonly unknown[]>([]), owners: [] }))
  }
}
