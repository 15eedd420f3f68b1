import { and, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { SharedSong, ShareKind } from '../../src/core/contract/sharing.js'
import { countRows, findRow, isIn, ofTenant } from '../database/queries.js'
import { libraryRecords, shares } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { found } from '../http/problem.js'
import { filesOf } from '../library/blobs.js'

/** Kinds of library records. For lists in a settings section, the kind is the section's name and version. */
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

/** @throws Problem `not_found` if the owner has removed it */
export async function contentOf(
  scope: Scope,
  owner: string,
  kind: ShareKind,
  recordId: string,
): Promise<Content> {
  const isIt = [eq(libraryRecords.userId, owner), eq(libraryRecords.id, recordId)]
  if (kind === 'song') {
    // A song share contains the file and the artist, but not the owner’s analysis.
    const row = found((await sharableSongs(scope, ...isIt))[0])
    return {
      title: row.title,
      version: row.seq,
      fields: row.artist === null ? {} : { artist: row.artist },
      songs: songFrom(row),
    }
  }
  const isThere = [eq(libraryRecords.kind, RECORD_KINDS[kind]), isNull(libraryRecords.removedAt)]
  const row = found(await findRow(scope, libraryRecords, ...isIt, ...isThere))
  const fields = Object.fromEntries(Object.entries(row.fields).map(([name, { value }]) => [name, value]))
  const name = typeof fields.name === 'string' && fields.name !== '' ? fields.name : row.id
  const content = { title: name.slice(0, LONGEST_TITLE), version: row.seq, fields }
  return { ...content, songs: kind === 'setlist' ? await songsOfSetlist(scope, owner, fields) : [] }
}

async function songsOfSetlist(scope: Scope, owner: string, fields: Content['fields']) {
  const isNamed = isIn(libraryRecords.id, songIdsOf(fields))
  return (await sharableSongs(scope, eq(libraryRecords.userId, owner), isNamed)).flatMap(songFrom)
}

const MOST_SONGS = 500

/** Returns a setlist's song IDs. Devices write this record, so values may be missing or of the wrong type. */
function songIdsOf({ songs }: Content['fields']): string[] {
  if (!Array.isArray(songs)) return []
  return songs.slice(0, MOST_SONGS).flatMap((entry: unknown) => {
    const id = typeof entry === 'object' && entry !== null && 'song' in entry ? entry.song : undefined
    return typeof id === 'string' && id.length <= 200 ? [id] : []
  })
}

/**
 * Condition for `library_records` rows of songs that an administrator removed from sharing, and of other
 * songs with the same file.
 */
const isOfRemoved = (scope: Scope) => sql`(${libraryRecords.kind} = ${RECORD_KINDS.song} AND EXISTS (
  SELECT FROM ${shares} JOIN ${libraryRecords} AS taken ON taken.tenant = ${shares}.tenant
    AND taken.user_id = ${shares}.owner_id AND taken.kind = ${RECORD_KINDS.song} AND taken.id = ${shares}.record_id
  WHERE ${shares}.tenant = ${scope.tenant} AND ${shares}.kind = 'song' AND ${shares}.removed_at IS NOT NULL
    AND ${shares}.owner_id = ${libraryRecords.userId}
    AND (taken.id = ${libraryRecords.id}
      OR taken.fields->'hash'->>'value' = ${libraryRecords.fields}->'hash'->>'value')))`

const LONGEST_TITLE = 200

const valueAt = (name: string) => sql`${libraryRecords.fields}->${sql.raw(`'${name}'`)}->'value'`
/** Text of a field, truncated. Devices may write any length. */
const textOf = (name: string) =>
  sql`nullif(left(CASE jsonb_typeof(${valueAt(name)}) WHEN 'string' THEN ${valueAt(name)}#>>'{}' END,
    ${sql.raw(String(LONGEST_TITLE))}), '')`

/** Title of a record, selected without reading all of its fields. */
export const titleColumn = sql<string>`coalesce(${textOf('name')}, ${libraryRecords.id})`

function sharableSongs(scope: Scope, ...conditions: SQL[]) {
  const isThere = [eq(libraryRecords.kind, RECORD_KINDS.song), isNull(libraryRecords.removedAt)]
  const { id, userId, seq } = libraryRecords
  return scope.sql
    .select({
      ...{ id, userId, seq, title: titleColumn },
      file: sql<string | null>`${textOf('file')}`,
      size: sql<unknown>`${valueAt('size')}`,
      hash: sql<string | null>`${textOf('hash')}`,
      // A song's artist is stored in its first track.
      artist: sql<
        string | null
      >`nullif(left(${valueAt('tracks')}->0->>'artist', ${sql.raw(String(LONGEST_TITLE))}), '')`,
    })
    .from(libraryRecords)
    .where(ofTenant(scope, libraryRecords, ...conditions, ...isThere, not(isOfRemoved(scope))))
}

type SongRow = Awaited<ReturnType<typeof sharableSongs>>[number]

const songFrom = ({ id, title, file, size, hash }: SongRow): SharedSong[] =>
  file === null || typeof size !== 'number' || hash === null ? [] : [{ id, title, file, size, hash }]

export async function songsByRecord(
  scope: Scope,
  wanted: readonly { readonly owner: string; readonly record: string }[],
): Promise<Map<string, SharedSong>> {
  if (wanted.length === 0) return new Map()
  const isTheirs = isIn(
    libraryRecords.userId,
    wanted.map(({ owner }) => owner),
  )
  const isOne = isIn(
    libraryRecords.id,
    wanted.map(({ record }) => record),
  )
  const rows = await sharableSongs(scope, isTheirs, isOne)
  return new Map(rows.flatMap(row => songFrom(row).map(song => [`${row.userId} ${row.id}`, song])))
}

export async function isRemovedSong(scope: Scope, owner: string, id: string): Promise<boolean> {
  const isIt = [eq(libraryRecords.userId, owner), eq(libraryRecords.id, id)]
  return (await countRows(scope, libraryRecords, ...isIt, isOfRemoved(scope))) > 0
}

export async function hasSong(scope: Scope, owner: string, id: string): Promise<boolean> {
  const isIt = [eq(libraryRecords.userId, owner), eq(libraryRecords.id, id)]
  return (await sharableSongs(scope, ...isIt)).length > 0
}

export async function fileBytes(scope: Scope, owner: string, hash: string): Promise<{ bytes: string }> {
  const { bytes } = found((await filesOf(scope, owner, [hash]))[0])
  return { bytes }
}
