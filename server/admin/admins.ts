// The rule that somebody with the Admin role is always left.
import { and, eq, isNull, sql } from 'drizzle-orm'
import { ADMIN_ROLE } from '../../src/core/api/claims.js'
import type { Scope } from '../database/connection.js'
import { users } from '../database/schema.js'
import { Problem } from '../http/problem.js'

/**
 * To be asked before an account is suspended, loses the role or is deleted. Holds all Admins' rows until the
 * transaction ends: two who take the role from each other wait for one another.
 * @throws Problem `last_admin` where the user is the only open account with the role.
 */
export async function refuseLastAdmin(scope: Scope, userId: string): Promise<void> {
  const admins = await scope.sql
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.tenant, scope.tenant),
        isNull(users.suspendedAt),
        sql`${ADMIN_ROLE} = ANY(${users.roles})`,
      ),
    )
    .orderBy(users.id)
    .for('update')
  if (admins.length === 1 && admins[0]?.id === userId.toLowerCase()) throw new Problem('last_admin')
}
