import { eq } from 'drizzle-orm'
import { planLevelOf } from '../../src/core/contract/claims.js'
import { addRows, findRow, lockRow, ofTenant } from '../database/queries.js'
import { libraries, tenants, users } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { featuresAt } from '../users/features.js'

const SONGS_FOR_FREE = 5
const MOST_RECORDS = 50_000
export const MOST_FILES = 50_000
const BYTES = { free: 64 * 1024 * 1024, paid: 2 * 1024 ** 3 } as const

export async function limitsOf(scope: Scope, userId: string, now: number) {
  const [row] = await scope.sql
    .select({ features: featuresAt(now), quota: tenants.quota })
    .from(users)
    .innerJoin(tenants, eq(tenants.key, users.tenant))
    .where(ofTenant(scope, users, eq(users.id, userId)))
  const { features, quota } = row ?? { features: [], quota: null }
  return {
    songLimit: planLevelOf(features) ? Number.POSITIVE_INFINITY : SONGS_FOR_FREE,
    recordLimit: MOST_RECORDS,
    byteLimit: byteLimitOf(features, quota),
  }
}

/** @param quota the tenant's quota in bytes, or null if it has none */
export const byteLimitOf = (features: readonly string[], quota: number | null) =>
  quota ?? (planLevelOf(features) ? BYTES.paid : BYTES.free)

/**
 * Cursor and key of the last write, and the usage. Bytes include records and files, and removed records until
 * their fields are deleted.
 */
export type Library = Omit<typeof libraries.$inferSelect, 'tenant' | 'userId'>

const UNUSED: Library = { seq: 0, tip: null, songs: 0, records: 0, files: 0, bytes: 0 }

export async function libraryOf(scope: Scope, userId: string): Promise<Library> {
  return (await findRow(scope, libraries, eq(libraries.userId, userId))) ?? UNUSED
}

/** Locks the library until the transaction ends, so that writes from all servers have one order. */
export async function lockedLibrary(scope: Scope, userId: string): Promise<Library> {
  await addRows(scope, libraries, { userId }).onConflictDoNothing()
  return (await lockRow(scope, libraries, eq(libraries.userId, userId))) ?? UNUSED
}
