/** Synchronising what a user makes with all of their devices. */
import { createToken } from '../../core/platform/services/token.js'
import type { ReadonlyStore } from '../../core/platform/store.js'

/** A value that another device replaced, until the user chooses between both. */
export interface SyncConflict {
  readonly key: string
  readonly kind: string
  /** User's name for the record; missing if it was removed or has no name. */
  readonly name?: string
  readonly id: string
  readonly field: string
  readonly value: unknown
  /** Device that made the value. */
  readonly device: string
}

export interface SyncRefusal {
  readonly number: number
  /** Of the first few that have one. */
  readonly names: readonly string[]
}

export interface SyncView {
  /**
   * `off`: not on this device, or no session; `saved`: everywhere; `waiting`: changes are here alone; `working`: under
   * way; `stopped`: by the user, until the next change of theirs; `failed`: the server has a problem; `full`: the storage of the device is.
   */
  readonly state: 'off' | 'saved' | 'waiting' | 'working' | 'stopped' | 'failed' | 'full'
  /** Of the records on their way. */
  readonly done: number
  readonly total: number
  /** Refused songs, by the code of the reason. */
  readonly refused: Readonly<Record<string, SyncRefusal>>
  /** Records that only the server has. */
  readonly absent: number
  readonly conflicts: readonly SyncConflict[]
  /** Milliseconds since 1970; undefined before the first time in this tab. */
  readonly savedAt: number | undefined
}

export interface Sync {
  readonly view: ReadonlyStore<SyncView>
  /** Sends and fetches now. Resolves when it is done, or why not is in the view. */
  now(): Promise<void>
  /** Interrupts what is under way; nothing is lost. */
  stop(): void
  /** @param choice `mine` puts the value that was set aside in place, `theirs` forgets it */
  resolve(key: string, choice: 'mine' | 'theirs'): Promise<void>
}

/** @example const sync = get(SYNC) */
export const SYNC = createToken<Sync>('sync.sync', { permission: 'server' })
