import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type ClientBase, DatabaseError } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Config } from '../config.js'
import { asOwner } from '../database/connection.js'
import { databaseAccount } from '../database/embedded/binaries.js'
import { clusterFolder } from '../database/embedded/embedded.js'
import type { HostClient } from '../database/hosts.js'
import { hashOfMigration, MIGRATIONS, type Migration, migrate } from '../database/migrate.js'
import { atDatabase } from '../database/open.js'
import { inTransaction } from '../database/queries.js'
import { StartFailure } from '../failure.js'
import {
  columnList,
  END_OF_TABLE,
  footer,
  type Header,
  header,
  linesOf,
  quoted,
  restoreKeys,
  type Table,
  tableHead,
  tablesOf,
} from './backup.js'

interface RestoreOptions {
  /** Ends all sessions. Otherwise, sessions that ended after the backup would be valid again. */
  readonly endSessions?: boolean
}

/**
 * Restores a backup. Older backups are restored into the tables of their version.
 * @returns number of rows
 * @throws StartFailure `backup_invalid`, `restore_refused`
 */
export async function restoreInto(
  config: Pick<Config, 'home' | 'databaseUrl'>,
  input: Readable,
  options?: RestoreOptions,
): Promise<number> {
  const backup = await openBackup(input)
  try {
    const restore = (owner: HostClient) => restoreBackup(owner, backup, options)
    const rows = await atDatabase(config, address => asOwner(address, restore), migrationsOf(backup.head))
    await restoreKeys(config.home, backup.head.keys)
    return rows
  } finally {
    input.destroy()
  }
}

/** Verifies a backup by restoring it into a temporary embedded database. */
export async function verifyBackup(input: Readable): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'fretwork-restore-'))
  const cluster = clusterFolder(home, databaseAccount())
  try {
    return await restoreInto({ home, databaseUrl: undefined }, input)
  } finally {
    for (const folder of [cluster, home]) rmSync(folder, { recursive: true, force: true })
  }
}

async function openBackup(input: Readable) {
  const gunzip = createGunzip()
  // Errors of either stream surface when the lines are read, even if they occur earlier.
  gunzip.on('error', () => undefined)
  pipeline(input, gunzip).catch(() => undefined)
  const lines = linesOf(gunzip)
  try {
    const head = header.safeParse(await nextLine(lines))
    if (!head.success) throw invalid('it does not have a backup header')
    return { head: head.data, lines }
  } catch (error) {
    throw isBrokenGzip(error) ? damaged(error) : error
  }
}

async function restoreBackup(
  owner: HostClient,
  { head, lines }: Awaited<ReturnType<typeof openBackup>>,
  { endSessions = false }: RestoreOptions = {},
): Promise<number> {
  const restored = inTransaction(owner, async () => {
    await checkTables(owner, head)
    const tables = await tablesOf(owner)
    for (const table of tables) await disableChecks(owner, table)
    await checkIsEmpty(owner, tables)
    const filled = await fill(owner, tables, lines)
    for (const table of tables) await advanceSequences(owner, table)
    if (endSessions)
      await owner.query("UPDATE sessions SET ended_at = now(), ended_by = 'restore' WHERE ended_at IS NULL")
    for (const table of tables) await enableChecks(owner, table)
    return filled
  })
  const rows = await restored.catch(error => {
    if (isBrokenGzip(error)) throw damaged(error)
    if (isRefusedRow(error)) throw invalid(`the database refuses one of its rows (${error.message})`, error)
    throw error
  })
  await migrate(owner)
  return rows
}

function migrationsOf({ migrations, version }: Header): readonly Migration[] {
  const ours = MIGRATIONS.slice(0, migrations.length)
  const text = (all: readonly { id: string; hash: string }[]) =>
    all.map(({ id, hash }) => `${id} ${hash}`).join()
  const hashed = ours.map(migration => ({ id: migration.id, hash: hashOfMigration(migration) }))
  if (migrations.length > 0 && text(hashed) === text(migrations)) return ours
  const message = `This backup was created by Fretwork ${version}, which has tables this version does not know. Restore it with that version or a later one.`
  throw new StartFailure('restore_refused', message)
}

