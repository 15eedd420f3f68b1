import { eq, gt, isNull, or, sql } from 'drizzle-orm'
import { countRows, ofTenant } from '../database/queries.js'
import { libraryBlobs, libraryRecords } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { planLevelAt } from '../users/features.js'
import { SONG } from './decide.js'

/** Songs of the free plan (decisions, Plans). */
const SONGS_FOR_FREE = 5
const MOST_RECORDS = 50_000
const BYTES = { free: 64 * 1024 * 1024, paid: 2 * 1024 ** 3 } as const

export async function limitsOf(scope: Scope, userId: string, now: number) {
  const isFree = (await planLevelAt(scope, userId, now)) === 'free'
  return {
    songLimit: isFree ? SONGS_FOR_FREE : Number.POSITIVE_INFINITY,
    recordLimit: MOST_RECORDS,
    byteLimit: isFree ? BYTES.free : BYTES.paid,
  }
}

/** Songs, records and bytes of files. Removed records count until their fields are forgotten. */
export async function usedBy(scope: Scope, userId: string) {
  const isMine = eq(libraryRecords.userId, userId)
  const isHere = isNull(libraryRecords.removedAt)
  const [records, songs, bytes] = await Promise.all([
    countRows(scope, libraryRecords, isMine, or(isHere, gt(libraryRecords.size, NO_FIELDS))),
    countRows(scope, libraryRecords, isMine, isHere, eq(libraryRecords.kind, SONG)),
    bytesOf(scope, userId),
  ])
  return { records, songs, bytes }
}

/** Characters of `{}`. */
export const NO_FIELDS = 2

export async function bytesOf(scope: Scope, userId: string): Promise<number> {
  const [sum] = await scope.sql
    .select({ bytes: sql<number>`coalesce(sum(${libraryBlobs.size}), 0)`.mapWith(Number) })
    .from(libraryBlobs)
    .where(ofTenant(scope, libraryBlobs, eq(libraryBlobs.userId, userId)))
  return sum?.bytes ?? 0
}
