/** What the inspector has seen, for its screen and its sign. */
import { createToken } from '../../core/kernel/token.js'
import type { ReadonlyStore } from '../../core/platform/store.js'

export type EntryKind = 'event' | 'command' | 'service'

/** One thing that happened between plugins. */
export interface Entry {
  /** In milliseconds of the host's clock. */
  readonly at: number
  readonly kind: EntryKind
  readonly name: string
  readonly plugin?: string
  readonly detail: unknown
  /** How long it took; unknown for what has not ended. */
  readonly ms?: number
  readonly error?: unknown
}

export interface NumberedEntry extends Entry {
  /** Counted from 1 since the inspector was loaded. */
  readonly number: number
}

export interface InspectionView {
  readonly running: boolean
  /** Held still; what happens goes on being kept. */
  readonly paused: boolean
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
  clear(): void
}

export const INSPECTION = createToken<Inspection>('workshop.inspection')
