// The records of a user's library: reads what has changed, and makes writes in one order.
import { and, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import {
  LIBRARY_LIMITS,
  type LibraryField,
  type LibraryOutcome,
  type LibraryRecord,
  type LibraryWrite,
} from '../../src/core/api/library.js'
import { audit } from '../admin/audit-log.js'
import { findRows, ofTenant } from '../database/queries.js'
import { libraries, libraryBlobs, libraryRecords, libraryWrites } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { planLevelAt } from '../users/features.js'
import { decide, type KeptRecord, type Room, SONG } from './decide.js'

/** Songs of the free plan (decisions, Plans). */
const SONGS_FOR_FREE = 5
const MOST_RECORDS = 50_000
/** Bytes of files, by whether the plan is paid for. */
const BYTES = { free: 64 * 1024 * 1024, paid: 2 * 1024 ** 3 } as const

export interface LibraryLimits {
  readonly songLimit: number
  readonly recordLimit: number
  readonly byteLimit: number
}

export async function limitsOf(scope: Scope, userId: string, now: number): Promise<LibraryLimits> {
  const isFree = (await planLevelAt(scope, userId, now)) === 'free'
  return {
    songLimit: isFree ? SONGS_FOR_FREE : Number.POSITIVE_INFINITY,
    recordLimit: MOST_RECORDS,
    byteLimit: isFree ? BYTES.free : BYTES.paid,
  }
}

/** Songs, records and bytes of files. Removed records count until their fields are forgotten. */
export async function usedBy(scope: Scope, userId: string) {
  const [counted] = await scope.sql
    .select({
      records:
        sql<number>`count(*) FILTER (WHERE ${isNull(libraryRecords.removedAt)} OR ${gt(libraryRecords.size, NO_FIELDS)})`.mapWith(
          Number,
        ),
      songs:
        sql<number>`count(*) FILTER (WHERE ${eq(libraryRecords.kind, SONG)} AND ${isNull(libraryRecords.removedAt)})`.mapWith(
          Number,
        ),
    })
    .from(libraryRecords)
    .where(ofTenant(scope, libraryRecords, eq(libraryRecords.userId, userId)))
  return { records: counted?.records ?? 0, songs: counted?.songs ?? 0, bytes: await bytesOf(scope, userId) }
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

/** Place of the user's last write; 0 before the first. */
export async function headOf(scope: Scope, userId: string): Promise<number> {
  const [row] = await findRows(scope, libraries, eq(libraries.userId, userId))
  return row?.seq ?? 0
}

export interface Changes {
  readonly records: LibraryRecord[]
  readonly seq: number
  readonly tip?: string
  readonly more: boolean
  readonly restored: boolean
}

/** Characters of the records of a page. */
const PAGE_SIZE = 4_000_000

export async function changesSince(scope: Scope, userId: string, asked: Asked): Promise<Changes> {
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
  const [row] = await findRows(scope, libraryWrites, ...mine)
  return row?.key
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

/** Songs that can still be restored, the latest first. */
export async function removedSongs(scope: Scope, userId: string, now: number): Promise<LibraryRecord[]> {
  const since = new Date(now - LIBRARY_LIMITS.days * 86_400_000)
  const rows = await scope.sql
    .select()
    .from(libraryRecords)
    .where(
      ofTenant(
        scope,
        libraryRecords,
        eq(libraryRecords.userId, userId),
        eq(libraryRecords.kind, SONG),
        gt(libraryRecords.removedAt, since),
      ),
    )
    .orderBy(desc(libraryRecords.removedAt))
    .limit(MOST_REMOVED)
  return rows.map(shown)
}

function shown({ kind, id, seq, fields, removedAt }: Row): LibraryRecord {
  return { kind, id, seq, fields, ...(removedAt && { removedAt: removedAt.getTime() }) }
}

type Row = Pick<typeof libraryRecords.$inferSelect, 'kind' | 'id' | 'seq' | 'fields' | 'removedAt'>

/** On which servers hear of changes: tenant, user and place of the last write, as JSON. */
export const CHANNEL = 'library'

const placeOf = ({ kind, id }: { readonly kind: string; readonly id: string }) => `${kind}/${id}`

/**
 * Makes writes in their order; each is kept, stale or refused for itself.
 * @param now milliseconds since 1970
 * @returns their outcomes, and the place of the last write
 */
export async function makeWrites(
  scope: Scope,
  userId: string,
  writes: readonly LibraryWrite[],
  asked: Asked,
  now: number,
): Promise<{ readonly outcomes: LibraryOutcome[]; readonly seq: number; readonly restored: boolean }> {
  let seq = await lockedHead(scope, userId)
  if (await isRestored(scope, userId, asked, seq)) return { outcomes: [], seq, restored: true }
  const known = await keptWrites(scope, userId, writes)
  const records = await recordsOf(scope, userId, writes)
  const files = await touchFiles(scope, userId, [...writes, ...records.values()], now)
  const limits = await limitsOf(scope, userId, now)
  let { songs, records: all } = await usedBy(scope, userId)
  const outcomes: LibraryOutcome[] = []
  const changed = new Map<string, KeptRecord>()
  const made: { readonly key: string; readonly seq: number }[] = []
  for (const write of writes) {
    const { key } = write
    const before = records.get(placeOf(write))
    const again = known.get(key)
    if (again !== undefined) {
      outcomes.push({ key, outcome: 'kept', seq: again })
      continue
    }
    const room: Room = { ...limits, songs, records: all, hasFile: hash => files.has(hash) }
    const decision = decide(write, before, room, { seq: seq + 1, now })
    if (decision.outcome === 'refused') outcomes.push({ key, ...decision })
    else if (decision.outcome === 'stale')
      outcomes.push({ key, outcome: 'stale', ...(before && { record: shownRecord(before) }) })
    else {
      if (decision.record) {
        seq += 1
        records.set(placeOf(write), decision.record)
        changed.set(placeOf(write), decision.record)
        made.push({ key, seq })
        known.set(key, seq)
        if (!before) all += 1
        if (write.kind === SONG) songs += Number(isLive(decision.record)) - Number(isLive(before))
        await auditSong(scope, userId, write)
      }
      outcomes.push({ key, outcome: 'kept', seq: decision.record ? seq : (before?.seq ?? seq) })
    }
  }
  await store(scope, userId, { changed: [...changed.values()], made, seq, now })
  return { outcomes, seq, restored: false }
}

const isLive = (record: KeptRecord | undefined) => record !== undefined && record.removedAt === undefined

function shownRecord({ removedAt, ...record }: KeptRecord): LibraryRecord {
  return { ...record, ...(removedAt !== undefined && { removedAt }) }
}

async function auditSong(scope: Scope, userId: string, { kind, id, as }: LibraryWrite): Promise<void> {
  if (kind !== SONG || !as) return
  await audit(scope, { actor: userId, action: `library.${as}`, subject: userId, details: { record: id } })
}

/** Held until the transaction ends: the writes of a user have one order, on however many servers. */
export async function lockedHead(scope: Scope, userId: string): Promise<number> {
  await scope.sql.insert(libraries).values({ tenant: scope.tenant, userId }).onConflictDoNothing()
  const [row] = await scope.sql
    .select({ seq: libraries.seq })
    .from(libraries)
    .where(ofTenant(scope, libraries, eq(libraries.userId, userId)))
    .for('update')
  return row?.seq ?? 0
}

async function keptWrites(scope: Scope, userId: string, writes: readonly LibraryWrite[]) {
  const keys = writes.map(({ key }) => key)
  const rows = await findRows(
    scope,
    libraryWrites,
    eq(libraryWrites.userId, userId),
    inArray(libraryWrites.key, keys),
  )
  return new Map(rows.map(({ key, seq }) => [key, seq]))
}

async function recordsOf(scope: Scope, userId: string, writes: readonly LibraryWrite[]) {
  const wanted: SQL = sql`(${libraryRecords.kind}, ${libraryRecords.id}) IN (
    SELECT * FROM unnest(${sql.param(writes.map(({ kind }) => kind))}::text[], ${sql.param(writes.map(({ id }) => id))}::text[]))`
  const rows = await findRows(scope, libraryRecords, and(eq(libraryRecords.userId, userId), wanted))
  return new Map(
    rows.map(({ kind, id, seq, fields, removedAt }): [string, KeptRecord] => [
      placeOf({ kind, id }),
      { kind, id, seq, fields, ...(removedAt && { removedAt: removedAt.getTime() }) },
    ]),
  )
}

/**
 * Files that no song names are deleted after a day: one that is about to be named must not go in the meantime.
 * @returns hashes of the files that the songs name and that are wholly here
 */
async function touchFiles(
  scope: Scope,
  userId: string,
  songs: readonly (LibraryWrite | KeptRecord)[],
  now: number,
): Promise<Set<string>> {
  const named = songs.filter(({ kind }) => kind === SONG).map(({ fields }) => fields.hash)
  const hashes = named.map(hash => String(isField(hash) ? hash.value : hash))
  if (hashes.length === 0) return new Set()
  const mine = [eq(libraryBlobs.userId, userId), eq(libraryBlobs.received, libraryBlobs.size)]
  const rows = await scope.sql
    .update(libraryBlobs)
    .set({ touchedAt: new Date(now) })
    .where(ofTenant(scope, libraryBlobs, ...mine, inArray(libraryBlobs.hash, hashes)))
    .returning({ hash: libraryBlobs.hash })
  return new Set(rows.map(({ hash }) => hash))
}

const isField = (hash: unknown): hash is LibraryField => typeof hash === 'object' && hash !== null

interface Made {
  readonly changed: readonly KeptRecord[]
  readonly made: readonly { readonly key: string; readonly seq: number }[]
  readonly seq: number
  readonly now: number
}

async function store(scope: Scope, userId: string, { changed, made, seq, now }: Made): Promise<void> {
  if (made.length === 0) return
  const { tenant } = scope
  const at = new Date(now)
  await scope.sql
    .insert(libraryRecords)
    .values(
      changed.map(({ removedAt, ...record }) => ({
        ...{ tenant, userId, ...record },
        size: JSON.stringify(record.fields).length,
        removedAt: removedAt === undefined ? null : new Date(removedAt),
      })),
    )
    .onConflictDoUpdate({
      target: [libraryRecords.tenant, libraryRecords.userId, libraryRecords.kind, libraryRecords.id],
      set: {
        seq: sql`excluded.seq`,
        fields: sql`excluded.fields`,
        size: sql`excluded.size`,
        removedAt: sql`excluded.removed_at`,
      },
    })
  await scope.sql.insert(libraryWrites).values(made.map(each => ({ tenant, userId, at, ...each })))
  await scope.sql
    .update(libraries)
    .set({ seq })
    .where(ofTenant(scope, libraries, eq(libraries.userId, userId)))
  // Heard once this has been committed, and without any content.
  await scope.sql.execute(sql`SELECT pg_notify(${CHANNEL}, ${JSON.stringify([tenant, userId, seq])})`)
}
