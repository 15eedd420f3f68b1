// Attempts per minute, counted in PostgreSQL so that several servers share the count. Written by us: the
// library for Fastify counts in memory or in Redis, and it counts requests, not log-ins by account.
import { createHash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database, Scope } from '../../database/connection.js'
import { rateLimits } from '../../database/schema.js'
import { Problem } from '../../http/problem.js'

const WINDOW_MS = 60_000

export interface Limit {
  /** What is counted, such as `address` or `account`. */
  readonly of: string
  readonly value: string
  readonly perMinute: number
}

/**
 * Counts one attempt against each limit, in a transaction of its own that stays whatever happens next.
 * @throws Problem `rate_limited` with Retry-After in seconds.
 */
export async function spend(
  database: Database,
  tenant: string,
  limits: readonly Limit[],
  now: number,
): Promise<void> {
  const waits = await database.inTenant(tenant, async scope => {
    const seconds: number[] = []
    for (const limit of limits) seconds.push(await count(scope, limit, now))
    return seconds
  })
  const wait = Math.max(...waits)
  if (wait > 0) throw new Problem('rate_limited', { headers: { 'retry-after': String(wait) } })
}

/** @returns the seconds to wait, 0 where the attempt is within the limit. */
async function count(scope: Scope, limit: Limit, now: number): Promise<number> {
  // Hashed: the table is no list of who tried to log in from where.
  const bucket = `${limit.of}:${createHash('sha256').update(limit.value).digest('base64url')}`
  const at = new Date(now)
  const over = lt(rateLimits.windowBegan, new Date(now - WINDOW_MS + 1))
  const [row] = await scope.sql
    .insert(rateLimits)
    .values({ tenant: scope.tenant, bucket, windowBegan: at, count: 1 })
    .onConflictDoUpdate({
      target: [rateLimits.tenant, rateLimits.bucket],
      set: {
        count: sql`CASE WHEN ${over} THEN 1 ELSE ${rateLimits.count} + 1 END`,
        windowBegan: sql`CASE WHEN ${over} THEN excluded.window_began ELSE ${rateLimits.windowBegan} END`,
      },
    })
    .returning()
  if (!row || row.count <= limit.perMinute) return 0
  return Math.max(1, Math.ceil((row.windowBegan.getTime() + WINDOW_MS - now) / 1000))
}

/** Forgets windows that are over. */
export async function sweepLimits(scope: Scope, now: number): Promise<void> {
  await scope.sql
    .delete(rateLimits)
    .where(and(eq(rateLimits.tenant, scope.tenant), lt(rateLimits.windowBegan, new Date(now - WINDOW_MS))))
}
