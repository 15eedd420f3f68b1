// The backup format: gzip over lines. A header, then each table as written by PostgreSQL's COPY, then a footer.
import type { ClientBase } from 'pg'
import * as z from 'zod/mini'

/** Alone on a line after the rows of a table. COPY never writes such a row, since it doubles backslashes. */
export const END_OF_TABLE = '\\.'

export const header = z.object({
  format: z.literal('fretwork-backup'),
  formatVersion: z.literal(1),
  /** Of the server that wrote it. */
  version: z.string(),
  made: z.string(),
  /** The migrations that had been applied, in order. */
  migrations: z.array(z.object({ id: z.string(), hash: z.string() })),
  tenants: z.array(z.string()),
})
export type Header = z.infer<typeof header>

export const tableHead = z.object({ table: z.string(), columns: z.array(z.string()) })

/** Distinguishes a complete file from one that was cut off. */
export const footer = z.object({ end: z.literal(true), rows: z.number() })

const NEWLINE = 10

/** Lines including their newline. Split as bytes: a row may contain other characters that text libraries split at. */
export async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let rest: Buffer[] = []
  for await (const chunk of input) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      rest.push(chunk.subarray(from, at + 1))
      yield rest.length === 1 ? (rest[0] as Buffer) : Buffer.concat(rest)
      rest = []
      from = at + 1
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
  }
  if (rest.length > 0) yield Buffer.concat(rest)
}

export interface Table {
  readonly name: string
  /** Without generated columns, which PostgreSQL computes again. */
  readonly columns: readonly string[]
  /** Under forced row-level security: its rows are visible one tenant at a time. */
  readonly ofTenant: boolean
}

/** Applied migrations are part of the header. */
const NOT_COPIED = ['migrations']

const TABLES = `
SELECT c.relname AS name, c.relforcerowsecurity AS "ofTenant",
  (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
   WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
  (SELECT coalesce(json_agg(DISTINCT other.relname), '[]') FROM pg_constraint f
   JOIN pg_class other ON other.oid = f.confrelid
   WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS needs
FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname`

/** All tables from the catalog, each after those it refers to. */
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

/** A name as an SQL identifier. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ')
