import { FretworkError } from './fretwork-error.js'
import type { Token } from './token.js'

// biome-ignore lint/suspicious/noExplicitAny: parameters are injected by token, so any class is allowed.
export type ServiceClass<T> = new (...parts: any[]) => T

/** Property key, shared by all copies of this module. */
const INJECTED = Symbol.for('fretwork.injected')

type Marked = { [INJECTED]?: readonly Token<unknown>[] }

export function injectedTokens(target: ServiceClass<unknown>): readonly Token<unknown>[] {
  return (target as Marked)[INJECTED] ?? []
}

/**
 * Marks a class whose constructor parameters are all injected.
 * @throws FretworkError `token_missing` if a parameter has no token
 * @example
 * class Timer { constructor(@inject(CLOCK) readonly clock: ClockPort) {} }
 * injectable()(Timer) // what the decorator before the class does
 */
export function injectable(): (target: ServiceClass<unknown>) => void {
  return target => {
    const tokens = injectedTokens(target)
    for (let index = 0; index < target.length; index++) {
      if (tokens[index]) continue
      const what = `Parameter ${index + 1} of the constructor of "${target.name}"`
      throw new FretworkError('token_missing', `${what} has no token; add @inject(TOKEN) before it.`)
    }
  }
}

/** Injects a service into a constructor parameter: `constructor(@inject(EVENTS) events: EventBus)`. */
export function inject<T>(token: Token<T>): ParameterDecorator {
  return (target, _property, index) => {
    const tokens = Object.hasOwn(target, INJECTED) ? [...((target as Marked)[INJECTED] ?? [])] : []
    tokens[index] = token
    Object.defineProperty(target, INJECTED, { value: tokens, configurable: true })
  }
}
