import { and, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { SharedSong, ShareKind } from '../../src/core/api/sharing.js'
import { countRows, findRow, findRows } from '../database/queries.js'
import { libraryBlobs, libraryRecords, shares } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { found } from '../http/problem.js'

/** Kinds of library records: a list of a settings section has its name and the section's version. */
export const RECORD_KINDS: Readonly<Record<ShareKind, string>> = {
  song: 'song',
  tuning: 'Tunings.kept.1',
  shape: 'Shapes.kept.1',
  setlist: 'Setlists.kept.1',
}

export const isRecordOf = (shares: {
  readonly kind: unknown
  readonly recordId: unknown
  readonly ownerId: unknown
}) => {
  const kinds = Object.entries(RECORD_KINDS).map(([kind, record]) => sql`WHEN ${kind} THEN ${record}`)
  return and(
    sql`${libraryRecords.userId} = ${shares.ownerId}`,
    sql`${libraryRecords.kind} = CASE ${shares.kind} ${sql.join(kinds, sql` `)} END`,
    sql`${libraryRecords.id} = ${shares.recordId}`,
    isNull(libraryRecords.removedAt),
  )
}

export interface Content {
  readonly title: string
  readonly version: number
  readonly fields: Readonly<Record<string, unknown>>
  readonly songs: SharedSong[]
}

type Row = typeof libraryRecords.$inferSelect

/** @throws Problem `not_found` where the owner has removed it */
export async function contentOf(scope: Scope, owner: string, kind: ShareKind, recordId: string) {
  const row = found((await recordsOf(scope, owner, RECORD_KINDS[kind], [recordId]))[0])
  const content = { title: titleOf(row), version: row.seq }
  // Of a song, its file is shared, and not how its owner has analysed it.
  if (kind === 'song') return { ...content, fields: {}, songs: songsFrom([row]) }
  const fields = valuesOf(row)
  return { ...content, fields, songs: kind === 'setlist' ? await songsOfSetlist(scope, owner, fields) : [] }
}

const songsOfSetlist = async (scope: Scope, owner: string, fields: Content['fields']) =>
  songsFrom(await recordsOf(scope, owner, RECORD_KINDS.song, songIdsOf(fields)))

const MOST_SONGS = 500

/** What devices write is theirs: any value may be missing or of another type. */
function songIdsOf({ songs }: Content['fields']): string[] {
  if (!Array.isArray(songs)) return []
  return songs.slice(0, MOST_SONGS).flatMap((entry: unknown) => {
    const id = typeof entry === 'object' && entry !== null && 'song' in entry ? entry.song : undefined
    return typeof id === 'string' && id.length <= 200 ? [id] : []
  })
}

/** True for rows of `library_records` that are songs which an administrator has removed from sharing, or the same file again. */
const isOfRemoved = (scope: Scope) => sql`(${libraryRecords.kind} = ${RECORD_KINDS.song} AND EXISTS (
  SELECT FROM ${shares} JOIN ${libraryRecords} AS taken ON taken.tenant = ${shares}.tenant
    AND taken.user_id = ${shares}.owner_id AND taken.kind = ${RECORD_KINDS.song} AND taken.id = ${shares}.record_id
  WHERE ${shares}.tenant = ${scope.tenant} AND ${shares}.kind = 'song' AND ${shares}.removed_at IS NOT NULL
    AND ${shares}.owner_id = ${libraryRecords.userId}
    AND (taken.id = ${libraryRecords.id}
      OR taken.fields->'hash'->>'value' = ${libraryRecords.fields}->'hash'->>'value')))`

function recordsOf(scope: Scope, owner: string, kind: string, ids: readonly string[]): Promise<Row[]> {
  const isAsked = [eq(libraryRecords.userId, owner), inArray(libraryRecords.id, [...new Set(ids)])]
  return sharableRecords(scope, kind, ...isAsked)
}

function sharableRecords(scope: Scope, kind: string, ...conditions: SQL[]): Promise<Row[]> {
  const isThere = [eq(libraryRecords.kind, kind), isNull(libraryRecords.removedAt)]
  return findRows(scope, libraryRecords, ...conditions, ...isThere, not(isOfRemoved(scope)))
}

function songsFrom(rows: readonly Row[]): SharedSong[] {
  return rows.flatMap(row => {
    const { file, size, hash } = valuesOf(row)
    if (typeof file !== 'string' || typeof size !== 'number' || typeof hash !== 'string') return []
    return [{ id: row.id, title: titleOf(row), file, size, hash }]
  })
}

const valuesOf = ({ fields }: Row): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))

const LONGEST_TITLE = 200

/** The same of a joined row, without fetching all its fields. */
export const titleColumn = sql<string>`left(CASE jsonb_typeof(${libraryRecords.fields}->'name'->'value')
  WHEN 'string' THEN coalesce(nullif(${libraryRecords.fields}->'name'->>'value', ''), ${libraryRecords.id})
  ELSE coalesce(${libraryRecords.id}, ${shares.recordId}) END, ${sql.raw(String(LONGEST_TITLE))})`

export function titleOf({ id, fields }: Pick<Row, 'id' | 'fields'>): string {
  const name = fields.name?.value
  return (typeof name === 'string' && name !== '' ? name : id).slice(0, LONGEST_TITLE)
}

export async function songsByRecord(
  scope: Scope,
  wanted: readonly { readonly owner: string; readonly record: string }[],
): Promise<Map<string, SharedSong>> {
  if (wanted.length === 0) return new Map()
  const pairs = wanted.map(({ owner, record }) => sql`(${owner}::uuid, ${record}::text)`)
  const isWanted = sql`(${libraryRecords.userId}, ${libraryRecords.id}) IN (${sql.join(pairs, sql`, `)})`
  const rows = await sharableRecords(scope, RECORD_KINDS.song, isWanted)
  return new Map(rows.flatMap(row => songsFrom([row]).map(song => [`${row.userId} ${row.id}`, song])))
}

/** Whether an administrator has removed a song from sharing, for all who had it. */
export async function isRemovedSong(scope: Scope, owner: string, id: string): Promise<boolean> {
  const isIt = [eq(libraryRecords.userId, owner), eq(libraryRecords.id, id)]
  return (await countRows(scope, libraryRecords, ...isIt, isOfRemoved(scope))) > 0
}

export async function hasSong(scope: Scope, owner: string, id: string): Promise<boolean> {
  return (await recordsOf(scope, owner, RECORD_KINDS.song, [id])).length > 0
}

export async function fileBytes(scope: Scope, owner: string, hash: string): Promise<{ bytes: string }> {
  const isIt = [eq(libraryBlobs.userId, owner), eq(libraryBlobs.hash, hash)]
  const isWhole = eq(libraryBlobs.received, libraryBlobs.size)
  const { bytes } = found(await findRow(scope, libraryBlobs, ...isIt, isWhole))
  return { bytes: bytes.toString('base64') }
}
