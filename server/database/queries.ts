// Helpers for queries of the application's tables.
import { and, eq, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Caches `make` per key for as long as the key lives, such as a prepared statement per connection. */
export function oncePer<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, T>()
  return key => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}

/**
 * The rows of `table` that belong to the tenant and meet all conditions.
 * @example .where(ofTenant(scope, users, eq(users.id, id)))
 */
export function ofTenant(
  { tenant }: { readonly tenant: string | SQLWrapper },
  table: { readonly tenant: PgColumn },
  ...conditions: (SQL | undefined)[]
): SQL | undefined {
  return and(eq(table.tenant, tenant), ...conditions)
}
