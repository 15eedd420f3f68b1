/** The neck as far as a MIDI guitar needs it, while there is one: never a reason to start it. */
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { PLUGINS } from '../../../core/kernel/services/tokens.js'
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import { NECK_VIEW, type NeckView } from '../../fretboard/tokens.js'

export interface NeckStrings {
  /** MIDI note of each open string, string 1 first. */
  readonly strings: readonly number[]
  /** Fret of the capo, 0 is none. */
  readonly capo: number
}

/** Follows the neck as it comes, changes and goes, for as long as the plugin is active. */
export function watchNeck({ get, find, scope }: PluginContext): ReadonlyStore<NeckStrings | undefined> {
  const neck = createStore<NeckStrings | undefined>(undefined)
  let followed: ReadonlyStore<NeckView> | undefined
  let stop: (() => void) | undefined

  const tell = () => {
    const view = followed?.getState()
    const before = neck.getState()
    const now = view && { strings: view.tuning.strings, capo: view.capo }
    if (before?.capo !== now?.capo || before?.strings.join() !== now?.strings.join()) neck.setState(now, true)
  }
  const look = () => {
    const view = find(NECK_VIEW)
    if (view === followed) return
    stop?.()
    followed = view
    stop = view?.subscribe(tell)
    tell()
  }

  look()
  scope.onDispose(get(PLUGINS).states.subscribe(look))
  scope.onDispose(() => stop?.())
  return neck
}
