/** Records what the inspector sees: the newest thousand entries, published a few times per second. */
import { type Disposable, disposable } from '../../core/platform/disposable.js'
import type { ClockPort } from '../../core/platform/ports.js'
import { createStore } from '../../core/platform/store.js'
import type { Entry, Inspection, InspectionView, NumberedEntry } from './internal-tokens.js'

export const MAX_ENTRIES = 1000
/** Read methods of stores: called on every change, they would flood the list. */
const READS = /\.(getState|getInitialState|subscribe)$/
/** MIDI may bring thousands of entries per second. */
const PUBLISH_INTERVAL_MS = 100

const EMPTY: InspectionView = {
  running: false,
  paused: false,
  withReads: false,
  entries: [],
  total: 0,
}

export interface InspectionParts {
  readonly clock: Pick<ClockPort, 'after'>
  /** Starts watching, until the result is disposed. */
  readonly watch: (onEntry: (entry: Entry) => void) => Promise<Disposable>
}

export function createInspection({ clock, watch }: InspectionParts): Inspection & Disposable {
  const view = createStore<InspectionView>(EMPTY)
  /** Trimmed at twice the limit, to avoid moving all entries each time. */
  let recorded: NumberedEntry[] = []
  let count = 0
  let clearedAt = 0
  let pending: Disposable | undefined
  let watching: Disposable | undefined
  let starting: Promise<void> | undefined
  let round = 0

  const publish = () => {
    pending?.dispose()
    pending = undefined
    if (view.getState().paused) return
    view.setState({ entries: recorded.slice(-MAX_ENTRIES), total: count - clearedAt })
  }
  const record = (entry: Entry) => {
    if (entry.kind === 'service' && READS.test(entry.name) && !view.getState().withReads) return
    count += 1
    recorded.push({ ...entry, number: count })
    if (recorded.length >= 2 * MAX_ENTRIES) recorded = recorded.slice(-MAX_ENTRIES)
    pending ??= clock.after(PUBLISH_INTERVAL_MS, publish)
  }
  const stop = () => {
    round += 1
    starting = undefined
    watching?.dispose()
    watching = undefined
    publish()
    view.setState({ running: false })
  }
  const begin = async () => {
    round += 1
    const current = round
    const watcher = await watch(record)
    // Stopped, and perhaps started again, while loading.
    if (current !== round) return watcher.dispose()
    watching = watcher
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
      if (paused) publish()
      view.setState({ paused })
      if (!paused) publish()
    },
    setWithReads: withReads => view.setState({ withReads }),
    clear() {
      recorded = []
      clearedAt = count
      view.setState({ entries: [], total: 0 })
    },
    ...disposable(stop),
  }
}
