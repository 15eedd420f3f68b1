/** A plugin's services, built in a container of its own. Loaded with the first plugin that provides any. */
import 'reflect-metadata'
import { container, type DependencyContainer, Lifecycle } from 'tsyringe'
import { FretworkError } from '../../platform/fretwork-error.js'
import type { AnyToken, PluginContext, Provider } from '../manifest/plugin.js'
import { injectedKeys } from './inject.js'
import type { Token } from './token.js'

/** Where a plugin's classes get what they do not provide themselves. */
export interface InjectedServices {
  get<T>(token: Token<T>): T
  /** Keys of every token that a manifest names. */
  keys(): Iterable<symbol>
}

/**
 * Builds services in the order they are listed.
 * @param allowed whether the plugin may have a token injected
 * @param built told of each service, in the order of creation
 */
export function buildInContainer(
  services: InjectedServices,
  providers: readonly Provider[],
  context: PluginContext,
  allowed: (key: symbol) => boolean,
  built: (token: AnyToken, service: unknown) => void,
): void {
  const own = container.createChildContainer()
  // tsyringe wraps what a factory throws in a sentence of its own; the first cause is the one to tell.
  let refusal: unknown
  // Also those that no manifest names: the container would answer in words of its own.
  const injected = providers.flatMap(each => ('useClass' in each ? injectedKeys(each.useClass) : []))
  for (const key of new Set([...services.keys(), ...injected])) {
    if (providers.some(provider => provider.token.key === key)) continue
    own.register(key, {
      useFactory: () => {
        try {
          if (allowed(key)) return services.get({ id: Symbol.keyFor(key) ?? '', key })
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
