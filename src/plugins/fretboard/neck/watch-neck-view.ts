/** Keeps the neck view up to date with settings, shared views and tunings of plugins. */
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { PLUGINS, SETTINGS } from '../../../core/kernel/services/tokens.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { SELECTION_FRETS, SHARED_VIEW } from '../internal-tokens.js'
import { fretboardSettings } from '../settings.js'
import { effectiveSettings } from '../sharing/shared-view.js'
import { type NeckView, SONG_FRETS, TUNING_LIST } from '../tokens.js'
import { tuningFinder } from '../tunings/tuning-list.js'
import { neckView } from './neck-view.js'

export function watchView(context: PluginContext): ReadonlyStore<NeckView> {
  const { get, scope } = context
  const guest = get(SHARED_VIEW)
  const settings = effectiveSettings(get(SETTINGS).store(fretboardSettings), guest)
  scope.onDispose(() => settings.dispose())
  const needed = get(SELECTION_FRETS)
  const followed = get(SONG_FRETS)
  const tunings = get(TUNING_LIST)
  const host = get(PLUGINS)
  const find = tuningFinder(context, tunings)
  const now = () => {
    const view = neckView(settings.getState(), find, needed.getState(), followed.getState())
    const ofLink = guest.getState()?.ignored ?? []
    return ofLink.length === 0 ? view : { ...view, ignored: [...view.ignored, ...ofLink] }
  }

  /** The plugin that provides the selected tuning, if any. */
  const source = () => {
    const { tuningId } = settings.getState()
    return typeof tuningId === 'string' ? tuningId.split(':')[0] : undefined
  }
  const statusOf = (plugin: string | undefined) => plugin && host.state(plugin)?.status
  // Selecting a plugin's tuning activates the plugin.
  const wake = () => {
    const plugin = source()
    // Why it cannot start is in its state, and said where the tuning is missed.
    if (plugin && statusOf(plugin) === 'registered') host.activate(plugin).catch(() => undefined)
  }

  const view = createStore(now())
  const show = () => view.setState(now(), true)
  scope.onDispose(
    settings.subscribe(() => {
      wake()
      show()
    }),
  )
  scope.onDispose(tunings.subscribe(show))
  scope.onDispose(needed.subscribe(show))
  scope.onDispose(followed.subscribe(show))
  scope.onDispose(guest.subscribe(show))
  let status = statusOf(source())
  scope.onDispose(
    host.states.subscribe(() => {
      const before = status
      status = statusOf(source())
      if (status !== before) show()
    }),
  )
  wake()
  return view
}
