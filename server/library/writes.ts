import { and, eq, lte, sql } from 'drizzle-orm'
import { fileHash } from '../../src/core/contract/endpoint.js'
import {
  LIBRARY_LIMITS,
  type LibraryField,
  type LibraryOutcome,
  type LibraryRecord,
  type LibraryWrite,
} from '../../src/core/contract/library.js'
import { type AuditDetails, audit } from '../admin/audit-log.js'
import { addRows, changeRows, deleteRows, findRows, isIn, ofTenant } from '../database/queries.js'
import { libraries, libraryBlobs, libraryRecords, libraryWrites } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { answerRoom, bytesBefore, jsonBytes } from '../http/answer-page.js'
import { isComplete, isFileOf, touchFiles } from './blobs.js'
import { decide, type KeptRecord, type Room, SONG, usageOf } from './decide.js'
import { type Library, limitsOf, lockedLibrary } from './limits.js'
import { type Asked, isRestored } from './records.js'

/**
 * Notification channel for changes made on other servers. The payload is JSON: tenant, user and cursor of the
 * last write.
 */
export const CHANNEL = 'library'

const placeOf = ({ kind, id }: { readonly kind: string; readonly id: string }) => `${kind}/${id}`

/**
 * Applies writes in order. Each one is accepted, stale or refused. Writing stops when the response or the
 * work becomes too large; the remaining writes have no outcome.
 * @returns the outcomes, and the cursor of the last write
 */
export async function makeWrites(
  scope: Scope,
  userId: string,
  asked: readonly LibraryWrite[],
  from: Asked,
  now: number,
): Promise<{ readonly outcomes: LibraryOutcome[]; readonly seq: number; readonly restored: boolean }> {
  const library = await lockedLibrary(scope, userId)
  if (await isRestored(scope, userId, from, library))
    return { outcomes: [], seq: library.seq, restored: true }
  const { writes, records } = await readable(scope, userId, asked)
  const known = await keptWrites(scope, userId, writes)
  const files = await songFiles(scope, userId, [...writes, ...records.values()], now)
  const limits = await limitsOf(scope, userId, now)
  const used = { ...library }
  const outcomes: LibraryOutcome[] = []
  const changed = new Map<string, KeptRecord>()
  const made: { readonly key: string; readonly seq: number }[] = []
  const moved = new Map<string, Moved>()
  const fits = answerRoom()
  const isWorkable = answerRoom(LIBRARY_LIMITS.answer)
  const answered = new Set<string>()
  for (const write of writes) {
    const { key } = write
    const place = placeOf(write)
    const before = records.get(place)
    const again = known.get(key)
    if (again !== undefined) {
      outcomes.push({ key, outcome: 'kept', seq: again })
      continue
    }
    const room: Room = { ...limits, ...used, hasFile: hash => files.has(hash) }
    const decision = decide(write, before, room, { seq: used.seq + 1, now })
    // Decisions other than `stale` measure and rewrite the whole record.
    if (decision.outcome !== 'stale' && !isWorkable(before?.size ?? 0)) break
    if (decision.outcome === 'refused') outcomes.push({ key, ...decision })
    else if (decision.outcome === 'stale') {
      const record = before && !answered.has(place) ? shownRecord(before) : undefined
      if (record && !fits(jsonBytes(record))) break
      answered.add(place)
      outcomes.push({ key, outcome: 'stale', ...(record && { record }) })
    } else {
      if (decision.record) {
        used.seq += 1
        used.tip = key
        const [more, less] = [usageOf(decision.record), usageOf(before)]
        for (const name of COUNTED) used[name] += more[name] - less[name]
        records.set(place, decision.record)
        changed.set(place, decision.record)
        made.push({ key, seq: used.seq })
        known.set(key, used.seq)
        if (write.kind === SONG && write.as) moved.set(write.id, write.as)
      }
      outcomes.push({ key, outcome: 'kept', seq: decision.record ? used.seq : (before?.seq ?? used.seq) })
    }
  }
  await auditSongs(scope, userId, moved)
  await store(scope, userId, { changed: [...changed.values()], made, library: used, now })
  return { outcomes, seq: used.seq, restored: false }
}

const COUNTED = ['songs', 'records', 'bytes'] as const

function shownRecord({ kind, id, seq, fields, removedAt }: KeptRecord): LibraryRecord {
  return { kind, id, seq, fields, ...(removedAt !== undefined && { removedAt }) }
}

type Moved = NonNullable<LibraryWrite['as']>

/**
 * Writes one audit entry for all removed songs and one for all restored songs, so that repeating this doesn't
 * flood the log.
 */
async function auditSongs(scope: Scope, userId: string, moved: ReadonlyMap<string, Moved>): Promise<void> {
  for (const as of ['removed', 'restored'] as const) {
    const [record, ...others] = [...moved].flatMap(([id, last]) => (last === as ? [id] : []))
    if (record === undefined) continue
    const details: AuditDetails = others.length === 0 ? { record } : { records: 1 + others.length }
    await audit(scope, { actor: userId, action: `library.${as}`, subject: userId, details })
  }
}

