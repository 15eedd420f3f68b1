// Reading the audit log, the newest entry first.
import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AuditFilter, AuditPage } from '../../src/core/api/admin.js'
import type { Scope } from '../database/connection.js'
import { auditLog } from '../database/schema.js'

/** `user` finds what the user did and what was done to the user; `action` finds codes by their beginning. */
export async function readAudit(scope: Scope, filter: AuditFilter): Promise<AuditPage> {
  const { user, action, page, pageSize } = filter
  const wanted: (SQL | undefined)[] = [
    eq(auditLog.tenant, scope.tenant),
    user === undefined
      ? undefined
      : sql`(${auditLog.actor} = ${user}::uuid OR ${auditLog.subject} = ${user})`,
    action === undefined ? undefined : sql`starts_with(${auditLog.action}, ${action})`,
  ]
  const where = and(...wanted)
  const [counted] = await scope.sql.select({ total: count() }).from(auditLog).where(where)
  const rows = await scope.sql
    .select()
    .from(auditLog)
    .where(where)
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
  return { items, total: counted?.total ?? 0 }
}
