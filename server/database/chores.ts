// Housekeeping in batches, each in its own transaction, so that cleaning up a large table doesn't block
// requests.
import { getTableName, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { ofTenant, olderThan, type TenantTable, tenantsWhere } from './queries.js'
import type { Scope, Transactions } from './transactions.js'

export interface Chore {
  readonly name: string
  /** Batch size, rows. */
  readonly rows: number
  /** Returns SQL that yields a row if the tenant has work to do; $1 is the tenant. */
  readonly question: (now: number) => string
  /**
   * Processes one batch. If the batch is full, another one follows.
   * @returns number of rows processed
   */
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
      // Skip locked rows until the next run, so that neither housekeeping nor requests wait.
      const deleted = sql`DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${table} WHERE ${isOld} LIMIT ${sql.raw(`${this.rows}`)} FOR UPDATE SKIP LOCKED))`
      return (await scope.sql.execute(deleted)).rowCount ?? 0
    },
  }
}

/**
 * Runs the chore for each tenant, continuing after failures.
 * @returns number of rows processed
 * @throws the first failure
 */
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

/** Arbitrary advisory lock ID, the same on all servers. */
const LOCK_KEY = 4_680_002

/**
 * Returns whether no other server is doing chores for this tenant. Holds the lock until the transaction ends.
 */
async function isAlone(scope: Scope): Promise<boolean> {
  const answer = await scope.sql.execute<{ locked: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(${LOCK_KEY}, hashtext(${scope.tenant})) AS locked`,
  )
  return answer.rows[0]?.locked === true
}

/** Runs a statement and returns the number of rows it changed. */
export async function rowsOf(scope: Scope, statement: SQL): Promise<number> {
  const answer = await scope.sql.execute<{ rows: string }>(statement)
  return Number(answer.rows[0]?.rows ?? 0)
}
