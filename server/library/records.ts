import { eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { text, time } from '../../src/core/contract/endpoint.js'
import { LIBRARY_LIMITS, type LibraryRecord } from '../../src/core/contract/library.js'
import { findRow, ofTenant } from '../database/queries.js'
import { libraryRecords, libraryWrites } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import {
  ANSWER_BYTES,
  answerRoom,
  bytesBefore,
  isPast,
  jsonBytes,
  pageOf,
  positionOf,
} from '../http/answer-page.js'
import { SONG } from './decide.js'
import { type Library, libraryOf } from './limits.js'

export async function changesSince(scope: Scope, userId: string, asked: Asked) {
  // Read from a single snapshot, so that a parallel write is entirely on the next page.
  await scope.sql.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`)
  const library = await libraryOf(scope, userId)
  const restored = await isRestored(scope, userId, asked, library)
  const records = await pageAfter(scope, userId, restored ? 0 : asked.after)
  // The last write changed a record, so a page that ends before its cursor is not the last page.
  const seq = records.at(-1)?.seq ?? library.seq
  const more = seq < library.seq
  const tip = await keyAt(scope, userId, seq, library)
  return { records, seq, ...(tip !== undefined && { tip }), more, restored }
}

/** A device's cursor and the last write it has seen. */
export interface Asked {
  readonly after: number
  readonly known?: number | undefined
  readonly tip: string | undefined
}

/** Returns whether the server has lost the last write that the device saw. */
export async function isRestored(
  scope: Scope,
  userId: string,
  { after, known = after, tip }: Asked,
  library: Library,
): Promise<boolean> {
  if (Math.max(after, known) > library.seq) return true
  if (tip === undefined || known === 0) return false
  const there = await keyAt(scope, userId, known, library)
  // Keys of old writes are deleted, so a missing key doesn't mean that the write was lost.
  return there !== undefined && there !== tip
}

async function keyAt(scope: Scope, userId: string, seq: number, { seq: head, tip }: Library) {
  const mine = [eq(libraryWrites.userId, userId), eq(libraryWrites.seq, seq)]
  return (
    (await findRow(scope, libraryWrites, ...mine))?.key ?? (seq === head ? (tip ?? undefined) : undefined)
  )
}

async function pageAfter(scope: Scope, userId: string, after: number): Promise<LibraryRecord[]> {
  const isLater = [eq(libraryRecords.userId, userId), gt(libraryRecords.seq, after)]
  const rows = await largePage(scope, sql`${libraryRecords.seq}`, LIBRARY_LIMITS.page, ...isLater)
  const fits = answerRoom()
  const records = rows.slice(0, LIBRARY_LIMITS.page).map(shown)
  const full = records.findIndex(record => !fits(jsonBytes(record)))
  return full < 0 ? records : records.slice(0, full)
}

/** Reads one more record than fits in a page, by count and by size. */
function largePage(scope: Scope, order: SQL, limit: number, ...conditions: (SQL | undefined)[]) {
  const { kind, id, seq, fields, removedAt, size } = libraryRecords
  const before = bytesBefore(size, order).as('bytes_before')
  const ordered = scope.sql
    .select({ kind, id, seq, fields, removedAt, before })
    .from(libraryRecords)
    .where(ofTenant(scope, libraryRecords, ...conditions))
    .orderBy(order)
    .limit(limit + 1)
    .as('ordered')
  return scope.sql.select().from(ordered).where(lte(ordered.before, ANSWER_BYTES)).orderBy(ordered.before)
}

const MOST_REMOVED = 100
const removedPosition = z.tuple([time, text(1, 200)])

export async function removedSongs(scope: Scope, userId: string, now: number, cursor: string | undefined) {
  const { removedAt, id } = libraryRecords
  const position = positionOf(cursor, removedPosition)
  const isWanted = [
    eq(libraryRecords.userId, userId),
    eq(libraryRecords.kind, SONG),
    gt(removedAt, new Date(now - LIBRARY_LIMITS.days * 86_400_000)),
    isPast([removedAt, id], '<', position),
  ]
  const rows = await largePage(scope, sql`${removedAt} DESC, ${id} DESC`, MOST_REMOVED, ...isWanted)
  return pageOf(rows, {
    limit: MOST_REMOVED,
    shown,
    position: row => [row.removedAt?.toISOString() ?? '', row.id],
  })
}

function shown({ kind, id, seq, fields, removedAt }: Row): LibraryRecord {
  return { kind, id, seq, fields, ...(removedAt && { removedAt: removedAt.getTime() }) }
}

type Row = Pick<typeof libraryRecords.$inferSelect, 'kind' | 'id' | 'seq' | 'fields' | 'removedAt'>
