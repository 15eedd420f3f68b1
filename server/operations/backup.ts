// Writes a snapshot of the whole database to a stream. Servers can keep running.
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { serverVersion } from '../project.js'
import { columnList, END_OF_TABLE, type Header, quoted, type Table, tablesOf } from './backup-format.js'

/** Ends `out`, unless it is standard output. @returns the number of rows written. */
export async function backUp(owner: ClientBase, out: Writable): Promise<number> {
  const gzip = createGzip()
  gzip.pipe(out, { end: out !== process.stdout })
  const broken = new Promise<never>((_, reject) => {
    for (const stream of [gzip, out]) stream.once('error', reject)
  })
  const rows = await Promise.race([writeAll(owner, gzip), broken])
  gzip.end()
  await Promise.race([finished(out === process.stdout ? gzip : out), broken])
  return rows
}

async function writeAll(owner: ClientBase, out: Writable): Promise<number> {
  // One snapshot for all tables, so that no session is without its user.
  await owner.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    const head = await headerOf(owner)
    await writeLine(out, head)
    let rows = 0
    for (const table of await tablesOf(owner)) rows += await writeTable(owner, table, head.tenants, out)
    await writeLine(out, { end: true, rows })
    return rows
  } finally {
    await owner.query('ROLLBACK')
  }
}

async function headerOf(owner: ClientBase): Promise<Header> {
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
    // Row-level security applies to the owner: without a tenant this would silently read nothing. It does not apply to a
    // superuser, who would read every row once per tenant.
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
