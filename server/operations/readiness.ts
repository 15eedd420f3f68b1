import { sql } from 'drizzle-orm'
import type { Database } from '../database/connection.js'
import { MIGRATIONS } from '../database/migrate.js'
import type { Sql } from '../database/transactions.js'
import { DatabaseUnavailable, isBusy } from '../database/unavailable.js'
import { Problem } from '../http/problem.js'

export const NEWEST_MIGRATION = MIGRATIONS.at(-1)?.id ?? ''

/**
 * Creates the readiness check. A busy server is still ready. Parallel callers share one run, which uses a
 * single connection.
 * @param checkClock throws while the server's clock is wrong
 * @returns a function that throws Problem `service_unavailable`
 */
export function readiness(
  { ready: { shared } }: Pick<Database, 'ready'>,
  checkClock: (shared: Sql) => Promise<void> = async () => undefined,
): () => Promise<void> {
  const check = async () => {
    try {
      await Promise.all([checkClock(shared), checkDatabase(shared)])
    } catch (cause) {
      if (isBusy(cause)) return
      throw Object.assign(new Problem('service_unavailable'), { cause })
    }
  }
  let running: Promise<void> | undefined
  return () => {
    running ??= check().finally(() => {
      running = undefined
    })
    return running
  }
}

/**
 * Checks that the database is writable and migrated. A newer server may already have migrated it further.
 */
async function checkDatabase(shared: Sql): Promise<void> {
  const { rows } = await shared.execute<{ ran: string[]; read_only: boolean }>(sql`
    SELECT array(SELECT id FROM migrations) AS ran,
      pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS read_only`)
  const [{ ran = [], read_only: isReadOnly = false } = {}] = rows
  if (isReadOnly) throw new DatabaseUnavailable(new Error('The database is read-only.'))
  const missing = MIGRATIONS.filter(({ id }) => !ran.includes(id)).map(({ id }) => id)
  if (missing.length === 0) return
  throw new Error(
    `The database is missing the migrations ${missing.join(', ')}; restart this server to run them.`,
  )
}
