/** Replaces methods of an object for a while, and restores exactly what was there. */
import { type Disposable, disposable } from '../../../core/platform/disposable.js'

export interface Call {
  readonly method: string
  readonly args: readonly unknown[]
}

/** Called when a call begins; returns a function that is called when it ends, with what was thrown. */
export type Watching = (call: Call) => (error?: unknown) => void

type Method = (...args: unknown[]) => unknown

/** All methods, but only calls from outside: calls that the object makes to itself are not reported. */
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

/** Accessors and methods of frozen objects cannot be replaced. */
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
    const replacement = new Proxy(original as Method, {
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
      value: replacement,
    })
    return { name, before, replacement }
  })
  return disposable(() => {
    // A caller may have kept the replaced method.
    done = true
    for (const { name, before, replacement } of patches) {
      // Replaced again by other code, which restores it.
      if (Object.getOwnPropertyDescriptor(target, name)?.value !== replacement) continue
      if (before) Object.defineProperty(target, name, before)
      else Reflect.deleteProperty(target, name)
    }
  })
}

function replaceable(target: object, own: PropertyDescriptor | undefined): boolean {
  return own ? own.configurable === true && 'value' in own : Object.isExtensible(target)
}

/** Names of the object's functions, inherited ones included, without calling accessors. */
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
