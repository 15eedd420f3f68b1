// Helpers for queries of the application's tables.
import { and, eq, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Scope } from './connection.js'

/** Caches `make` per key for as long as the key lives, such as a prepared statement per connection. */
export function oncePer<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, T>()
  return key => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}

export type TenantTable = PgTable & { readonly tenant: PgColumn }
type Condition = SQL | undefined

/**
 * True for the rows of `table` that belong to the tenant and meet all conditions.
 * @example .where(ofTenant(scope, users, eq(users.id, id)))
 */
export function ofTenant(
  { tenant }: { readonly tenant: string | SQLWrapper },
  table: { readonly tenant: PgColumn },
  ...conditions: Condition[]
): Condition {
  return and(eq(table.tenant, tenant), ...conditions)
}

/** The tenant's rows that meet all conditions, with all columns. */
export function findRows<T extends TenantTable>(scope: Scope, table: T, ...conditions: Condition[]) {
  const rows = scope.sql.select().from(table as PgTable)
  return rows.where(ofTenant(scope, table, ...conditions)) as unknown as Promise<T['$inferSelect'][]>
}

/** Changes the tenant's rows that meet all conditions. @returns their number */
export function changeRows<T extends TenantTable>(
  scope: Scope,
  table: T,
  change: PgUpdateSetSource<T>,
  ...conditions: Condition[]
): Promise<number> {
  const changed = scope.sql.update(table).set(change)
  return changed.where(ofTenant(scope, table, ...conditions)).then(({ rowCount }) => rowCount ?? 0)
}

/** Deletes the tenant's rows that meet all conditions. @returns their number */
export function deleteRows(scope: Scope, table: TenantTable, ...conditions: Condition[]): Promise<number> {
  const deleted = scope.sql.delete(table).where(ofTenant(scope, table, ...conditions))
  return deleted.then(({ rowCount }) => rowCount ?? 0)
}
