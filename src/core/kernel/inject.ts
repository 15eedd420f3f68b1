/** Dependency injection as plugins see it: by token, on every constructor parameter. Only this folder knows tsyringe. */
import 'reflect-metadata'
import { inject as injectByKey, injectable as markInjectable } from 'tsyringe'
import type { ServiceClass } from './plugin.js'
import type { Token } from './token.js'

/** Marks a class whose constructor parameters are all injected. */
export function injectable(): <T>(target: ServiceClass<T>) => void {
  const mark = markInjectable()
  return target => mark(target as new (...parts: unknown[]) => unknown)
}

/** Names the service that a constructor parameter receives. */
export function inject<T>(token: Token<T>): ParameterDecorator {
  return injectByKey(token.key) as ParameterDecorator
}
