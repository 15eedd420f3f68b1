import 'reflect-metadata/lite'
import { container, instanceCachingFactory } from 'tsyringe'
import type { ServiceRegistry } from './container.js'

export function tsyringeRegistry(): ServiceRegistry {
  // tsyringe cannot unregister single services, so use a disposable child container.
  const own = container.createChildContainer()
  return {
    add: (key, make) => void own.register(key, { useFactory: instanceCachingFactory(make) }),
    has: key => own.isRegistered(key),
    get: key => own.resolve(key),
  }
}
