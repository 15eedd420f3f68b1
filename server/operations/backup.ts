// Streams a snapshot of the whole database while servers keep running. The format is gzipped lines: a header,
// each table as output by PostgreSQL's COPY, and a footer.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import * as z from 'zod/mini'
import { serverVersion } from '../project.js'
import { openStateFolder, writePrivatelyOnce } from '../state-folder.js'

const KEY_FILE = /^[a-z][a-z-]*\.json$/
const keysFolder = (home: string) => join(home, 'keys')

export async function keysIn(home: string): Promise<Header['keys']> {
  const names = existsSync(keysFolder(home)) ? await readdir(keysFolder(home)) : []
  const read = async (name: string) => [name, await readFile(join(keysFolder(home), name), 'utf8')] as const
  return Object.fromEntries(await Promise.all(names.filter(name => KEY_FILE.test(name)).map(read)))
}

/** Restores the keys from a backup. Existing keys are not replaced. */
export async function restoreKeys(home: string, keys: Header['keys']): Promise<void> {
  openStateFolder(keysFolder(home))
  for (const [name, text] of Object.entries(keys))
    await writePrivatelyOnce(join(keysFolder(home), name), text)
}

/**
 * Writes the backup, then ends `out` unless it is standard output.
 * @returns number of rows
 */
export async function backUp(owner: ClientBase, out: Writable, keys: Header['keys']): Promise<number> {
  const gzip = createGzip()
  gzip.pipe(out, { end: out !== process.stdout })
  const broken = new Promise<never>((_, reject) => {
    for (const stream of [gzip, out]) stream.once('error', reject)
  })
  const rows = await Promise.race([writeAll(owner, gzip, keys), broken])
  gzip.end()
  await Promise.race([finished(out === process.stdout ? gzip : out), broken])
  return rows
}

async function writeAll(owner: ClientBase, out: Writable, keys: Header['keys']): Promise<number> {
  // Read all tables from one snapshot, so that every session has its user.
  await owner.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    const head = { ...(await headerOf(owner)), keys }
    await writeLine(out, head)
    let rows = 0
    for (const table of await tablesOf(owner)) rows += await writeTable(owner, table, head.tenants, out)
    await writeLine(out, { end: true, rows })
    return rows
  } finally {
    await owner.query('ROLLBACK')
  }
}

async function headerOf(owner: ClientBase): Promise<Omit<Header, 'keys'>> {
  const ran = await owner.query<{ id: string; hash: string }>('SELECT id, hash FROM migrations ORDER BY id')
  const tenants = await owner.query<{ key: string }>('SELECT key FROM tenants ORDER BY key')
  return {
    format: 'fretwork-backup',
    formatVersion: 1,
    version: serverVersion(),
    made: new Date().toISOString(),
    migrations: ran.rows,
    tenants: tenants.rows.map(({ key }) => key),
  }
}

async function writeTable(
  owner: ClientBase,
  { name, columns, ofTenant }: Table,
  tenants: readonly string[],
  out: Writable,
): Promise<number> {
  await writeLine(out, { table: name, columns })
  let rows = 0
  const all = `SELECT ${columnList(columns)} FROM ${quoted(name)}`
  for (const tenant of ofTenant ? tenants : ['']) {
    // Row-level security applies to the owner, who can't read anything without a tenant. It does not apply to
    // superusers, so the condition prevents them from reading every row once per tenant.
    await owner.query("SELECT set_config('fretwork.tenant', $1, true)", [tenant])
    const rowsOfTenant = ofTenant ? `${all} WHERE tenant = ${owner.escapeLiteral(tenant)}` : all
    for await (const chunk of owner.query(
      copyTo(`COPY (${rowsOfTenant}) TO STDOUT`),
    ) as AsyncIterable<Buffer>) {
      rows += newlinesIn(chunk)
      await write(out, chunk)
    }
  }
  await write(out, `${END_OF_TABLE}\n`)
  return rows
}

function newlinesIn(chunk: Buffer): number {
  let count = 0
  for (const byte of chunk) if (byte === 10) count += 1
  return count
}

const writeLine = (out: Writable, line: object) => write(out, `${JSON.stringify(line)}\n`)

async function write(out: Writable, chunk: Buffer | string): Promise<void> {
  if (!out.write(chunk)) await once(out, 'drain')
}

/** Marks the end of a table. COPY never outputs such a row, because it doubles backslashes. */
export const END_OF_TABLE = '\\.'

export const header = z.object({
  format: z.literal('fretwork-backup'),
  formatVersion: z.literal(1),
  version: z.string(),
  made: z.string(),
  migrations: z.array(z.object({ id: z.string(), hash: z.string() })),
  tenants: z.array(z.string()),
  /** Files in the `keys/` folder by name. Backups made by version 1.2 have none. */
  keys: z._default(z.record(z.string().check(z.regex(KEY_FILE)), z.string()), {}),
})
export type Header = z.infer<typeof header>

export const tableHead = z.object({ table: z.string(), columns: z.array(z.string()) })

/** Last line of a backup. It is missing from a truncated file. */
export const footer = z.object({ end: z.literal(true), rows: z.number() })

const NEWLINE = 10

/**
 * Splits the input into lines, keeping the newlines. Works on bytes, because text libraries also split at
 * other characters.
 */
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
  /** Columns, except generated ones, which PostgreSQL recomputes. */
  readonly columns: readonly string[]
  /** Whether the table has forced row-level security, which shows the rows of only one tenant. */
  readonly ofTenant: boolean
}

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
      throw new Error(`Circular references between tables: ${left.map(({ name }) => name).join(', ')}.`)
    }
    for (const { name, columns, ofTenant } of next) sorted.push({ name, columns, ofTenant })
    left = left.filter(table => !next.includes(table))
  }
  return sorted
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ')
