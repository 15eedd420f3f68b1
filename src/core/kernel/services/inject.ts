/** Dependency injection as plugins see it: by token, on every constructor parameter. Only this folder knows tsyringe. */
import 'reflect-metadata'
import { inject as injectByKey, injectable as markInjectable } from 'tsyringe'
import type { ServiceClass } from '../manifest/plugin.js'
import type { Token } from './token.js'

const asked = new WeakMap<object, readonly symbol[]>()

/** The keys of all tokens that a class has injected. */
export function injectedKeys(target: object): readonly symbol[] {
  return asked.get(target) ?? []
}

/** Marks a class whose constructor parameters are all injected. */
export function injectable(): <T>(target: ServiceClass<T>) => void {
  const mark = markInjectable()
  return target => mark(target as new (...parts: unknown[]) => unknown)
}

/** Names the service that a constructor parameter receives. */
export function inject<T>(token: Token<T>): ParameterDecorator {
  const decorate = injectByKey(token.key) as ParameterDecorator
  return (target, property, index) => {
    asked.set(target, [...(asked.get(target) ?? []), token.key])
    decorate(target, property, index)
  }
}
