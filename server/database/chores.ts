// Housekeeping in batches, each a transaction of one tenant: a table that has grown for years must not block requests.
import { getTableName, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { ofTenant, olderThan, type TenantTable, tenantsWhere } from './queries.js'
import type { Scope, Transactions } from './transactions.js'

export interface Chore {
  readonly name: string
  /** Maximum number of rows of a batch. */
  readonly rows: number
  /** Returns SQL that selects a row if the tenant has work; $1 is the tenant. */
  readonly question: (now: number) => string
  /** Processes a batch. @returns the number of rows; another batch follows a full one */
  readonly batch: (scope: Scope, now: number) => Promise<number>
}

/** Returns a chore that deletes rows whose `column` is older than `keptMs`. */
export function expiring(column: PgColumn, keptMs: number, condition = 'true'): Chore {
  const table = column.table as TenantTable
  return {
    name: getTableName(table),
    rows: 1000,
    question: now => olderThan(column, now - keptMs, condition),
    async batch(scope, now) {
      const isOld = ofTenant(scope, table, lt(column, new Date(now - keptMs)), sql.raw(condition))
      // Rows in use are skipped until the next run, so that neither side waits.
      const deleted = sql`DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${table} WHERE ${isOld} LIMIT ${sql.raw(`${this.rows}`)} FOR UPDATE SKIP LOCKED))`
      return (await scope.sql.execute(deleted)).rowCount ?? 0
    },
  }
}

/** Runs the chore in each tenant, even after a failure in one. @returns the number of rows @throws the first failure */
export async function doChore(
  database: Transactions,
  chore: Chore,
  now: number,
  isStopping: () => boolean,
): Promise<number> {
  const failures: unknown[] = []
  let done = 0
  for (const key of await tenantsWhere(database.shared, chore.question(now))) {
    try {
      for (let rows = chore.rows; rows >= chore.rows && !isStopping(); done += rows)
        rows = await database.inTenant(key, async scope =>
          (await isAlone(scope)) ? chore.batch(scope, now) : 0,
        )
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return done
}

/** Arbitrary lock id, shared by all servers. */
const LOCK_KEY = 4_680_002

/** Returns whether no other server works in this tenant. The lock is held until the end of the transaction. */
async function isAlone(scope: Scope): Promise<boolean> {
  const answer = await scope.sql.execute<{ locked: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(${LOCK_KEY}, hashtext(${scope.tenant})) AS locked`,
  )
  return answer.rows[0]?.locked === true
}

/** Runs a statement and returns the number of changed rows. */
export async function rowsOf(scope: Scope, statement: SQL): Promise<number> {
  const answer = await scope.sql.execute<{ rows: string }>(statement)
  return Number(answer.rows[0]?.rows ?? 0)
}
