// Whether this server can do its work now: the database answers and has every table that the code knows of.
import { sql } from 'drizzle-orm'
import type { Database } from '../database/connection.js'
import { MIGRATIONS } from '../database/migrate.js'
import { Problem } from '../http/problem.js'

/** The newest migration that this server knows, as `/ready` shows it. */
export const NEWEST_MIGRATION = MIGRATIONS.at(-1)?.id ?? ''

/**
 * A database that a newer server has moved on is fine: during an update old and new servers answer side by side.
 * @throws Problem `service_unavailable`
 */
export async function assertReady(database: Database): Promise<void> {
  let missing: string[]
  try {
    const answer = await database.open.execute<{ id: string }>(sql`SELECT id FROM migrations`)
    const ran = new Set(answer.rows.map(({ id }) => id))
    missing = MIGRATIONS.filter(({ id }) => !ran.has(id)).map(({ id }) => id)
  } catch (cause) {
    // Whatever the reason, what a load balancer must hear is: not now.
    throw Object.assign(new Problem('service_unavailable'), { cause })
  }
  if (missing.length === 0) return
  const cause = new Error(`The database lacks ${missing.join(', ')}; start this server again to run them.`)
  throw Object.assign(new Problem('service_unavailable'), { cause })
}
