// Deletes what has expired: rate limits, sealed refresh tokens, sessions, links, nonces.
import { sql } from 'drizzle-orm'
import { deleteExpiredNonces } from '../auth/external/identities.js'
import { deleteExpiredLinks } from '../auth/link-tokens.js'
import { deleteExpiredLimits } from '../auth/rate-limit.js'
import { deleteExpiredSessions } from '../auth/sessions.js'
import type { Database, Scope } from '../database/connection.js'
import { listTenants } from '../tenants/tenants.js'

/** Any number will do, as long as every server takes the same one. */
const LOCK_KEY = 4_680_002

/** One server at a time for each tenant: what another one is sweeping at this moment is left to it. */
export async function sweep(database: Database, now: number): Promise<void> {
  for (const { key } of await listTenants(database.shared)) {
    await database.inTenant(key, async scope => {
      if (!(await isMine(scope))) return
      await deleteExpiredLimits(scope, now)
      await deleteExpiredSessions(scope, now)
      await deleteExpiredLinks(scope, now)
      await deleteExpiredNonces(scope, now)
    })
  }
}

/** Does one after the other. One that fails keeps none of the others. */
export async function doEach(
  chores: readonly (() => Promise<void>)[],
  onFailure: (error: unknown) => void,
): Promise<void> {
  for (const chore of chores) await chore().catch(onFailure)
}

/** Held until the transaction ends, however it ends. */
async function isMine(scope: Scope): Promise<boolean> {
  const answer = await scope.sql.execute<{ mine: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(${LOCK_KEY}, hashtext(${scope.tenant})) AS mine`,
  )
  return answer.rows[0]?.mine === true
}
