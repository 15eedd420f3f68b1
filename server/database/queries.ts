import { and, eq, getTableName, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgColumn, PgInsertValue, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Scope, Sql } from './transactions.js'

export type TenantTable = PgTable & { readonly tenant: PgColumn }
type Condition = SQL | undefined

export function ofTenant(
  { tenant }: { readonly tenant: string | SQLWrapper },
  table: { readonly tenant: PgColumn },
  ...conditions: Condition[]
): Condition {
  return and(eq(table.tenant, tenant), ...conditions)
}

/**
 * Builds an `IN` condition whose statement is the same for lists of any length, unlike a list of parameters.
 */
export function isIn(column: PgColumn, values: readonly (string | number)[]): SQL {
  return sql`${column} = ANY(${sql.param(values)}::${sql.raw(column.getSQLType())}[])`
}

/** Select that can be ordered, limited and locked. */
interface Rows<R> extends Promise<R[]> {
  orderBy(...columns: (PgColumn | SQL)[]): Rows<R>
  limit(rows: number): Rows<R>
  offset(rows: number): Rows<R>
  for(strength: 'update' | 'no key update', how?: { readonly skipLocked: true }): Rows<R>
}

export function findRows<T extends TenantTable>(scope: Scope, table: T, ...conditions: Condition[]) {
  const rows = scope.sql.select().from(table as PgTable)
  return rows.where(ofTenant(scope, table, ...conditions)) as unknown as Rows<T['$inferSelect']>
}

export async function findRow<T extends TenantTable>(
  scope: Scope,
  table: T,
  ...conditions: Condition[]
): Promise<T['$inferSelect'] | undefined> {
  return (await findRows(scope, table, ...conditions))[0]
}

export async function lockRow<T extends TenantTable>(
  scope: Scope,
  table: T,
  ...conditions: Condition[]
): Promise<T['$inferSelect'] | undefined> {
  return (await findRows(scope, table, ...conditions).for('update'))[0]
}

export function countRows(scope: Scope, table: TenantTable, ...conditions: Condition[]): Promise<number> {
  return scope.sql.$count(table as PgTable, ofTenant(scope, table, ...conditions))
}

/** Adds rows for the tenant. Clauses such as `.onConflictDoNothing()` can follow. */
export function addRows<T extends TenantTable>(
  { sql, tenant }: Scope,
  table: T,
  ...rows: Omit<T['$inferInsert'], 'tenant'>[]
) {
  return sql.insert(table).values(rows.map(row => ({ tenant, ...row })) as PgInsertValue<T>[])
}

export async function inTransaction<T>(owner: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  try {
    await owner.query('BEGIN')
    const done = await work()
    await owner.query('COMMIT')
    return done
  } catch (error) {
    await owner.query('ROLLBACK')
    throw error
  }
}

export function changeRows<T extends TenantTable>(
  scope: Scope,
  table: T,
  change: PgUpdateSetSource<T>,
  ...conditions: Condition[]
): Promise<number> {
  const changed = scope.sql.update(table).set(change)
  return changed.where(ofTenant(scope, table, ...conditions)).then(({ rowCount }) => rowCount ?? 0)
}

export function deleteRows(scope: Scope, table: TenantTable, ...conditions: Condition[]): Promise<number> {
  const deleted = scope.sql.delete(table).where(ofTenant(scope, table, ...conditions))
  return deleted.then(({ rowCount }) => rowCount ?? 0)
}

/**
 * Returns the tenants for which any of the queries yields a row, oldest tenant first. In the queries, $1 is
 * the tenant.
 */
export async function tenantsWhere(shared: Sql | pg.Client, ...questions: string[]): Promise<string[]> {
  const database = 'select' in shared ? shared : drizzle(shared)
  const { rows } = await database.execute<{ tenant: string }>(
    sql`SELECT tenant FROM tenants_where(${sql.param(questions)}::text[])`,
  )
  return rows.map(({ tenant }) => tenant)
}

export function olderThan(column: PgColumn, before: number, condition = 'true'): string {
  return `SELECT 1 FROM ${getTableName(column.table)} WHERE tenant = $1
    AND ${column.name} < '${new Date(before).toISOString()}' AND ${condition}`
}
