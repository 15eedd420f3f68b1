// Deletes what has expired: rate limits, sealed refresh tokens, sessions, links, nonces.
import { sql } from 'drizzle-orm'
import { deleteExpiredNonces } from '../auth/external/identities.js'
import { deleteExpiredLinks } from '../auth/link-tokens.js'
import { deleteExpiredLimits } from '../auth/rate-limit.js'
import { deleteExpiredSessions } from '../auth/sessions.js'
import type { Database, Scope } from '../database/connection.js'
import { listTenants } from '../tenants/tenants.js'

/** Arbitrary, but the same for every server. */
const LOCK_KEY = 4_680_002

/** One server at a time per tenant: what another one is working on is skipped. */
export async function deleteExpired(database: Database, now: number): Promise<void> {
  for (const { key } of await listTenants(database.shared)) {
    await database.inTenant(key, async scope => {
      if (!(await lockTenant(scope))) return
      await deleteExpiredLimits(scope, now)
      await deleteExpiredSessions(scope, now)
      await deleteExpiredLinks(scope, now)
      await deleteExpiredNonces(scope, now)
    })
  }
}

/** Runs one after the other. A failure does not stop the others. */
export async function runEach(
  tasks: readonly (() => Promise<void>)[],
  onFailure: (error: unknown) => void,
): Promise<void> {
  for (const task of tasks) await task().catch(onFailure)
}

/** Held until the end of the transaction. */
async function lockTenant(scope: Scope): Promise<boolean> {
  const answer = await scope.sql.execute<{ locked: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(${LOCK_KEY}, hashtext(${scope.tenant})) AS locked`,
  )
  return answer.rows[0]?.locked === true
}
