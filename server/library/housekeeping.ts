import { lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { LIBRARY_LIMITS } from '../../src/core/contract/library.js'
import { type Chore, expiring, rowsOf } from '../database/chores.js'
import { ofTenant, olderThan, type TenantTable } from '../database/queries.js'
import { libraryBlobs, libraryRecords, libraryWrites } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { NO_FIELDS } from './decide.js'

const DAY_MS = 86_400_000
/** Retention of write keys, days. A device that was offline for longer compares all records. */
const WRITE_DAYS = 60
/** Retention of files without a song, days. A file is uploaded before the record of its song. */
const FILE_DAYS = 1

const HAS_FIELDS = `size > ${NO_FIELDS}`

const keptFrom = (now: number) => now - LIBRARY_LIMITS.days * DAY_MS

/** Selects the oldest due rows through the index, regardless of the planner's estimates. */
function firstRows(scope: Scope, { rows }: Chore, column: PgColumn, before: number, condition = 'true'): SQL {
  const { table, name } = column
  const isOver = ofTenant(scope, table as TenantTable, lt(column, new Date(before)), sql.raw(condition))
  return sql`SELECT ctid AS place, * FROM ${table} WHERE ${isOver} ORDER BY ${sql.identifier(name)} LIMIT ${sql.raw(`${rows}`)}`
}

/** Locks the libraries of the rows' users, as writes do, and skips libraries in use. */
async function lockedUsers(scope: Scope, first: SQL): Promise<string[]> {
  const answer = await scope.sql.execute<{ user_id: string }>(sql`
    SELECT user_id FROM libraries WHERE tenant = ${scope.tenant}
      AND user_id = ANY(ARRAY(SELECT user_id FROM (${first}) AS first))
    ORDER BY user_id FOR UPDATE SKIP LOCKED`)
  return answer.rows.map(row => row.user_id)
}

/**
 * Deletes the fields of removed records. The removals themselves are kept for devices that have been offline
 * for years.
 */
const removedRecords: Chore = {
  name: 'removed_records',
  rows: 500,
  question: now => olderThan(libraryRecords.removedAt, keptFrom(now), HAS_FIELDS),
  async batch(scope, now) {
    const first = firstRows(scope, this, libraryRecords.removedAt, keptFrom(now), HAS_FIELDS)
    const users = await lockedUsers(scope, first)
    // The next chore checks the files of these records. Select rows by ctid and lists of keys, because the
    // planner may scan whole tables for joins.
    return rowsOf(
      scope,
      sql`WITH gone AS MATERIALIZED (
        SELECT place, user_id, kind, size, coalesce(file, fields->'hash'->>'value') AS hash FROM (${first}) AS first
        WHERE user_id = ANY(${sql.param(users)}::uuid[])
      ), forgotten AS (
        UPDATE library_records SET fields = '{}', size = ${NO_FIELDS}, file = NULL
        WHERE ctid = ANY(ARRAY(SELECT place FROM gone))
      ), freed AS (
        UPDATE library_blobs SET touched_at = coalesce(touched_at, 'epoch')
        WHERE tenant = ${scope.tenant} AND user_id = ANY(ARRAY(SELECT user_id FROM gone))
          AND hash = ANY(ARRAY(SELECT hash FROM gone WHERE kind = 'song'))
      ), used AS (
        UPDATE libraries SET records = records - (SELECT count(*) FROM gone WHERE gone.user_id = libraries.user_id),
          bytes = bytes - (SELECT sum(size) FROM gone WHERE gone.user_id = libraries.user_id)
        WHERE tenant = ${scope.tenant} AND user_id = ANY(ARRAY(SELECT user_id FROM gone))
      ) SELECT count(*) AS rows FROM gone`,
    )
  },
}

const UNFILLED = `kind = 'song' AND file IS NULL AND size > ${NO_FIELDS}`

/** Fills the `file` column of songs that were written by an earlier version. */
const songFiles: Chore = {
  name: 'song_files',
  rows: 1000,
  question: () => `SELECT 1 FROM library_records WHERE tenant = $1 AND ${UNFILLED}`,
  async batch(scope) {
    const first = sql`SELECT ctid FROM library_records WHERE tenant = ${scope.tenant} AND ${sql.raw(UNFILLED)}
      LIMIT ${sql.raw(`${this.rows}`)} FOR UPDATE SKIP LOCKED`
    const filled = sql`UPDATE library_records SET file = coalesce(fields->'hash'->>'value', '')
      WHERE ctid = ANY(ARRAY(${first}))`
    return (await scope.sql.execute(filled)).rowCount ?? 0
  },
}

/**
 * Checks each touched file once. Files that a song uses are kept and no longer checked; others are deleted.
 */
const files: Chore = {
  name: 'files',
  // Small batches, because a file may be as large as 16 MiB.
  rows: 100,
  question: now => olderThan(libraryBlobs.touchedAt, now - FILE_DAYS * DAY_MS),
  async batch(scope, now) {
    // A song with an unfilled `file` column may use any of these files.
    if (await hasUnfilled(scope)) return 0
    const first = firstRows(scope, this, libraryBlobs.touchedAt, now - FILE_DAYS * DAY_MS)
    const users = await lockedUsers(scope, first)
    // The LIMIT prevents a query plan that reads all of the tenant's songs.
    return rowsOf(
      scope,
      sql`WITH looked AS MATERIALIZED (
        SELECT place, user_id, size, (
          SELECT true FROM library_records AS song WHERE song.tenant = ${scope.tenant}
            AND song.user_id = first.user_id AND song.file = first.hash LIMIT 1
        ) IS NOT NULL AS named FROM (${first}) AS first WHERE user_id = ANY(${sql.param(users)}::uuid[])
      ), unnamed AS (SELECT * FROM looked WHERE NOT named), kept AS (
        UPDATE library_blobs SET touched_at = NULL WHERE ctid = ANY(ARRAY(SELECT place FROM looked WHERE named))
      ), deleted AS (
        DELETE FROM library_blobs WHERE ctid = ANY(ARRAY(SELECT place FROM unnamed))
      ), used AS (
        UPDATE libraries SET files = files - (SELECT count(*) FROM unnamed WHERE unnamed.user_id = libraries.user_id),
          bytes = bytes - (SELECT sum(size) FROM unnamed WHERE unnamed.user_id = libraries.user_id)
        WHERE tenant = ${scope.tenant} AND user_id = ANY(ARRAY(SELECT user_id FROM unnamed))
      ) SELECT count(*) AS rows FROM looked`,
    )
  },
}

async function hasUnfilled(scope: Scope): Promise<boolean> {
  const text = sql`SELECT 1 FROM library_records WHERE tenant = ${scope.tenant} AND ${sql.raw(UNFILLED)} LIMIT 1`
  return ((await scope.sql.execute(text)).rowCount ?? 0) > 0
}

export const LIBRARY_CHORES: readonly Chore[] = [
  removedRecords,
  songFiles,
  files,
  expiring(libraryWrites.at, WRITE_DAYS * DAY_MS),
]
