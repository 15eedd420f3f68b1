/** tsyringe would be half of the worker's code. */
import type { ServiceRegistry } from '../../core/kernel/services/container.js'

export function ownRegistry(): ServiceRegistry {
  const makers = new Map<symbol, () => unknown>()
  const made = new Map<symbol, unknown>()
  return {
    add: (key, make) => void makers.set(key, make),
    has: key => makers.has(key),
    get: key => {
      if (!made.has(key)) made.set(key, makers.get(key)?.())
      return made.get(key)
    },
  }
}
