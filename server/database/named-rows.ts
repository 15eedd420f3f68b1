// A statement written by hand that the database keeps prepared: read and planned once for each connection.
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Scope } from './connection.js'

const dialect = new PgDialect()

/** @param name belongs to this text alone: another text under it is refused by the driver. */
export async function namedRows<T extends pg.QueryResultRow>(
  scope: Scope,
  name: string,
  statement: SQL,
): Promise<T[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  const { rows } = await scope.sql.$client.query<T>({ name, text, values: params })
  return rows
}
