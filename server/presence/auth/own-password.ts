// The password as proof of who acts: asked again for what changes an account, and checked again where it counts.
import { and, eq, isNull } from 'drizzle-orm'
import type { Config } from '../../config.js'
import type { Database, Scope } from '../../database/connection.js'
import { users } from '../../database/schema.js'
import { Problem } from '../../http/problem.js'
import type { Passwords } from './passwords.js'
import { spend } from './rate-limit.js'
import type { LiveSession, User } from './sessions.js'

export interface ProofParts {
  readonly database: Database
  readonly passwords: Passwords
  readonly now: () => number
  readonly loginLimits: Config['loginLimits']
}

/**
 * Checks the current password of who is logged in.
 * @throws Problem `password_wrong`, or `rate_limited` after as many tries as a log-in has.
 */
export async function provePassword(
  { database, passwords, now, loginLimits }: ProofParts,
  { user }: LiveSession,
  password: string,
): Promise<void> {
  const limit = { of: 'proof', value: user.id, perMinute: loginLimits.perAccount }
  await spend(database, user.tenant, [limit], now())
  if (!(await passwords.verify(password, user.passwordHash))) throw new Problem('password_wrong')
}

/**
 * Whether the account still has the password that was checked, and is not suspended. Holds the row until the end
 * of the transaction, so that a change from elsewhere comes before or after, never in between.
 */
export async function isUnchanged(scope: Scope, user: User): Promise<boolean> {
  const [row] = await scope.sql
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.tenant, scope.tenant), eq(users.id, user.id), isNull(users.suspendedAt)))
    .for('no key update')
  return row !== undefined && row.passwordHash === user.passwordHash
}
