/** Syncs the user's data across devices. */

import type { ReadonlyStore } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'

/** A value that another device replaced. It is kept until the user chooses between the two. */
export interface SyncConflict {
  readonly key: string
  readonly kind: string
  /** The user's name for the record. Missing if the record was removed or has no name. */
  readonly name?: string
  readonly id: string
  readonly field: string
  readonly value: unknown
  /** Device that set the value. */
  readonly device: string
}

export interface SyncRefusal {
  readonly number: number
  /** Names of the first few records with a name. */
  readonly names: readonly string[]
}

export interface SyncView {
  /**
   * `off`: disabled on this device, or logged out. `saved`: everything is synced. `waiting`: there are unsent
   * changes. `working`: sync is running. `stopped`: the user stopped it until the next change. `failed`: the
   * server has a problem. `full`: the device is out of storage.
   */
  readonly state: 'off' | 'saved' | 'waiting' | 'working' | 'stopped' | 'failed' | 'full'
  /** Number of records transferred so far. */
  readonly done: number
  readonly total: number
  /** Rejected songs by error code. */
  readonly refused: Readonly<Record<string, SyncRefusal>>
  /** Number of records that are only on the server. */
  readonly absent: number
  readonly conflicts: readonly SyncConflict[]
  /** Time of the last sync, milliseconds since 1970; undefined before the first sync in this tab. */
  readonly savedAt: number | undefined
}

export interface Sync {
  readonly view: ReadonlyStore<SyncView>
  /** Syncs now. Resolves when done, even after an error, which `view` contains. */
  now(): Promise<void>
  /** Interrupts the sync without losing data. */
  stop(): void
  /** @param choice `mine` restores the replaced value, `theirs` discards it */
  resolve(key: string, choice: 'mine' | 'theirs'): Promise<void>
}

/** @example const sync = get(SYNC) */
export const SYNC = createToken<Sync>('sync.sync', { permission: 'server' })
