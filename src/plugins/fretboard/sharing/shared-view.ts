import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { SETTINGS } from '../../../core/kernel/services/tokens.js'
import { createStore, type ReadonlyStore, type Store } from '../../../core/platform/store.js'
import { SHARED_VIEW, type SharedView } from '../internal-tokens.js'
import { type FretboardSettings, fretboardSettings } from '../settings.js'

export function effectiveSettings({ get, scope }: PluginContext): ReadonlyStore<FretboardSettings> {
  const own = get(SETTINGS).store(fretboardSettings)
  const shared = get(SHARED_VIEW)
  const now = () => ({ ...own.getState(), ...shared.getState()?.settings })
  const store = createStore<FretboardSettings>(now())
  const update = () => store.setState(now(), true)
  scope.onDispose(
    own.subscribe((after, before) => {
      removeSettings(shared, name => after[name] !== before[name])
      update()
    }),
  )
  scope.onDispose(shared.subscribe(update))
  return store
}

export function changeSettings({ get }: Pick<PluginContext, 'get'>, change: Partial<FretboardSettings>) {
  get(SETTINGS).store(fretboardSettings).change(change)
  removeSettings(get(SHARED_VIEW), name => name in change)
}

function removeSettings(
  shared: Store<SharedView | undefined>,
  isChanged: (name: keyof FretboardSettings) => boolean,
): void {
  const view = shared.getState()
  if (!view) return
  const all = Object.entries(view.settings)
  const kept = all.filter(([name]) => !isChanged(name as keyof FretboardSettings))
  if (kept.length < all.length) shared.setState({ ...view, settings: Object.fromEntries(kept) }, true)
}
