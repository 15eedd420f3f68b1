/** Keeps the commands' keys as the user's settings have them. */
import { type Disposable, disposable } from '../../platform/disposable.js'
import { keySettings } from '../../settings/keys.js'
import type { Settings } from '../../settings/settings.js'
import type { CommandRegistry } from '../command-registry.js'

export function followUserKeys(commands: CommandRegistry, settings: Settings): Disposable {
  const store = settings.store(keySettings)
  commands.setUserKeys(store.getState().keys)
  return disposable(store.subscribe(({ keys }) => commands.setUserKeys(keys)))
}
