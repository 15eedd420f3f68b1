// Rate limits per minute, counted in PostgreSQL and shared by all servers. `@fastify/rate-limit` counts in memory or
// Redis, and counts requests instead of logins per account (ADR 10).

import { createHash } from 'node:crypto'
import { inArray, lt, sql } from 'drizzle-orm'
import type { Scope, Transactions } from '../database/connection.js'
import { deleteRows, ofTenant, olderThan } from '../database/queries.js'
import { rateLimits } from '../database/schema.js'
import { Problem } from '../http/problem.js'

const WINDOW_MS = 60_000

export interface Limit {
  /** What is limited, such as `address` or `account`. */
  readonly kind: string
  readonly value: string
  readonly perMinute: number
}

/**
 * Counts an attempt against each limit, in a transaction of its own that is kept whatever happens next.
 * @throws Problem `rate_limited` with Retry-After in seconds.
 */
export async function enforceLimits(
  database: Transactions,
  tenant: string,
  limits: readonly Limit[],
  now: number,
): Promise<void> {
  const wait = await database.inTenant(tenant, scope => count(scope, limits, now))
  if (wait > 0) throw new Problem('rate_limited', { headers: { 'retry-after': String(wait) } })
}

/** @returns how many seconds to wait, 0 if within all limits. */
async function count(scope: Scope, limits: readonly Limit[], now: number): Promise<number> {
  const at = new Date(now)
  const over = lt(rateLimits.windowBegan, new Date(now - WINDOW_MS + 1))
  const perMinute = new Map(limits.map(limit => [bucketOf(limit), limit.perMinute]))
  // Always in the same order, or two attempts that share two buckets could deadlock.
  const buckets = [...perMinute.keys()].sort()
  const rows = await scope.sql
    .insert(rateLimits)
    .values(buckets.map(bucket => ({ tenant: scope.tenant, bucket, windowBegan: at, count: 1 })))
    .onConflictDoUpdate({
      target: [rateLimits.tenant, rateLimits.bucket],
      set: {
        count: sql`CASE WHEN ${over} THEN 1 ELSE ${rateLimits.count} + 1 END`,
        windowBegan: sql`CASE WHEN ${over} THEN excluded.window_began ELSE ${rateLimits.windowBegan} END`,
      },
    })
    .returning()
  const waits = rows.map(({ bucket, count, windowBegan }) =>
    count <= (perMinute.get(bucket) ?? 0)
      ? 0
      : Math.max(1, Math.ceil((windowBegan.getTime() + WINDOW_MS - now) / 1000)),
  )
  return Math.max(...waits)
}

export const EMAIL_INTERVAL_MS = 60_000

/** One email of a kind per minute, so that strangers cannot flood a mailbox. */
export async function isEmailThrottled(
  database: Transactions,
  tenant: string,
  { kind, email }: { readonly kind: string; readonly email: string },
  now: number,
): Promise<boolean> {
  const limit = { kind: `mail:${kind}`, value: email.toLowerCase(), perMinute: 1 }
  try {
    await enforceLimits(database, tenant, [limit], now)
    return false
  } catch (error) {
    if (error instanceof Problem && error.code === 'rate_limited') return true
    throw error
  }
}

/** Hashed, so that the table does not list who tried to log in from where. */
function bucketOf({ kind, value }: Limit): string {
  return `${kind}:${createHash('sha256').update(value).digest('base64url')}`
}

export const expiredLimits = (now: number) => olderThan(rateLimits.windowBegan, now - WINDOW_MS)

/** Deletes expired windows, skipping those that are being counted in right now, so that neither side waits. */
export async function deleteExpiredLimits(scope: Scope, now: number): Promise<void> {
  const over = scope.sql
    .select({ bucket: rateLimits.bucket })
    .from(rateLimits)
    .where(ofTenant(scope, rateLimits, lt(rateLimits.windowBegan, new Date(now - WINDOW_MS))))
    .for('update', { skipLocked: true })
  await deleteRows(scope, rateLimits, inArray(rateLimits.bucket, over))
}
