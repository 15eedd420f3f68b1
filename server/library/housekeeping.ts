import { lt, ne, not, sql } from 'drizzle-orm'
import { LIBRARY_LIMITS } from '../../src/core/api/library.js'
import { changeRows, deleteRows, olderThan } from '../database/queries.js'
import { libraries, libraryBlobs, libraryRecords, libraryWrites } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { NO_FIELDS } from './limits.js'

const DAY_MS = 86_400_000
/** A device that has been away for longer compares everything. */
const WRITE_DAYS = 60
/** A file comes before its record. */
const FILE_DAYS = 1

const keptFrom = (now: number) => now - LIBRARY_LIMITS.days * DAY_MS

export const oldLibraryRows = (now: number): string[] => [
  olderThan(libraryRecords.removedAt, keptFrom(now), `fields <> '{}'::jsonb`),
  olderThan(libraryWrites.at, now - WRITE_DAYS * DAY_MS),
  olderThan(libraryBlobs.touchedAt, now - FILE_DAYS * DAY_MS, IS_UNNAMED),
]

const IS_UNNAMED = `NOT EXISTS (SELECT FROM library_records named WHERE named.tenant = library_blobs.tenant
  AND named.user_id = library_blobs.user_id AND named.kind = 'song'
  AND named.fields->'hash'->>'value' = library_blobs.hash)`

/** Of a removed record, only that it was removed is kept: a device may not have heard of it for years. */
export async function forgetOldLibraryRows(scope: Scope, now: number): Promise<void> {
  // Files before records, like a write locks them; otherwise the two could deadlock.
  const isUntouched = lt(libraryBlobs.touchedAt, new Date(now - FILE_DAYS * DAY_MS))
  await deleteRows(scope, libraryBlobs, isUntouched, sql.raw(IS_UNNAMED))
  const isOver = lt(libraryRecords.removedAt, new Date(keptFrom(now)))
  const nothing = { fields: {}, size: NO_FIELDS }
  await changeRows(scope, libraryRecords, nothing, isOver, ne(libraryRecords.fields, {}))
  // The newest of a user shows devices whether this server still has it.
  const isNewest = sql`EXISTS (SELECT FROM ${libraries} WHERE tenant = ${libraryWrites}.tenant
    AND user_id = ${libraryWrites}.user_id AND seq = ${libraryWrites}.seq)`
  const isOld = lt(libraryWrites.at, new Date(now - WRITE_DAYS * DAY_MS))
  await deleteRows(scope, libraryWrites, isOld, not(isNewest))
}
