/** What the inspector has seen, for its screen and its sign. */
import type { InspectorEntry } from '../../core/kernel/host/inspector.js'
import { createToken } from '../../core/kernel/services/token.js'
import type { ReadonlyStore } from '../../core/platform/store.js'

/** One thing that happened between plugins. */
export type Entry = InspectorEntry
export type EntryKind = Entry['kind']

export interface NumberedEntry extends Entry {
  /** Counted from 1 since the inspector was loaded. */
  readonly number: number
}

export interface InspectionView {
  /** From when its code is there. */
  readonly running: boolean
  /** Held still; what happens goes on being kept. */
  readonly paused: boolean
  /** Whether reading a store counts: that happens all the time, and says little. */
  readonly withReads: boolean
  /** Oldest first, the newest 1,000 at most. */
  readonly entries: readonly NumberedEntry[]
  /** How many have come since the last time it was cleared, also those that were pushed out. */
  readonly total: number
}

export interface Inspection {
  /** Changes ten times a second at most, however much happens. */
  readonly view: ReadonlyStore<InspectionView>
  /** From now on everything between plugins takes a little longer. Does nothing while it runs. */
  start(): Promise<void>
  /** What was seen stays. */
  stop(): void
  setPaused(paused: boolean): void
  /** From now on. */
  setWithReads(withReads: boolean): void
  clear(): void
}

export const INSPECTION = createToken<Inspection>('workshop.inspection')
