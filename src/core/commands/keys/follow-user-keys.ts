import { type Disposable, disposable } from '../../platform/disposable.js'
import { keySettings } from '../../settings/core-settings.js'
import type { Settings } from '../../settings/settings.js'
import type { CommandRegistry } from '../command-registry.js'

export function followUserKeys(commands: CommandRegistry, settings: Settings): Disposable {
  const store = settings.store(keySettings)
  const follow = () => {
    const stored = Object.entries(store.getState().keys)
    const current = stored.map(([id, keys]) => [commands.currentId(id), keys] as const)
    const isRenamed = current.some(([id], index) => id !== stored[index]?.[0])
    if (isRenamed) store.change({ keys: Object.fromEntries(current) })
    commands.setUserKeys(store.getState().keys)
  }
  follow()
  const stops = [commands.all.subscribe(follow), store.subscribe(follow)]
  return disposable(() => {
    for (const stop of stops) stop()
  })
}
