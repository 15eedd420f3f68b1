/** Keeps what the inspector sees: the newest thousand, told a few times a second. */
import { type Disposable, disposable } from '../../core/platform/disposable.js'
import type { ClockPort } from '../../core/platform/ports.js'
import { createStore } from '../../core/platform/store.js'
import type { Entry, Inspection, InspectionView, NumberedEntry } from './tokens.js'

/** Who looks for more exports it in time, or filters less. */
export const KEPT_ENTRIES = 1000
/** Methods of stores that are services: screens and other plugins call them with every change of anything. */
const READS = /\.(getState|getInitialState|subscribe)$/
/** A flood of MIDI brings thousands a second; nobody reads faster than this. */
const TOLD_EVERY_MS = 100

const NOTHING: InspectionView = {
  running: false,
  paused: false,
  withReads: false,
  entries: [],
  total: 0,
}

export interface InspectionParts {
  readonly clock: Pick<ClockPort, 'after'>
  /** Begins to watch; disposing of what it gives ends that. */
  readonly watch: (onEntry: (entry: Entry) => void) => Promise<Disposable>
}

export function createInspection({ clock, watch }: InspectionParts): Inspection & Disposable {
  const view = createStore<InspectionView>(NOTHING)
  /** Twice as many at most, so that not each new entry moves all the others. */
  let kept: NumberedEntry[] = []
  let count = 0
  let clearedAt = 0
  let telling: Disposable | undefined
  let watching: Disposable | undefined
  let starting: Promise<void> | undefined
  let round = 0

  const tell = () => {
    telling?.dispose()
    telling = undefined
    if (view.getState().paused) return
    view.setState({ entries: kept.slice(-KEPT_ENTRIES), total: count - clearedAt })
  }
  const take = (entry: Entry) => {
    if (entry.kind === 'service' && READS.test(entry.name) && !view.getState().withReads) return
    count += 1
    kept.push({ ...entry, number: count })
    if (kept.length >= 2 * KEPT_ENTRIES) kept = kept.slice(-KEPT_ENTRIES)
    telling ??= clock.after(TOLD_EVERY_MS, tell)
  }
  const stop = () => {
    round += 1
    starting = undefined
    watching?.dispose()
    watching = undefined
    tell()
    view.setState({ running: false })
  }
  const begin = async () => {
    round += 1
    const mine = round
    const begun = await watch(take)
    // Stopped, and perhaps started again, while its code was being loaded.
    if (mine !== round) return begun.dispose()
    watching = begun
    view.setState({ running: true })
  }

  return {
    view,
    start() {
      if (watching) return Promise.resolve()
      starting ??= begin().catch(error => {
        starting = undefined
        throw error
      })
      return starting
    },
    stop,
    setPaused(paused) {
      // What came until now is shown before it stands still.
      if (paused) tell()
      view.setState({ paused })
      if (!paused) tell()
    },
    setWithReads: withReads => view.setState({ withReads }),
    clear() {
      kept = []
      clearedAt = count
      view.setState({ entries: [], total: 0 })
    },
    ...disposable(stop),
  }
}
