// What a backup is made of: the tables as the catalogue lists them, each after those that it refers to.
import type { ClientBase } from 'pg'

export interface Table {
  readonly name: string
  /** Those that are stored: what PostgreSQL computes it computes again. */
  readonly columns: readonly string[]
  /** Forced row-level security: its rows are seen one tenant at a time. */
  readonly ofTenant: boolean
}

/** Which migrations ran is part of a backup's header, and which is no row to be copied. */
const NOT_COPIED = ['migrations']

const TABLES = `
SELECT c.relname AS name, c.relforcerowsecurity AS "ofTenant",
  (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
   WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
  (SELECT coalesce(json_agg(DISTINCT other.relname), '[]') FROM pg_constraint f
   JOIN pg_class other ON other.oid = f.confrelid
   WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS needs
FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname`

export async function tablesOf(owner: ClientBase): Promise<Table[]> {
  const answer = await owner.query<Table & { needs: string[] }>(TABLES)
  let left = answer.rows.filter(({ name }) => !NOT_COPIED.includes(name))
  const sorted: Table[] = []
  while (left.length > 0) {
    const next = left.filter(({ needs }) => !left.some(({ name }) => needs.includes(name)))
    if (next.length === 0) {
      throw new Error(
        `These tables refer to each other in a circle: ${left.map(({ name }) => name).join(', ')}.`,
      )
    }
    for (const { name, columns, ofTenant } of next) sorted.push({ name, columns, ofTenant })
    left = left.filter(table => !next.includes(table))
  }
  return sorted
}

/** A name as SQL takes it, whatever letters are in it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ')
