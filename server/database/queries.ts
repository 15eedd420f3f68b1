import { and, eq, getTableName, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Scope, Sql } from './transactions.js'

export type TenantTable = PgTable & { readonly tenant: PgColumn }
type Condition = SQL | undefined

/** True for the rows of `table` that belong to the tenant and meet all conditions. */
export function ofTenant(
  { tenant }: { readonly tenant: string | SQLWrapper },
  table: { readonly tenant: PgColumn },
  ...conditions: Condition[]
): Condition {
  return and(eq(table.tenant, tenant), ...conditions)
}

export function findRows<T extends TenantTable>(scope: Scope, table: T, ...conditions: Condition[]) {
  const rows = scope.sql.select().from(table as PgTable)
  return rows.where(ofTenant(scope, table, ...conditions)) as unknown as Promise<T['$inferSelect'][]>
}

export async function findRow<T extends TenantTable>(
  scope: Scope,
  table: T,
  ...conditions: Condition[]
): Promise<T['$inferSelect'] | undefined> {
  return (await findRows(scope, table, ...conditions))[0]
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

/** The tenants in which any of the questions has a row, oldest first. In a question, $1 is the tenant. */
export async function tenantsWhere(shared: Sql | pg.Client, ...questions: string[]): Promise<string[]> {
  const database = 'select' in shared ? shared : drizzle(shared)
  const { rows } = await database.execute<{ tenant: string }>(
    sql`SELECT tenant FROM tenants_where(${sql.param(questions)}::text[])`,
  )
  return rows.map(({ tenant }) => tenant)
}

/** For `tenantsWhere`. @param before milliseconds since 1970 */
export function olderThan(column: PgColumn, before: number, condition = 'true'): string {
  return `SELECT 1 FROM ${getTableName(column.table)} WHERE tenant = $1
    AND ${column.name} < '${new Date(before).toISOString()}' AND ${condition}`
}
