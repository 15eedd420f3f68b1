import type { LibraryOutcome, LibraryRecord, LibraryWrite } from '../../../../core/contract/library.js'
import { ApiError } from '../../../../core/http/api-error.js'
import type { Base, Collection, Conflict } from './records.js'

export interface Tip {
  readonly seq: number
  readonly key: string
}

/** This device's sync state, including writes without a response. */
export interface Place {
  readonly after: number
  /** Last known write. Earlier writes may not have been fetched yet. */
  readonly tip?: Tip | undefined
  readonly pending: readonly LibraryWrite[]
  /** Set after the first full download. Until then, the server’s values win. */
  readonly hasTaken?: true
  /** Set while this device is compared with a server that was restored from a backup. */
  readonly restored?: true
  /** Server state of records that are being stored on this device, for recovery after an interruption. */
  readonly arriving?: readonly Base[] | undefined
}

/** What a device knows about the server's state, per user. Each `save` is atomic. */
export interface SyncMemory {
  load(): Promise<{ readonly place: Place; readonly bases: Map<string, Base> }>
  /** @param bases states by `recordKey`; `undefined` deletes a state */
  save(place: Place, bases: ReadonlyMap<string, Base | undefined>): Promise<void>
}

export interface LibraryServer {
  changes(
    after: number,
    tip: Tip | undefined,
  ): Promise<{
    readonly records: readonly LibraryRecord[]
    readonly seq: number
    readonly tip?: string | undefined
    readonly more: boolean
    readonly restored: boolean
  }>
  write(
    writes: readonly LibraryWrite[],
    tip: Tip | undefined,
  ): Promise<{ readonly outcomes: readonly LibraryOutcome[]; readonly restored: boolean }>
}

export interface CycleParts {
  readonly memory: SyncMemory
  readonly server: LibraryServer
  readonly collections: readonly Collection[]
  readonly setAside: (conflicts: readonly Conflict[]) => Promise<void>
  readonly device: string
  readonly newKey: () => string
  readonly progress?: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

export type Refusals = ReadonlyMap<string, string>

export interface CycleResult {
  readonly refused: Refusals
  /** Titles of rejected items, keyed like `refused`. Items may have no title. */
  readonly names: ReadonlyMap<string, string>
  /** Records that are only on the server, because this device has no room for them. */
  readonly absent: number
  /** Whether the server was restored from a backup. The lost records have been sent to it again. */
  readonly restored: boolean
}

/** HTTP status codes for which a retry would fail too. */
const REFUSED = [400, 409, 413, 422]
const CODES: Readonly<Record<string, string>> = {
  library_full: 'library_full',
  blob_mismatch: 'blob_missing',
}

/** @returns why the server or a proxy rejected the call; `undefined` if a retry may succeed */
export function refusalIn(thrown: unknown): string | undefined {
  if (!(thrown instanceof ApiError) || !REFUSED.includes(thrown.status ?? 0)) return undefined
  return thrown.status === 413 ? 'record_large' : (CODES[thrown.code] ?? 'record_invalid')
}

export const NO_ROOM = 'songs_no_room'

export function isNoRoom(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  return thrown.name === 'QuotaExceededError' || ('code' in thrown && thrown.code === NO_ROOM)
}
