// Accounts whose address nobody has proved yet: they hold it against nobody.
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../../audit/audit.js'
import type { Scope } from '../../database/connection.js'
import { users } from '../../database/schema.js'
import type { User } from '../auth/sessions.js'

/** Whether the address is the account's for good; no way around a suspension, either. */
export function holdsItsAddress({ emailVerifiedAt, suspendedAt }: User): boolean {
  return emailVerifiedAt !== null || suspendedAt !== null
}

/**
 * Somebody registered with this address and never proved it was theirs; now its owner is here. Nobody could ever log
 * in to that account, so nothing is lost with it, and the password that its maker knows opens nothing.
 * @returns whether it is gone: not where it was proven or suspended in this very moment
 */
export async function removeUnproven(scope: Scope, present: User): Promise<boolean> {
  // If it is proven in this very moment, it stays, and whoever comes meets it in the index.
  const removed = await scope.sql
    .delete(users)
    .where(
      and(
        eq(users.tenant, scope.tenant),
        eq(users.id, present.id),
        isNull(users.emailVerifiedAt),
        isNull(users.suspendedAt),
      ),
    )
    .returning({ id: users.id })
  if (removed.length === 0) return false
  await audit(scope, { action: 'user.displaced', subject: present.id })
  return true
}
