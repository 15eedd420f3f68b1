import {
  LIBRARY_LIMITS,
  type LibraryOutcome,
  type LibraryRecord,
  type LibraryWrite,
  libraryWrite,
} from '../../../../core/contract/library.js'
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

export function newestOf(records: readonly LibraryRecord[]): Tip | undefined {
  const writes = records.flatMap(({ fields }) =>
    Object.values(fields).map(({ seq, by }) => ({ seq, key: by })),
  )
  return writes.reduce<Tip | undefined>(later, undefined)
}

export const later = (one: Tip | undefined, other: Tip | undefined) =>
  one && other ? (one.seq >= other.seq ? one : other) : (one ?? other)

/** Checks a write before sending. The server rejects the whole call if one record is invalid. */
export function refusalOf(write: LibraryWrite): string | undefined {
  if (JSON.stringify(write.fields).length > LIBRARY_LIMITS.record) return 'record_large'
  return libraryWrite.safeParse(write).success ? undefined : 'record_invalid'
}

/** Maximum number of characters per push; below the server's limit per call. */
const PUSH_CHARACTERS = 1_200_000
export function batchOf(writes: readonly LibraryWrite[], from: number) {
  let characters = 0
  let end = from
  for (; end < writes.length && end - from < LIBRARY_LIMITS.writes; end += 1) {
    characters += JSON.stringify(writes[end]).length
    if (characters > PUSH_CHARACTERS && end > from) break
  }
  return { writes: writes.slice(from, end), taken: end - from }
}

/** Maximum amount of file data in memory, bytes. */
const GROUP_BYTES = 8_000_000
const GROUP_RECORDS = 250

export function groupsBySize(records: readonly LibraryRecord[]): LibraryRecord[][] {
  const groups: LibraryRecord[][] = []
  let bytes = 0
  for (const record of records) {
    const size = Number(record.fields.size?.value ?? 0)
    const group = groups.at(-1)
    const fits = group !== undefined && group.length < GROUP_RECORDS && bytes + size <= GROUP_BYTES
    if (fits) group.push(record)
    else groups.push([record])
    bytes = fits ? bytes + size : size
  }
  return groups
}
