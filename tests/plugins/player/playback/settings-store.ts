/** Settings that are only remembered, without a storage. */
import { createStore } from '../../../../src/core/platform/store.js'
import type { SettingsStore } from '../../../../src/core/settings/settings.js'

export function settingsOf<T extends object>(initial: T): SettingsStore<T> {
  const store = createStore(initial)
  return {
    ...store,
    change: partial => store.setState(partial),
    reset: () => store.setState(initial, true),
  }
}
