// Rate limits stored in PostgreSQL, so that all servers share them. `@fastify/rate-limit` stores counts in
// memory or Redis and limits requests rather than logins per account (ADR 10).

import { createHash } from 'node:crypto'
import { lte, type SQL, sql } from 'drizzle-orm'
import { audit } from '../admin/audit-log.js'
import { addRows } from '../database/queries.js'
import { rateLimits } from '../database/schema.js'
import type { Scope, Transactions } from '../database/transactions.js'
import { Problem } from '../http/problem.js'
import { foldEmail } from '../users/accounts.js'
import { limitedNetwork, networkOf } from './networks.js'

const MINUTE_MS = 60_000

export interface Limit {
  readonly kind: string
  readonly value: string
  readonly count: number
  /** Length of the window, ms, from the first attempt on. Default: one minute. */
  readonly windowMs?: number
  /** Shares the count across tenants, so that a network doesn't get a separate budget for each tenant. */
  readonly inAllTenants?: true
}

export interface AttemptLimits {
  readonly perAddress: number
  readonly perAccount: number
}

/**
 * Returns two limits: one for the network, and one for the account on this network. A stranger on another
 * network can't lock out the account's owner.
 */
export function attemptLimits(
  kind: string,
  { perAddress, perAccount }: AttemptLimits,
  address: string,
  account?: string,
): Limit[] {
  const network = limitedNetwork(address)
  return [
    { kind: `${kind}:network`, value: network, count: perAddress, inAllTenants: true },
    ...(account === undefined
      ? []
      : [{ kind: `${kind}:account`, value: `${foldEmail(account)} ${network}`, count: perAccount }]),
  ]
}

interface Attempt {
  readonly tenant: string
  readonly limits: readonly Limit[]
  readonly address: string
  readonly now: number
}

/**
 * Counts the attempt in a separate transaction, so that failed requests count too.
 * @throws Problem `rate_limited` with Retry-After
 */
export async function enforceLimits(database: Transactions, attempt: Attempt): Promise<void> {
  const { tenant, limits, address, now } = attempt
  const network = networkOf(address)
  const { wait, reached } = await database.inTenant(tenant, async scope => {
    const counted = await count(scope, limits, now)
    for (const limit of counted.reached) {
      await audit(scope, { action: 'limit.reached', details: { limit, network } })
    }
    return counted
  })
  if (wait === 0) return
  const notice = reached.length > 0 ? `${network} exceeded the rate limit ${reached.join(', ')}.` : undefined
  throw new Problem('rate_limited', { headers: { 'retry-after': String(wait) }, notice })
}

interface Counted {
  readonly wait: number
  readonly reached: readonly string[]
}

async function count(scope: Scope, limits: readonly Limit[], now: number): Promise<Counted> {
  const byBucket = new Map(limits.map(limit => [bucketOf(limit), limit]))
  // Sort the buckets: a fixed lock order prevents deadlocks between attempts that share several buckets.
  const windows = [...byBucket]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([bucket, { windowMs = MINUTE_MS, inAllTenants }]) => ({
      ...{ bucket, windowBegan: new Date(now), count: 1 },
      ...{ endsAt: new Date(now + windowMs), inAllTenants },
    }))
  const shared = windows.filter(({ inAllTenants }) => inAllTenants)
  const own = windows.filter(({ inAllTenants }) => !inAllTenants)
  const rows = [
    ...(shared.length > 0 ? await inOldestTenant(scope, oldest => countIn(oldest, shared, now)) : []),
    ...(own.length > 0 ? await countIn(scope, own, now) : []),
  ]
  const exceeded = rows.flatMap(row => {
    const limit = byBucket.get(row.bucket)
    return limit && row.count > limit.count ? [{ ...row, limit }] : []
  })
  const waits = exceeded.map(({ endsAt }) => Math.max(1, Math.ceil((endsAt.getTime() - now) / 1000)))
  const first = exceeded.filter(({ count, limit }) => count === limit.count + 1)
  return { wait: Math.max(0, ...waits), reached: first.map(({ limit }) => limit.kind) }
}

type Window = Omit<typeof rateLimits.$inferInsert, 'tenant'>

function countIn(scope: Scope, windows: readonly Window[], now: number) {
  const over = lte(rateLimits.endsAt, new Date(now))
  return addRows(scope, rateLimits, ...windows)
    .onConflictDoUpdate({
      target: [rateLimits.tenant, rateLimits.bucket],
      set: {
        count: sql`CASE WHEN ${over} THEN excluded.count ELSE ${rateLimits.count} + excluded.count END`,
        windowBegan: sql`CASE WHEN ${over} THEN excluded.window_began ELSE ${rateLimits.windowBegan} END`,
        endsAt: sql`CASE WHEN ${over} THEN excluded.ends_at ELSE ${rateLimits.endsAt} END`,
      },
    })
    .returning()
}

/** Runs `work` in the oldest tenant, which stores the counts shared by all tenants. */
async function inOldestTenant<T>(scope: Scope, work: (oldest: Scope) => Promise<T>): Promise<T> {
  const enter = (tenant: SQL) =>
    scope.sql.execute<{ tenant: string }>(
      sql`SELECT set_config('fretwork.tenant', ${tenant}, true) AS tenant`,
    )
  const { rows } = await enter(sql`(SELECT key FROM tenants ORDER BY created_at, key LIMIT 1)`)
  const done = await work({ ...scope, tenant: rows[0]?.tenant ?? scope.tenant })
  await enter(sql`${scope.tenant}`)
  return done
}

/**
 * Adds to the account's call count, which all servers share.
 * @returns the total for this minute
 */
export async function addCalls(
  database: Transactions,
  { id, tenant }: { readonly id: string; readonly tenant: string },
  spent: number,
  endsAt: number,
): Promise<number | undefined> {
  const bucket = bucketOf({ kind: 'calls', value: id })
  const windowBegan = new Date(endsAt - MINUTE_MS)
  const window = { bucket, windowBegan, endsAt: new Date(endsAt), count: spent }
  const rows = await database.inTenant(tenant, scope => countIn(scope, [window], windowBegan.getTime()))
  return rows[0]?.count
}

const HOUR_MS = 60 * MINUTE_MS

export interface EmailCause {
  readonly kind: string
  readonly email: string
  readonly from: string
}

/**
 * Limits emails per address and per client, so that a stranger can't use up the address's limit. A throttled
 * caller can rely on the last link, which is still valid.
 */
export async function isEmailThrottled(
  database: Transactions,
  tenant: string,
  { kind, email, from }: EmailCause,
  now: number,
): Promise<boolean> {
  const value = foldEmail(email)
  const limits = [
    { kind: `email:${kind}`, value, count: 1 },
    { kind: `email-hour:${kind}`, value, count: 4, windowMs: HOUR_MS },
    { kind: `email-day:${kind}`, value: `${value} ${from}`, count: 8, windowMs: 24 * HOUR_MS },
  ]
  const throttled = new Problem('rate_limited')
  try {
    // Roll back throttled attempts. Otherwise a stranger could use up the hourly limit.
    await database.inTenant(tenant, async scope => {
      if ((await count(scope, limits, now)).wait > 0) throw throttled
    })
    return false
  } catch (error) {
    if (error === throttled) return true
    throw error
  }
}

function bucketOf({ kind, value }: Pick<Limit, 'kind' | 'value'>): string {
  return `${kind}:${createHash('sha256').update(value).digest('base64url')}`
}
