import { ADMIN_ROLE } from '../../src/core/api/claims.js'
import type { Database } from '../database/connection.js'
import type { Scope } from '../database/transactions.js'
import { Problem } from '../http/problem.js'
import type { Call } from '../http/route.js'
import { type AuditDetails, audit } from './audit-log.js'

export type Asked = Pick<Call<unknown, unknown, unknown>, 'tenant' | 'session'>
export type Entry = { readonly action: string; readonly subject?: string; readonly details?: AuditDetails }

/** Refusals are logged, too. @throws Problem `forbidden`, `second_factor_missing` */
export async function assertAdmin(database: Database, { tenant, session }: Asked): Promise<void> {
  const isAdmin = session.user.roles.includes(ADMIN_ROLE)
  if (isAdmin && !session.lacksFactor) return
  const refused = { actor: session.user.id, action: 'admin.refused', subject: session.user.id }
  await database.inTenant(tenant.key, scope => audit(scope, refused))
  throw new Problem(isAdmin ? 'second_factor_missing' : 'forbidden')
}

/** Runs `work` for an admin only, and stores the entry it returns in the same transaction. */
export async function asAdmin<A>(
  database: Database,
  call: Asked,
  work: (scope: Scope) => Promise<[A, Entry]>,
): Promise<A> {
  await assertAdmin(database, call)
  return database.inTenant(call.tenant.key, async scope => {
    const [answer, entry] = await work(scope)
    await audit(scope, { actor: call.session.user.id, ...entry })
    return answer
  })
}
