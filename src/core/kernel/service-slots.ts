/** Who provides which service now. The root container reads these slots, so nothing outlives its plugin. */
import 'reflect-metadata'
import { type DependencyContainer, Lifecycle, container as tsyringeRoot } from 'tsyringe'
import { type Disposable, disposable } from '../platform/disposable.js'
import { FretworkError } from '../platform/fretwork-error.js'
import { injectedKeys } from './inject.js'
import type { AnyToken, PluginContext, Provider } from './plugin.js'
import type { Token } from './token.js'

interface Slot {
  /** Undefined while its plugin is not active. */
  service?: unknown
  filled: boolean
}

export class ServiceSlots {
  private readonly slots = new Map<symbol, Slot>()
  private readonly root = tsyringeRoot.createChildContainer()

  /** @param why says who would provide the service, for the sentence of `service_unavailable` */
  constructor(private readonly why: (token: AnyToken) => string) {}

  fill(token: AnyToken, service: unknown): Disposable {
    const slot = this.slot(token)
    slot.service = service
    slot.filled = true
    return disposable(() => {
      slot.service = undefined
      slot.filled = false
    })
  }

  find<T>(token: Token<T>): T | undefined {
    const slot = this.slots.get(token.key)
    return slot?.filled ? (slot.service as T) : undefined
  }

  /** @throws FretworkError `service_unavailable` */
  get<T>(token: Token<T>): T {
    const slot = this.slots.get(token.key)
    if (!slot?.filled) throw new FretworkError('service_unavailable', this.why(token))
    return slot.service as T
  }

  isFilled(token: AnyToken): boolean {
    return this.slots.get(token.key)?.filled ?? false
  }

  /**
   * Builds a plugin's services in a container of its own, in the order they are listed.
   * @param allowed whether the plugin may have a token injected
   * @param built told of each service, in the order of creation
   */
  build(
    providers: readonly Provider[],
    context: PluginContext,
    allowed: (key: symbol) => boolean,
    built: (token: AnyToken, service: unknown) => void,
  ): void {
    const own = this.root.createChildContainer()
    // tsyringe wraps what a factory throws in a sentence of its own; the first cause is the one to tell.
    let refusal: unknown
    // Also those that no manifest names: the container would answer in words of its own.
    const injected = providers.flatMap(each => ('useClass' in each ? injectedKeys(each.useClass) : []))
    for (const key of new Set([...this.slots.keys(), ...injected])) {
      if (providers.some(provider => provider.token.key === key)) continue
      own.register(key, {
        useFactory: () => {
          try {
            if (allowed(key)) return this.get({ id: Symbol.keyFor(key) ?? '', key })
            throw new FretworkError(
              'token_undeclared',
              `A class asks for "${Symbol.keyFor(key)}", which its manifest does not declare; add it to "requires".`,
            )
          } catch (error) {
            refusal ??= error
            throw error
          }
        },
      })
    }
    for (const provider of providers) {
      registerIn(own, provider, context, error => {
        refusal ??= error
      })
    }
    for (const provider of providers) {
      try {
        built(provider.token, own.resolve(provider.token.key))
      } catch (error) {
        throw refusal ?? error
      }
    }
  }

  /** Makes a token known, so that asking for it is answered in our words. */
  know(token: AnyToken): void {
    this.slot(token)
  }

  private slot(token: AnyToken): Slot {
    const known = this.slots.get(token.key)
    if (known) return known
    const slot: Slot = { filled: false }
    this.slots.set(token.key, slot)
    return slot
  }
}

function registerIn(
  own: DependencyContainer,
  provider: Provider,
  context: PluginContext,
  failed: (error: unknown) => void,
): void {
  const { key } = provider.token
  if ('useClass' in provider) {
    const useClass = provider.useClass as new (...parts: unknown[]) => unknown
    own.register(key, { useClass }, { lifecycle: Lifecycle.ContainerScoped })
    return
  }
  const { useFactory: make } = provider
  let made: { service: unknown } | undefined
  own.register(key, {
    useFactory: () => {
      try {
        made ??= { service: make(context) }
        return made.service
      } catch (error) {
        failed(error)
        throw error
      }
    },
  })
}
