// Nonces that were used: an ID token opens one session, however often its like is sent.
import { createHash } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import type { Scope } from '../../database/connection.js'
import { spentNonces } from '../../database/schema.js'

/** No code and no ID token lives that long. */
const KEPT_MS = 24 * 60 * 60_000

/** @returns whether it was used before, by this very request in parallel, too. */
export async function spendNonce(scope: Scope, nonce: string, now: number): Promise<boolean> {
  const hash = createHash('sha256').update(nonce).digest('base64url')
  const added = await scope.sql
    .insert(spentNonces)
    .values({ tenant: scope.tenant, hash, spentAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ hash: spentNonces.hash })
  return added.length === 0
}

export async function sweepNonces(scope: Scope, now: number): Promise<void> {
  await scope.sql
    .delete(spentNonces)
    .where(and(eq(spentNonces.tenant, scope.tenant), lt(spentNonces.spentAt, new Date(now - KEPT_MS))))
}
