// Forgets what has been in the audit log for long enough: as the owner, since the application may not shorten the log.
import type pg from 'pg'
import { asOwner, type DatabaseAddress } from '../database/connection.js'
import { listTenants } from '../tenancy/tenants.js'

const DAY_MS = 24 * 60 * 60_000

/** Taken away in one statement: a log that grew for years must not hold up anybody else. */
const BATCH = 1000

/** The oldest entries by their number, in whose order they were added, so that the rest of the log is never read. */
const PRUNE = `
DELETE FROM audit_log WHERE tenant = $1 AND id IN (
  SELECT id FROM (SELECT id, at FROM audit_log WHERE tenant = $1 ORDER BY id LIMIT ${BATCH}) AS oldest WHERE at < $2
)`

/**
 * @param days how long entries are kept; 0: for ever
 * @param over asked between two batches: whether the server ends
 */
export async function pruneAudit(
  address: DatabaseAddress,
  days: number,
  now: number,
  over: () => boolean = () => false,
): Promise<void> {
  if (days === 0) return
  const before = new Date(now - days * DAY_MS)
  await asOwner(address, async owner => {
    for (const { key } of await listTenants(owner)) await pruneTenant(owner, key, before, over)
  })
}

async function pruneTenant(owner: pg.Client, tenant: string, before: Date, over: () => boolean) {
  let pruned = BATCH
  while (pruned === BATCH && !over()) pruned = await pruneBatch(owner, tenant, before)
}

/** In a transaction: a pool in between may give each to another connection, and this one's tenant to somebody else. */
async function pruneBatch(owner: pg.Client, tenant: string, before: Date): Promise<number> {
  await owner.query('BEGIN')
  try {
    // Row-level security binds the owner as well.
    await owner.query(`SELECT set_config('fretwork.tenant', $1, true)`, [tenant])
    const answer = await owner.query(PRUNE, [tenant, before])
    await owner.query('COMMIT')
    return answer.rowCount ?? 0
  } catch (error) {
    await owner.query('ROLLBACK')
    throw error
  }
}
