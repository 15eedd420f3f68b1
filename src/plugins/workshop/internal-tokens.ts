/** The inspector’s recording. */

import { createToken } from '../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../core/platform/store.js'
import type { InspectorEntry } from './inspector/inspector.js'

export type Entry = InspectorEntry
export type EntryKind = Entry['kind']

export interface NumberedEntry extends Entry {
  /** From 1, since the inspector was loaded. */
  readonly number: number
}

export interface InspectionView {
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

export interface Inspection {
  /** Changes at most ten times per second. */
  readonly view: ReadonlyStore<InspectionView>
  /** Slows calls between plugins down a little. Has no effect if already running. */
  start(): Promise<void>
  /** Keeps the entries. */
  stop(): void
  setPaused(paused: boolean): void
  setWithReads(withReads: boolean): void
  clear(): void
}

export const INSPECTION = createToken<Inspection>('workshop.inspection')
