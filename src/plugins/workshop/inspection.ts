/** Records what the inspector sees: the newest thousand entries, published a few times per second. */
import { type Disposable, disposable } from '../../core/platform/disposable.js'
import type { ClockPort } from '../../core/platform/ports.js'
import { createStore } from '../../core/platform/store.js'
import type { InspectorEntry } from './inspector/inspector.js'

export type Entry = InspectorEntry
export type EntryKind = Entry['kind']

export interface NumberedEntry extends Entry {
  /** From 1, since the inspector was loaded. */
  readonly number: number
}

interface InspectionView {
  readonly running: boolean
  /** The view is frozen; recording continues. */
  readonly paused: boolean
  /** Includes reads of stores. */
  readonly withReads: boolean
  /** Oldest first; at most the newest 1,000. */
  readonly entries: readonly NumberedEntry[]
  /** The number of entries since the last clear, including removed ones. */
  readonly total: number
}

export const MAX_ENTRIES = 1000
/** Read methods of stores: called on every change, they would flood the list. */
const READS = /\.(getState|getInitialState|subscribe)$/
/** MIDI may bring thousands of entries per second. */
const PUBLISH_INTERVAL_MS = 100

interface InspectionParts {
  readonly clock: Pick<ClockPort, 'after'>
  /** Starts watching, until the result is disposed. */
  readonly watch: (onEntry: (entry: Entry) => void) => Promise<Disposable>
}

export type Inspection = ReturnType<typeof createInspection>

export function createInspection({ clock, watch }: InspectionParts) {
  /** Changes at most ten times per second. */
  const view = createStore<InspectionView>({
    running: false,
    paused: false,
    withReads: false,
    entries: [],
    total: 0,
  })
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
    /** Slows calls between plugins down a little. Has no effect if already running. */
    start(): Promise<void> {
      if (watching) return Promise.resolve()
      starting ??= begin().catch(error => {
        starting = undefined
        throw error
      })
      return starting
    },
    /** Keeps the entries. */
    stop,
    setPaused(paused: boolean) {
      if (paused) publish()
      view.setState({ paused })
      if (!paused) publish()
    },
    setWithReads: (withReads: boolean) => view.setState({ withReads }),
    clear() {
      recorded = []
      clearedAt = count
      view.setState({ entries: [], total: 0 })
    },
    ...disposable(stop),
  }
}
