// Audit log. Entries are written in the same transaction as the change and deleted after
// `FRETWORK_AUDIT_DAYS`.

import { desc, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { AuditFilter, AuditPage } from '../../src/core/contract/admin.js'
import { asOwner, type DatabaseAddress } from '../database/connection.js'
import { addRows, countRows, findRows, inTransaction, tenantsWhere } from '../database/queries.js'
import { auditLog } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'

export type AuditDetails = Readonly<Record<string, string | number | boolean>>

export interface AuditEntry {
  readonly actor?: string | undefined
  /** Stable code in the form `<area>.<event>`, such as `user.suspended`. */
  readonly action: string
  readonly subject?: string | undefined
  /** Must not contain secrets or email addresses, because the log outlives the account. */
  readonly details?: AuditDetails
}

export async function audit(scope: Scope, entry: AuditEntry): Promise<void> {
  const { actor = null, subject = null } = entry
  // Always run the same statement: the timing must not reveal whether an account exists.
  await addRows(scope, auditLog, { ...entry, actor, subject })
}

export async function readAudit(scope: Scope, filter: AuditFilter): Promise<AuditPage> {
  const { user, action, page, pageSize } = filter
  const wanted = [
    user === undefined
      ? undefined
      : sql`(${auditLog.actor} = ${user}::uuid OR ${auditLog.subject} = ${user.toLowerCase()})`,
    action === undefined ? undefined : sql`starts_with(${auditLog.action}, ${action})`,
  ]
  const total = await countRows(scope, auditLog, ...wanted)
  const rows = await findRows(scope, auditLog, ...wanted)
    .orderBy(desc(auditLog.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const items = rows.map(({ id, at, actor, action: code, subject, details }) => ({
    id: String(id),
    at: at.toISOString(),
    action: code,
    details,
    ...(actor !== null && { actor }),
    ...(subject !== null && { subject }),
  }))
  return { items, total }
}

const DAY_MS = 24 * 60 * 60_000

/** Batch size for deletions, so that clearing a large log never blocks other statements for long. */
const BATCH = 1000

/** Selects the oldest entries by ID, which is the insertion order, to avoid scanning the whole log. */
const oldest = (before: string) =>
  `SELECT id FROM (SELECT id, at FROM audit_log WHERE tenant = $1 ORDER BY id LIMIT ${BATCH}) AS oldest WHERE at < ${before}`
const PRUNE = `DELETE FROM audit_log WHERE tenant = $1 AND id IN (${oldest('$2')})`

export async function deleteOldAuditEntries(
  address: DatabaseAddress,
  days: number,
  now: number,
  isStopping: () => boolean = () => false,
): Promise<void> {
  if (days === 0) return
  const before = new Date(now - days * DAY_MS)
  await asOwner(address, async owner => {
    const keys = await tenantsWhere(owner, oldest(`'${before.toISOString()}'`))
    for (const key of keys) await pruneTenant(owner, key, before, isStopping)
  })
}

async function pruneTenant(owner: pg.Client, tenant: string, before: Date, isStopping: () => boolean) {
  for (let pruned: number | null = BATCH; pruned === BATCH && !isStopping(); ) {
    // Use a transaction: a connection pooler may run separate statements on different connections.
    pruned = await inTransaction(owner, async () => {
      // Row-level security also applies to the owner.
      await owner.query(`SELECT set_config('fretwork.tenant', $1, true)`, [tenant])
      return (await owner.query(PRUNE, [tenant, before])).rowCount
    })
  }
}
