// Single-use tokens that connect the password step to the second-factor step, and the two steps of setting up
// a factor. They allow five attempts within five minutes and are bound to account, password and session (if
// any).
import { eq, gt, lt, sql } from 'drizzle-orm'
import { addRows, deleteRows, ofTenant } from '../../database/queries.js'
import { factorChallenges } from '../../database/schema.js'
import type { Scope } from '../../database/transactions.js'
import { hashOf, newRefreshToken as newToken } from '../secrets.js'
import type { User } from '../sessions.js'

const CHALLENGE_MS = 5 * 60_000
const ATTEMPTS = 5

/** Stored challenge. `hash` is the token's hash and also the challenge that a passkey signs. */
export type Challenge = typeof factorChallenges.$inferSelect
export type Purpose = Challenge['purpose']

interface NewChallenge {
  readonly purpose: Purpose
  readonly sessionId?: string
  readonly details?: Challenge['details']
}

export async function issueChallenge(
  scope: Scope,
  user: User,
  { purpose, sessionId, details = {} }: NewChallenge,
  now: number,
): Promise<{ readonly challenge: string; readonly hash: string }> {
  const challenge = newToken()
  const hash = hashOf(challenge)
  await addRows(scope, factorChallenges, {
    ...{ hash, userId: user.id, purpose, sessionId: sessionId ?? null, details },
    ...{ print: printOf(user), expiresAt: new Date(now + CHALLENGE_MS) },
  })
  return { challenge, hash }
}

export function printOf({ passwordHash }: Pick<User, 'passwordHash'>): string {
  return hashOf(passwordHash ?? '')
}

/** Counts an attempt; the caller must commit the transaction even after a failure. */
export async function countAttempt(
  scope: Scope,
  token: string,
  { purpose, sessionId }: Pick<NewChallenge, 'purpose' | 'sessionId'>,
  now: number,
): Promise<Challenge | undefined> {
  const [row] = await scope.sql
    .update(factorChallenges)
    .set({ attempts: sql`${factorChallenges.attempts} + 1` })
    .where(
      ofTenant(
        scope,
        factorChallenges,
        eq(factorChallenges.hash, hashOf(token)),
        eq(factorChallenges.purpose, purpose),
        sql`${factorChallenges.sessionId} IS NOT DISTINCT FROM ${sessionId ?? null}::uuid`,
        lt(factorChallenges.attempts, ATTEMPTS),
        gt(factorChallenges.expiresAt, new Date(now)),
      ),
    )
    .returning()
  return row
}

export async function takeChallenge(scope: Scope, { hash }: Challenge): Promise<boolean> {
  return (await deleteRows(scope, factorChallenges, eq(factorChallenges.hash, hash))) === 1
}
