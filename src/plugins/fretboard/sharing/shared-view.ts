/** What an opened link shows: for the moment, in the place of one's own settings, which stay as they are. */
import { createStore, type ReadonlyStore } from '../../../core/platform/store.js'
import type { FretboardSettings } from '../settings.js'
import type { Ignored } from '../tokens.js'
import type { CodedTuning } from '../tunings/tuning-code.js'

export interface SharedView {
  readonly settings: Partial<FretboardSettings>
  /** A tuning that the link brings; the settings name it `GUEST_TUNING_ID`. */
  readonly tuning?: CodedTuning
  /** What of the link could not be read. */
  readonly ignored: readonly Ignored[]
}

export const SHARED_TUNING_ID = 'link:tuning'

/**
 * The settings in force: one's own, and over them what a link brings. A setting that is changed while a link is open
 * is one's own from then on.
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