async function keptWrites(scope: Scope, userId: string, writes: readonly LibraryWrite[]) {
  const keys = writes.map(({ key }) => key)
  const isMine = eq(libraryWrites.userId, userId)
  const rows = await findRows(scope, libraryWrites, isMine, isIn(libraryWrites.key, keys))
  return new Map(rows.map(({ key, seq }) => [key, seq]))
}

/** Returns the first writes, and the records they change, up to the amount that one call may read. */
async function readable(scope: Scope, userId: string, asked: readonly LibraryWrite[]) {
  const { kind, id, seq, size, removedAt, fields } = libraryRecords
  const [kinds, ids] = [asked.map(write => write.kind), asked.map(write => write.id)]
  const places = sql`(SELECT kind, id, min(place) AS place
    FROM unnest(${sql.param(kinds)}::text[], ${sql.param(ids)}::text[]) WITH ORDINALITY AS each (kind, id, place)
    GROUP BY kind, id) AS asked`
  const earlier = bytesBefore(size, sql`asked.place`)
  const rows = await scope.sql
    .select({
      ...{ kind, id, seq, size, removedAt },
      fields: sql<
        KeptRecord['fields'] | null
      >`CASE WHEN ${earlier} <= ${LIBRARY_LIMITS.answer} THEN ${fields} END`,
    })
    .from(libraryRecords)
    .innerJoin(places, sql`asked.kind = ${kind} AND asked.id = ${id}`)
    // Filter by lists of keys, so that the planner doesn't read the whole library for the join.
    .where(
      ofTenant(scope, libraryRecords, eq(libraryRecords.userId, userId), isIn(kind, kinds), isIn(id, ids)),
    )
    .orderBy(sql`asked.place`)
  const records = new Map<string, KeptRecord>()
  for (const { fields, removedAt, ...row } of rows) {
    if (fields === null) break
    records.set(placeOf(row), { ...row, fields, ...(removedAt && { removedAt: removedAt.getTime() }) })
  }
  const unread = rows[records.size]
  const end = unread && asked.findIndex(write => placeOf(write) === placeOf(unread))
  return { writes: asked.slice(0, end), records }
}

/**
 * Extends the retention period of these songs' files. Files that no song uses are deleted.
 * @returns hashes of the complete files
 */
async function songFiles(
  scope: Scope,
  userId: string,
  songs: readonly (LibraryWrite | KeptRecord)[],
  now: number,
): Promise<Set<string>> {
  const named = songs.filter(({ kind }) => kind === SONG).map(({ fields }) => fields.hash)
  const hashes = named.map(hash => (isField(hash) ? hash.value : hash)).filter(isHash)
  if (hashes.length === 0) return new Set()
  const isNamed = and(isFileOf(userId, hashes), isComplete)
  await touchFiles(scope, now, isNamed)
  const rows = await scope.sql
    .select({ hash: libraryBlobs.hash })
    .from(libraryBlobs)
    .where(ofTenant(scope, libraryBlobs, isNamed))
  return new Set(rows.map(({ hash }) => hash))
}

const isField = (hash: unknown): hash is LibraryField => typeof hash === 'object' && hash !== null

const isHash = (value: unknown): value is string => fileHash.safeParse(value).success

interface Made {
  readonly changed: readonly KeptRecord[]
  readonly made: readonly { readonly key: string; readonly seq: number }[]
  readonly library: Library
  readonly now: number
}

/** Number of write keys stored per user. No device falls this many writes behind. */
const MOST_WRITES = 20_000

async function store(scope: Scope, userId: string, { changed, made, library, now }: Made): Promise<void> {
  if (made.length === 0) return
  const rows = changed.map(({ removedAt, ...record }) => ({
    ...{ userId, ...record },
    file: record.kind === SONG && record.fields.hash ? String(record.fields.hash.value) : null,
    removedAt: removedAt === undefined ? null : new Date(removedAt),
  }))
  await addRows(scope, libraryRecords, ...rows).onConflictDoUpdate({
    target: [libraryRecords.tenant, libraryRecords.userId, libraryRecords.kind, libraryRecords.id],
    set: {
      seq: sql`excluded.seq`,
      fields: sql`excluded.fields`,
      size: sql`excluded.size`,
      file: sql`excluded.file`,
      removedAt: sql`excluded.removed_at`,
    },
  })
  await addRows(scope, libraryWrites, ...made.map(each => ({ userId, at: new Date(now), ...each })))
  const isOld = lte(libraryWrites.seq, library.seq - MOST_WRITES)
  await deleteRows(scope, libraryWrites, eq(libraryWrites.userId, userId), isOld)
  const { seq, tip, songs, records, bytes } = library
  await changeRows(scope, libraries, { seq, tip, songs, records, bytes }, eq(libraries.userId, userId))
  const heard = JSON.stringify([scope.tenant, userId, seq])
  await scope.sql.execute(sql`SELECT pg_notify(${CHANNEL}, ${heard})`)
}
