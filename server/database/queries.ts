// Helpers for queries of the application's tables.
import { and, eq, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Scope } from './connection.js'

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
