import { desc, eq, gt, sql } from 'drizzle-orm'
import { LIBRARY_LIMITS, type LibraryRecord } from '../../src/core/api/library.js'
import { findRow, findRows, ofTenant } from '../database/queries.js'
import { libraries, libraryRecords, libraryWrites } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { SONG } from './decide.js'

export async function headOf(scope: Scope, userId: string): Promise<number> {
  return (await findRow(scope, libraries, eq(libraries.userId, userId)))?.seq ?? 0
}

/** Characters of the records of a page. */
const PAGE_SIZE = 4_000_000

export async function changesSince(scope: Scope, userId: string, asked: Asked) {
  // One snapshot for all statements: what is written meanwhile is wholly on the next page.
  await scope.sql.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`)
  const head = await headOf(scope, userId)
  const restored = await isRestored(scope, userId, asked, head)
  const records = await pageAfter(scope, userId, restored ? 0 : asked.after)
  // The write at the head has left its record there: a page that ends before it is not the last.
  const seq = records.at(-1)?.seq ?? head
  const more = seq < head
  const tip = await keyAt(scope, userId, seq)
  return { records, seq, ...(tip !== undefined && { tip }), more, restored }
}

/** From where a device asks, and the last write that it knows. */
export interface Asked {
  readonly after: number
  readonly known?: number | undefined
  readonly tip: string | undefined
}

/** Whether the server no longer has the write that the device knows as the last. */
export async function isRestored(
  scope: Scope,
  userId: string,
  { after, known = after, tip }: Asked,
  head: number,
): Promise<boolean> {
  if (Math.max(after, known) > head) return true
  if (tip === undefined || known === 0) return false
  const there = await keyAt(scope, userId, known)
  // Writes of long ago are forgotten.
  return there !== undefined && there !== tip
}

async function keyAt(scope: Scope, userId: string, seq: number): Promise<string | undefined> {
  const mine = [eq(libraryWrites.userId, userId), eq(libraryWrites.seq, seq)]
  return (await findRow(scope, libraryWrites, ...mine))?.key
}

async function pageAfter(scope: Scope, userId: string, after: number): Promise<LibraryRecord[]> {
  const ordered = scope.sql
    .select({
      kind: libraryRecords.kind,
      id: libraryRecords.id,
      seq: libraryRecords.seq,
      fields: libraryRecords.fields,
      removedAt: libraryRecords.removedAt,
      place: sql<number>`row_number() OVER (ORDER BY ${libraryRecords.seq})`.as('place'),
      total: sql<number>`sum(${libraryRecords.size}) OVER (ORDER BY ${libraryRecords.seq})`.as('total'),
    })
    .from(libraryRecords)
    .where(ofTenant(scope, libraryRecords, eq(libraryRecords.userId, userId), gt(libraryRecords.seq, after)))
    .orderBy(libraryRecords.seq)
    .limit(LIBRARY_LIMITS.page + 1)
    .as('ordered')
  const rows = await scope.sql
    .select()
    .from(ordered)
    .where(sql`${ordered.total} <= ${PAGE_SIZE} OR ${ordered.place} <= 2`)
    .orderBy(ordered.seq)
  const kept = rows.filter(
    ({ total, place }, index) =>
      index < LIBRARY_LIMITS.page && (Number(total) <= PAGE_SIZE || Number(place) === 1),
  )
  return kept.map(shown)
}

const MOST_REMOVED = 100

export async function removedSongs(scope: Scope, userId: string, now: number): Promise<LibraryRecord[]> {
  const since = new Date(now - LIBRARY_LIMITS.days * 86_400_000)
  const isSong = [eq(libraryRecords.userId, userId), eq(libraryRecords.kind, SONG)]
  const removed = findRows(scope, libraryRecords, ...isSong, gt(libraryRecords.removedAt, since))
  return (await removed.orderBy(desc(libraryRecords.removedAt)).limit(MOST_REMOVED)).map(shown)
}

function shown({ kind, id, seq, fields, removedAt }: Row): LibraryRecord {
  return { kind, id, seq, fields, ...(removedAt && { removedAt: removedAt.getTime() }) }
}

type Row = Pick<typeof libraryRecords.$inferSelect, 'kind' | 'id' | 'seq' | 'fields' | 'removedAt'>
