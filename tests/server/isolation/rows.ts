// Row hashes for all tables by tenant. Tables are read from the catalog so that new tables are included.
import type pg from 'pg'
import { asOwner, type DatabaseAddress } from '../../../server/database/connection.js'

/** Hash by table and tenant, such as `users of other`. Rows without a tenant are keyed `no tenant`. */
export type Rows = Readonly<Record<string, string>>

/** Application tables with (`owned`) and without (`shared`) a tenant column. */
export interface Tables {
  readonly owned: readonly string[]
  readonly shared: readonly string[]
}

export async function tablesOf(owner: pg.Client): Promise<Tables> {
  const { rows } = await owner.query<{ name: string; owned: boolean }>(
    `SELECT relname AS name, EXISTS (
       SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'tenant' AND NOT attisdropped
     ) AS owned
     FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY relname`,
  )
  const named = (wanted: boolean) => rows.filter(({ owned }) => owned === wanted).map(({ name }) => name)
  return { owned: named(true), shared: named(false) }
}

/** Reads as the superuser that owns the test database, which bypasses row-level security. */
export async function rowsOf(address: DatabaseAddress): Promise<Rows> {
  return asOwner(address, async owner => {
    const { owned, shared } = await tablesOf(owner)
    const hashes = [
      ...owned.map(table => hashing(table, 'tenant')),
      ...shared.map(table => hashing(table, "'no tenant'")),
    ]
    const { rows } = await owner.query<{ place: string; hash: string }>(hashes.join(' UNION ALL '))
    return Object.fromEntries(rows.map(({ place, hash }) => [place, hash]))
  })
}

export function rowsOfTenant(rows: Rows, tenant: string): Rows {
  return Object.fromEntries(Object.entries(rows).filter(([place]) => place.endsWith(` of ${tenant}`)))
}

function hashing(table: string, tenant: string): string {
  const text = `string_agg(row_text, E'\\n' ORDER BY row_text)`
  return `SELECT concat('${table} of ', tenant) AS place, md5(${text}) AS hash
    FROM (SELECT ${tenant} AS tenant, ${table}::text AS row_text FROM ${table}) AS each_row GROUP BY tenant`
}
