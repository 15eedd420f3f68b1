// What an Admin does to a user: suspend, readmit, end sessions, roles. Each in one transaction with its audit entry.
import type { AuditDetails } from '../audit/audit.js'
import type { Scope } from '../database/connection.js'
import { endSessionsOf } from '../presence/auth/sessions.js'
import { changeUser } from '../presence/users/accounts.js'
import { refuseLastAdmin } from './admins.js'
import { adminUser } from './find-users.js'

/** What is done to whom, and when (milliseconds since 1970). */
export interface Deed {
  readonly scope: Scope
  readonly userId: string
  readonly now: number
}

/** Ends every session with it. Who is suspended already stays so since then. @throws Problem `not_found`, `last_admin` */
export async function suspend({ scope, userId, now }: Deed): Promise<void> {
  await refuseLastAdmin(scope, userId)
  const { suspendedAt } = await adminUser(scope, userId, now)
  if (suspendedAt === undefined) await changeUser(scope, userId, { suspendedAt: new Date(now) })
  await endSessionsOf(scope, userId, 'admin', now)
}

/** @throws Problem `not_found` */
export async function readmit({ scope, userId, now }: Deed): Promise<void> {
  await adminUser(scope, userId, now)
  await changeUser(scope, userId, { suspendedAt: null })
}

/** @returns how many sessions there were. @throws Problem `not_found` */
export async function endAllSessions({ scope, userId, now }: Deed): Promise<AuditDetails> {
  const { sessions } = await adminUser(scope, userId, now)
  await endSessionsOf(scope, userId, 'admin', now)
  return { sessions }
}

/** @returns the roles before and after. @throws Problem `not_found`, `last_admin` */
export async function giveRoles(
  { scope, userId, now }: Deed,
  wanted: readonly string[],
): Promise<AuditDetails> {
  if (wanted.length === 0) await refuseLastAdmin(scope, userId)
  const before = (await adminUser(scope, userId, now)).roles
  await changeUser(scope, userId, { roles: [...wanted] })
  return { from: before.join(' '), to: wanted.join(' ') }
}
