// The audit log: what was done, by whom, to whom. Entries are added with their cause, never changed, and
// forgotten when they are old (`prune-audit.ts`).
import type { Scope } from '../database/connection.js'
import { auditLog } from '../database/schema.js'

export type AuditDetails = Readonly<Record<string, string | number | boolean>>

export interface AuditEntry {
  /** The user who did it; left out where it was the server itself, or nobody who was logged in. */
  readonly actor?: string | undefined
  /** A stable code, `<area>.<what happened>`: `user.suspended`. */
  readonly action: string
  /** What it was done to: a user's id, where there is one. */
  readonly subject?: string | undefined
  /** No secrets and no addresses: the log outlives the account. */
  readonly details?: AuditDetails
}

/** Adds an entry in the transaction of its cause: both are kept, or neither. */
export async function audit(scope: Scope, entry: AuditEntry): Promise<void> {
  await scope.sql.insert(auditLog).values({ tenant: scope.tenant, ...entry })
}
