/** The view of an opened link, shown instead of the user's settings, which stay unchanged. */
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import type { FretboardSettings } from '../settings.js'
import type { Ignored } from '../tokens.js'
import type { CodedTuning } from '../tunings/tuning-code.js'

export interface SharedView {
  readonly settings: Partial<FretboardSettings>
  /** A tuning that the link brings; the settings name it `GUEST_TUNING_ID`. */
  readonly tuning?: CodedTuning
  /** Parts of the link that couldn't be read. */
  readonly ignored: readonly Ignored[]
}

export const SHARED_TUNING_ID = 'link:tuning'

/**
 * The settings in effect: the user's, overridden by a shared view. A setting that the user changes while a link is
 * open
 * is the user's again.
 */
export function effectiveSettings(
  own: ReadonlyStore<FretboardSettings>,
  guest: ReadonlyStore<SharedView | undefined> & {
    setState(state: SharedView | undefined, replace: true): void
  },
): ReadonlyStore<FretboardSettings> & { dispose(): void } {
  const now = () => ({ ...own.getState(), ...guest.getState()?.settings })
  const store = createStore<FretboardSettings>(now())
  const stopOwn = own.subscribe((after, before) => {
    const open = guest.getState()
    if (open) {
      const changed = (name: string) =>
        after[name as keyof typeof after] !== before[name as keyof typeof before]
      const kept = Object.entries(open.settings).filter(([name]) => !changed(name))
      guest.setState({ ...open, settings: Object.fromEntries(kept) }, true)
    }
    store.setState(now(), true)
  })
  const stopGuest = guest.subscribe(() => store.setState(now(), true))
  return {
    ...store,
    dispose() {
      stopOwn()
      stopGuest()
    },
  }
}
