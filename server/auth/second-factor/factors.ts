import { eq, sql } from 'drizzle-orm'
import { countRows, deleteRows, findRows, ofTenant } from '../../database/queries.js'
import {
  factorChallenges,
  passkeys,
  recoveryCodes,
  sessions,
  totpSecrets,
  users,
} from '../../database/schema.js'
import type { Scope } from '../../database/transactions.js'
import type { User } from '../sessions.js'

const FRESH_MS = 10 * 60_000

export type Passkey = typeof passkeys.$inferSelect

export interface Factors {
  readonly totp: typeof totpSecrets.$inferSelect | undefined
  readonly passkeys: readonly Passkey[]
  readonly recoveryCodes: number
  /** Whether the account has a second factor, not counting recovery codes. */
  readonly any: boolean
}

export async function factorsOf(scope: Scope, userId: string): Promise<Factors> {
  const [[totp], keys, codes] = await Promise.all([
    findRows(scope, totpSecrets, eq(totpSecrets.userId, userId)),
    findRows(scope, passkeys, eq(passkeys.userId, userId)).orderBy(passkeys.createdAt, passkeys.id),
    countRows(scope, recoveryCodes, eq(recoveryCodes.userId, userId)),
  ])
  return { totp, passkeys: keys, recoveryCodes: codes, any: totp !== undefined || keys.length > 0 }
}

/** Uses a single statement, because most accounts have no second factor. */
export async function hasFactor(scope: Scope, userId: string): Promise<boolean> {
  const { rows } = await scope.sql.execute<{ has: boolean }>(sql`SELECT
    EXISTS (SELECT 1 FROM ${totpSecrets} WHERE tenant = ${scope.tenant} AND user_id = ${userId})
    OR EXISTS (SELECT 1 FROM ${passkeys} WHERE tenant = ${scope.tenant} AND user_id = ${userId}) AS has`)
  return rows[0]?.has === true
}

/**
 * Qualify the column manually: Drizzle omits the table name, and the inner table has a column with the same
 * name.
 */
const hasAny = sql<boolean>`(
  EXISTS (SELECT 1 FROM ${totpSecrets} t WHERE t.tenant = "sessions"."tenant" AND t.user_id = "sessions"."user_id")
  OR EXISTS (SELECT 1 FROM ${passkeys} p WHERE p.tenant = "sessions"."tenant" AND p.user_id = "sessions"."user_id"))`

export interface FactorAge {
  readonly has: boolean
  readonly at: Date | null
}

export async function factorAge(scope: Scope, sessionId: string): Promise<FactorAge> {
  const [row] = await scope.sql
    .select({ has: hasAny, at: sessions.secondFactorAt })
    .from(sessions)
    .where(ofTenant(scope, sessions, eq(sessions.id, sessionId)))
  return row ?? { has: false, at: null }
}

/** Returns whether the session may make dangerous changes. Accounts without a second factor always may. */
export function isFresh({ has, at }: FactorAge, now: number): boolean {
  return !has || (at !== null && now - at.getTime() < FRESH_MS)
}

/**
 * Locks the account's row until the transaction ends, so that logins and factor changes run one at a time.
 */
export async function lockUser(scope: Scope, userId: string): Promise<User | undefined> {
  return (await findRows(scope, users, eq(users.id, userId)).for('no key update'))[0]
}

export async function forgetFactors(scope: Scope, userId: string): Promise<void> {
  await deleteRows(scope, recoveryCodes, eq(recoveryCodes.userId, userId))
  await deleteRows(scope, factorChallenges, eq(factorChallenges.userId, userId))
}
