import { FretworkError } from '../platform/fretwork-error.js'
import { injectedTokens } from '../platform/inject.js'
import { type Disposable, disposable } from '../platform/store.js'
import type { Token } from '../platform/token.js'
import type { AnyToken, PluginContext, Provider } from './plugin.js'

export interface ServiceRegistry {
  add(key: symbol, make: () => unknown): void
  has(key: symbol): boolean
  get(key: symbol): unknown
}

interface ContainerParts {
  readonly registry: ServiceRegistry
  readonly outside: (token: AnyToken) => unknown
  readonly context?: PluginContext
  readonly built?: (token: AnyToken, service: unknown) => void
}

export class Container {
  private readonly building: string[] = []

  constructor(
    private readonly providers: readonly Provider[],
    private readonly parts: ContainerParts,
  ) {
    for (const provider of providers) parts.registry.add(provider.token.key, () => this.build(provider))
  }

  buildAll(): void {
    for (const { token } of this.providers) this.get(token)
  }

  get<T>(token: Token<T>): T {
    const { registry, outside } = this.parts
    return (registry.has(token.key) ? registry.get(token.key) : outside(token)) as T
  }

  private build(provider: Provider): unknown {
    const { token } = provider
    // tsyringe would recurse until the stack overflows.
    if (this.building.includes(token.id)) {
      const circle = [...this.building, token.id].join('" needs "')
      throw new FretworkError('cycle', `Circular dependency: "${circle}".`)
    }
    this.building.push(token.id)
    try {
      const service = this.make(provider)
      this.parts.built?.(token, service)
      return service
    } finally {
      this.building.pop()
    }
  }

  private make(provider: Provider): unknown {
    if ('useClass' in provider) {
      const { useClass: Service } = provider
      return new Service(...injectedTokens(Service).map(token => this.get(token)))
    }
    const { useFactory: make } = provider
    return make(this.parts.context as PluginContext)
  }
}

export class ServiceSlots {
  private readonly services = new Map<symbol, unknown>()
  readonly owners = new Map<symbol, string>()

  constructor(private readonly notProvided: (token: AnyToken) => FretworkError) {}

  /** @param owner only this plugin may use the service */
  fill({ key }: AnyToken, service: unknown, owner?: string): Disposable {
    this.services.set(key, service)
    if (owner !== undefined) this.owners.set(key, owner)
    return disposable(() => this.services.delete(key))
  }

  find<T>({ key }: Token<T>): T | undefined {
    return this.services.get(key) as T | undefined
  }

  get<T>(token: Token<T>): T {
    if (!this.has(token)) throw this.notProvided(token)
    return this.services.get(token.key) as T
  }

  has({ key }: AnyToken): boolean {
    return this.services.has(key)
  }
}
