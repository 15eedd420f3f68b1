// Decides whether a write is accepted, stale or refused. It doesn't use the database, so that a simulator can
// apply the same rules.
import { isDeepStrictEqual } from 'node:util'
import { LIBRARY_LIMITS, type LibraryField, type LibraryWrite } from '../../src/core/contract/library.js'

export interface KeptRecord {
  readonly kind: string
  readonly id: string
  readonly seq: number
  readonly fields: Readonly<Record<string, LibraryField>>
  /**
   * Size of the fields as JSON, bytes. Until its fields are deleted, a removed record counts at least one
   * byte more than an empty one.
   */
  readonly size: number
  readonly removedAt?: number | undefined
}

export interface Room {
  readonly songs: number
  readonly songLimit: number
  readonly records: number
  readonly recordLimit: number
  /** Total size of records and files, bytes. */
  readonly bytes: number
  readonly byteLimit: number
  readonly hasFile: (hash: string) => boolean
}

export type RefusalCode = 'songs_full' | 'library_full' | 'record_large' | 'record_invalid' | 'blob_missing'

export type Decision =
  | { readonly outcome: 'kept'; readonly record?: KeptRecord }
  | { readonly outcome: 'stale' }
  | { readonly outcome: 'refused'; readonly code: RefusalCode }

export const SONG = 'song'

const refused = (code: RefusalCode): Decision => ({ outcome: 'refused', code })

/** @param seq cursor assigned to the write if it changes anything */
export function decide(
  write: LibraryWrite,
  before: KeptRecord | undefined,
  room: Room,
  { seq, now }: { readonly seq: number; readonly now: number },
): Decision {
  const { kind, id, base, as } = write
  if (as === 'removed') {
    if (!before || before.removedAt !== undefined) return { outcome: 'kept' }
    if (before.seq > base) return { outcome: 'stale' }
    // A removed record without fields counts too. Otherwise, the number of removals would be unlimited.
    const size = Math.max(before.size, NO_FIELDS + 1)
    return { outcome: 'kept', record: { ...before, seq, size, removedAt: now } }
  }
  const isGone = before?.removedAt !== undefined
  // A device must fetch the removal before it can restore the record.
  if (isGone && (as !== 'restored' || before.seq > base)) return { outcome: 'stale' }
  if (before && !isGone && isStale(write, before)) return { outcome: 'stale' }
  // A device that restores a record sends either no fields or all of them.
  const isReplaced = isGone && Object.keys(write.fields).length > 0
  const fields = new Map(isReplaced ? [] : Object.entries(before?.fields ?? {}))
  for (const [name, value] of Object.entries(write.fields))
    if (!isEqual(fields.get(name), value)) fields.set(name, { value, seq, by: write.key })
  for (const name of write.without ?? []) fields.delete(name)
  const isChanged = !before || isGone || changes(before, fields)
  if (!isChanged) return { outcome: 'kept' }
  // Check before serializing, because very deep nesting would also break JSON.stringify.
  if (![...fields].every(([name, { value }]) => isStorable(name) && isStorable(value)))
    return refused('record_invalid')
  const all = Object.fromEntries(fields)
  const text = JSON.stringify(all)
  if (text.length > LIBRARY_LIMITS.record) return refused('record_large')
  const record = { kind, id, seq, fields: all, size: Buffer.byteLength(text) }
  const code = refusalOf(record, before, room)
  return code ? refused(code) : { outcome: 'kept', record }
}

/**
 * Returns how much a record counts toward the limits. Removed records count until their fields are deleted,
 * but not as songs.
 */
export function usageOf(record: KeptRecord | undefined) {
  const isLive = record !== undefined && record.removedAt === undefined
  if (!isLive && !(record && record.size > NO_FIELDS)) return { songs: 0, records: 0, bytes: 0 }
  return { songs: Number(isLive && record.kind === SONG), records: 1, bytes: record.size }
}

/** Size of `{}`, the JSON for a record without fields. */
export const NO_FIELDS = 2

/** Returns whether another write has changed one of these fields to a different value in the meantime. */
function isStale({ base, fields, without = [] }: LibraryWrite, before: KeptRecord): boolean {
  const isLater = (name: string) => (before.fields[name]?.seq ?? 0) > base
  return (
    Object.entries(fields).some(([name, value]) => isLater(name) && !isEqual(before.fields[name], value)) ||
    without.some(isLater)
  )
}

const isEqual = (field: LibraryField | undefined, value: unknown) =>
  field !== undefined && isDeepStrictEqual(field.value, value)

const changes = (before: KeptRecord, fields: ReadonlyMap<string, LibraryField>) =>
  fields.size !== Object.keys(before.fields).length ||
  [...fields].some(([name, field]) => before.fields[name] !== field)

function refusalOf(record: KeptRecord, before: KeptRecord | undefined, room: Room): RefusalCode | undefined {
  const [now, earlier] = [usageOf(record), usageOf(before)]
  if (now.songs > earlier.songs && room.songs >= room.songLimit) return 'songs_full'
  if (now.records > earlier.records && room.records >= room.recordLimit) return 'library_full'
  if (now.bytes > earlier.bytes && room.bytes + now.bytes - earlier.bytes > room.byteLimit)
    return 'library_full'
  const hash = record.fields.hash?.value
  if (record.kind === SONG && !(typeof hash === 'string' && room.hasFile(hash))) return 'blob_missing'
  return undefined
}

/** Maximum nesting depth of lists and objects. Deeper values could overflow the stack. */
const MOST_LEVELS = 100

/** Rejects null characters and lone surrogates, which PostgreSQL can't store as JSON. */
function isStorable(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value === 'string') return !/[\0\p{Cs}]/u.test(value)
  if (value === null || typeof value !== 'object') return true
  if (levels === 0) return false
  return Object.entries(value).every(([name, part]) => isStorable(name) && isStorable(part, levels - 1))
}
