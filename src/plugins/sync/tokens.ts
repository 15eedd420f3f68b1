/** Sync of a user's data with all of their devices. */

import type { ReadonlyStore } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'

/** A value that another device replaced, kept until the user chooses one of both. */
export interface SyncConflict {
  readonly key: string
  readonly kind: string
  /** The user's name for the record; missing if the record was removed or has no name. */
  readonly name?: string
  readonly id: string
  readonly field: string
  readonly value: unknown
  /** Device that set the value. */
  readonly device: string
}

export interface SyncRefusal {
  readonly number: number
  /** Names of the first few records that have one. */
  readonly names: readonly string[]
}

export interface SyncView {
  /**
   * `off`: disabled on this device, or no session; `saved`: everything is synced; `waiting`: there are unsent
   * changes; `working`: sync is running; `stopped`: the user has stopped it until their next change;
   * `failed`: the server has a problem; `full`: the device's storage is full.
   */
  readonly state: 'off' | 'saved' | 'waiting' | 'working' | 'stopped' | 'failed' | 'full'
  /** Progress over the records being transferred. */
  readonly done: number
  readonly total: number
  /** Refused songs by error code. */
  readonly refused: Readonly<Record<string, SyncRefusal>>
  /** Number of records that only the server has. */
  readonly absent: number
  readonly conflicts: readonly SyncConflict[]
  /** Time of the last sync, ms since 1970; undefined before the first one in this tab. */
  readonly savedAt: number | undefined
}

export interface Sync {
  readonly view: ReadonlyStore<SyncView>
  /** Sends and fetches now. Resolves when done; `view` contains any error. */
  now(): Promise<void>
  /** Interrupts a running sync without losing data. */
  stop(): void
  /** @param choice `mine` restores the replaced value, `theirs` discards it */
  resolve(key: string, choice: 'mine' | 'theirs'): Promise<void>
}

/** @example const sync = get(SYNC) */
export const SYNC = createToken<Sync>('sync.sync', { permission: 'server' })
