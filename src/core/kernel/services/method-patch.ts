/** Stands in for methods of an object for a while, and puts back exactly what was there. */
import { type Disposable, disposable } from '../../platform/disposable.js'

export interface Call {
  readonly method: string
  readonly args: readonly unknown[]
}

/** Told when a call begins; what it returns is told when it ends, with what was thrown if anything was. */
export type Watching = (call: Call) => (error?: unknown) => void

type Method = (...args: unknown[]) => unknown

/** All methods, but only calls from outside: what the object calls of its own meanwhile is not told. */
export function patchOutside(target: object, watching: Watching): Disposable {
  let depth = 0
  const ignored = () => undefined
  return patchMethods(target, methodsOf(target), call => (depth > 0 ? ignored : watching(call)), {
    entered: () => depth++,
    left: () => depth--,
  })
}

interface Steps {
  readonly entered: () => void
  readonly left: () => void
}

/** What cannot be replaced (accessors, frozen objects) is left alone. */
export function patchMethods(
  target: object,
  names: readonly string[],
  watching: Watching,
  { entered, left }: Steps = { entered: () => undefined, left: () => undefined },
): Disposable {
  let done = false
  const patches = names.flatMap(name => {
    const before = Object.getOwnPropertyDescriptor(target, name)
    const original: unknown = Reflect.get(target, name)
    if (typeof original !== 'function' || !replaceable(target, before)) return []
    const standIn = new Proxy(original as Method, {
      apply(method, self, args: unknown[]) {
        if (done) return Reflect.apply(method, self, args)
        const ended = watching({ method: name, args })
        entered()
        try {
          const result = Reflect.apply(method, self, args)
          if (result instanceof Promise) result.then(() => ended(), ended)
          else ended()
          return result
        } catch (error) {
          ended(error)
          throw error
        } finally {
          left()
        }
      },
    })
    Object.defineProperty(target, name, {
      configurable: true,
      writable: true,
      enumerable: before?.enumerable ?? false,
      value: standIn,
    })
    return { name, before, standIn }
  })
  return disposable(() => {
    // For who has taken a method apart and calls it later.
    done = true
    for (const { name, before, standIn } of patches) {
      // Replaced by somebody else meanwhile: that is theirs to put back.
      if (Object.getOwnPropertyDescriptor(target, name)?.value !== standIn) continue
      if (before) Object.defineProperty(target, name, before)
      else Reflect.deleteProperty(target, name)
    }
  })
}

function replaceable(target: object, own: PropertyDescriptor | undefined): boolean {
  return own ? own.configurable === true && 'value' in own : Object.isExtensible(target)
}

/** Names of the object's functions, its own and inherited ones, without asking accessors. */
function methodsOf(target: object): string[] {
  const found = new Map<string, unknown>()
  for (let level: object | null = target; level && level !== Object.prototype; ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
      if (!found.has(name)) found.set(name, value)
    }
    level = Object.getPrototypeOf(level)
  }
  found.delete('constructor')
  return [...found].filter(([, value]) => typeof value === 'function').map(([name]) => name)
}
