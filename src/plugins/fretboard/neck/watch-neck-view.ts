import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { SELECTION_FRETS, SHARED_VIEW } from '../internal-tokens.js'
import { effectiveSettings } from '../sharing/shared-view.js'
import { BARE_NECK, type NeckView, SONG_FRETS, TUNING_LIST } from '../tokens.js'
import { findTuning } from '../tunings/tuning-list.js'
import { bareView, neckView } from './neck-view.js'

export function watchView(context: PluginContext): ReadonlyStore<NeckView> {
  const { get, scope } = context
  const shared = get(SHARED_VIEW)
  const settings = effectiveSettings(context)
  const selectionFrets = get(SELECTION_FRETS)
  const songFrets = get(SONG_FRETS)
  const bare = get(BARE_NECK)
  const now = () => {
    const alone = bare.getState()
    if (alone) return bareView(settings.getState(), alone, id => findTuning(context, id))
    const frets = [selectionFrets.getState(), songFrets.getState()]
    const view = neckView(settings.getState(), id => findTuning(context, id), ...frets)
    const ofLink = shared.getState()?.ignored ?? []
    return ofLink.length === 0 ? view : { ...view, ignored: [...view.ignored, ...ofLink] }
  }

  const view = createStore(now())
  const show = () => view.setState(now(), true)
  for (const source of [settings, get(TUNING_LIST), selectionFrets, songFrets, shared, bare]) {
    scope.onDispose(source.subscribe(show))
  }
  return view
}