async function checkTables(owner: ClientBase, { migrations, version }: Header): Promise<void> {
  const ran = await owner.query<{ id: string }>('SELECT id FROM migrations ORDER BY id')
  if (ran.rows.map(({ id }) => id).join() === migrations.map(({ id }) => id).join()) return
  const message = `The backup was made by Fretwork ${version}, and the database already has the tables of a later version; stop the server and restore into a new database or an empty state folder.`
  throw new StartFailure('restore_refused', message)
}

async function checkIsEmpty(owner: ClientBase, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const found = await owner.query(`SELECT 1 FROM ${quoted(name)} LIMIT 1`)
    if (found.rowCount === 0) continue
    const message = `The database is not empty ("${name}" has rows); restore into a new database or an empty state folder.`
    throw new StartFailure('restore_refused', message)
  }
}

async function fill(owner: ClientBase, tables: readonly Table[], lines: AsyncGenerator<Buffer, undefined>) {
  let rows = 0
  for (;;) {
    const line = await nextLine(lines)
    const end = footer.safeParse(line)
    if (end.success && end.data.rows === rows) return rows
    const head = tableHead.safeParse(line)
    if (!head.success) throw invalid(`a table was expected after ${rows} rows`)
    const table = tables.find(({ name }) => name === head.data.table)
    if (!table) throw invalid(`it contains an unknown table "${head.data.table}"`)
    const copy = `COPY ${quoted(table.name)} (${columnList(head.data.columns)}) FROM STDIN`
    const chunks = rowsOf(lines, () => {
      rows += 1
    })
    await pipeline(chunks, owner.query(copyFrom(copy)))
  }
}

/** Yields a table's rows in chunks, because each chunk becomes a protocol message. */
async function* rowsOf(lines: AsyncGenerator<Buffer, undefined>, onRow: () => void) {
  let chunk: Buffer[] = []
  let size = 0
  for (;;) {
    // Don't use for…of: leaving the loop would close the generator before the next table is read.
    const { value: line } = await lines.next()
    if (!line) throw invalid('it is truncated')
    if (line.toString('latin1').trimEnd() === END_OF_TABLE) break
    onRow()
    chunk.push(line)
    size += line.length
    if (size < 65_536) continue
    yield Buffer.concat(chunk)
    chunk = []
    size = 0
  }
  if (chunk.length > 0) yield Buffer.concat(chunk)
}

/** Disables triggers, and row-level security, which COPY doesn't support. */
async function disableChecks(owner: ClientBase, { name, ofTenant }: Table): Promise<void> {
  if (ofTenant) await owner.query(`ALTER TABLE ${quoted(name)} NO FORCE ROW LEVEL SECURITY`)
  await owner.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`)
}

async function enableChecks(owner: ClientBase, { name, ofTenant }: Table): Promise<void> {
  await owner.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`)
  if (ofTenant) await owner.query(`ALTER TABLE ${quoted(name)} FORCE ROW LEVEL SECURITY`)
}

async function advanceSequences(owner: ClientBase, { name, columns }: Table): Promise<void> {
  for (const column of columns) {
    const [row] = (
      await owner.query<{ sequence: string | null }>('SELECT pg_get_serial_sequence($1, $2) AS sequence', [
        quoted(name),
        column,
      ])
    ).rows
    if (!row?.sequence) continue
    await owner.query(
      `SELECT setval($1, coalesce(max(${quoted(column)}), 0) + 1, false) FROM ${quoted(name)}`,
      [row.sequence],
    )
  }
}

async function nextLine(lines: AsyncGenerator<Buffer, undefined>): Promise<unknown> {
  const { value } = await lines.next()
  if (!value) throw invalid('it is truncated')
  try {
    return JSON.parse(value.toString())
  } catch (cause) {
    throw damaged(cause)
  }
}

/** Matches zlib error codes such as Z_DATA_ERROR and Z_BUF_ERROR. */
const isBrokenGzip = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_')

/** PostgreSQL error classes: 22 for data that doesn't fit its type, 23 for constraint violations. */
const isRefusedRow = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && /^2[23]/.test(error.code ?? '')

const damaged = (cause: unknown) => invalid('it is damaged or not a backup', cause)

function invalid(why: string, cause?: unknown): StartFailure {
  const message = `The backup cannot be read: ${why}; use another backup. Nothing was changed.`
  return new StartFailure('backup_invalid', message, { cause })
}
