import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { LibraryField, LibraryOutcome, LibraryRecord, LibraryWrite } from '../../src/core/api/library.js'
import { audit } from '../admin/audit-log.js'
import { addRows, changeRows, findRows, lockRow, ofTenant } from '../database/queries.js'
import { libraries, libraryBlobs, libraryRecords, libraryWrites } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { decide, type KeptRecord, type Room, SONG } from './decide.js'
import { limitsOf, usedBy } from './limits.js'
import { type Asked, isRestored } from './records.js'

/** Channel for changes on other servers: tenant, user and cursor of the last write, as JSON. */
export const CHANNEL = 'library'

const placeOf = ({ kind, id }: { readonly kind: string; readonly id: string }) => `${kind}/${id}`

/** Applies writes in order; each is kept, stale or refused separately. @returns their outcomes, and the cursor of the last write */
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
  await addRows(scope, libraries, { userId }).onConflictDoNothing()
  return (await lockRow(scope, libraries, eq(libraries.userId, userId)))?.seq ?? 0
}

async function keptWrites(scope: Scope, userId: string, writes: readonly LibraryWrite[]) {
  const keys = writes.map(({ key }) => key)
  const isMine = eq(libraryWrites.userId, userId)
  const rows = await findRows(scope, libraryWrites, isMine, inArray(libraryWrites.key, keys))
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

/** Files that no song names are deleted after a day: one about to be named must not go. @returns hashes of whole ones */
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
  const rows = changed.map(({ removedAt, ...record }) => ({
    ...{ userId, ...record },
    size: JSON.stringify(record.fields).length,
    removedAt: removedAt === undefined ? null : new Date(removedAt),
  }))
  await addRows(scope, libraryRecords, ...rows).onConflictDoUpdate({
    target: [libraryRecords.tenant, libraryRecords.userId, libraryRecords.kind, libraryRecords.id],
    set: {
      seq: sql`excluded.seq`,
      fields: sql`excluded.fields`,
      size: sql`excluded.size`,
      removedAt: sql`excluded.removed_at`,
    },
  })
  await addRows(scope, libraryWrites, ...made.map(each => ({ userId, at: new Date(now), ...each })))
  await changeRows(scope, libraries, { seq }, eq(libraries.userId, userId))
  const heard = JSON.stringify([scope.tenant, userId, seq])
  await scope.sql.execute(sql`SELECT pg_notify(${CHANNEL}, ${heard})`)
}
