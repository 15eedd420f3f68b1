import { type Disposable, disposable } from '../../platform/disposable.js'
import { keySettings } from '../../settings/core-settings.js'
import type { Settings } from '../../settings/settings.js'
import type { CommandRegistry } from '../command-registry.js'

export function followUserKeys(commands: CommandRegistry, settings: Settings): Disposable {
  const store = settings.store(keySettings)
  /** Stores keys of renamed commands under their current ids. */
  const rename = () => {
    const stored = Object.entries(store.getState().keys)
    if (stored.every(([id]) => commands.currentId(id) === id)) return
    store.change({ keys: Object.fromEntries(stored.map(([id, keys]) => [commands.currentId(id), keys])) })
  }
  rename()
  commands.setUserKeys(store.getState().keys)
  const stops = [
    commands.all.subscribe(rename),
    store.subscribe(({ keys }) => commands.setUserKeys(keys)),
    store.subscribe(rename),
  ]
  return disposable(() => {
    for (const stop of stops) stop()
  })
}
