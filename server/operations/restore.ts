// Fills an empty database from a backup: all of it in one transaction, or nothing.
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type ClientBase, DatabaseError } from 'pg'
import { MIGRATIONS } from '../database/migrate.js'
import { StartFailure } from '../failure.js'
import { END_OF_TABLE, footer, type Header, header, linesOf, tableHead } from './backup-format.js'
import { copyIn } from './copy.js'
import { columnList, quoted, type Table, tablesOf } from './tables.js'

export interface RestoreOptions {
  /** A log-out after the backup is not in it: without this, that session would live again. */
  readonly endSessions?: boolean
}

/**
 * @returns how many rows were written.
 * @throws StartFailure `backup_invalid` or `restore_refused`; the database is then as it was.
 */
export async function restoreFrom(
  owner: ClientBase,
  input: Readable,
  { endSessions = false }: RestoreOptions = {},
): Promise<number> {
  const gunzip = createGunzip()
  // What breaks in either is thrown where the lines are read, however early it broke.
  gunzip.on('error', () => undefined)
  pipeline(input, gunzip, () => undefined)
  const lines = linesOf(gunzip)
  await owner.query('BEGIN')
  try {
    const head = await readHead(lines)
    refuseOtherTables(head)
    const tables = await tablesOf(owner)
    for (const table of tables) await open(owner, table)
    await refuseRows(owner, tables)
    const rows = await fill(owner, tables, lines)
    for (const table of tables) await countOn(owner, table)
    if (endSessions)
      await owner.query("UPDATE sessions SET ended_at = now(), ended_by = 'restore' WHERE ended_at IS NULL")
    for (const table of tables) await close(owner, table)
    await owner.query('COMMIT')
    return rows
  } catch (error) {
    await owner.query('ROLLBACK')
    if (isBrokenGzip(error)) throw invalid('it is damaged, or no backup', error)
    if (isRefusedRow(error)) throw invalid(`a row of it is not taken (${error.message})`, error)
    throw error
  } finally {
    input.destroy()
  }
}

/** A backup belongs to the tables that it was made of. */
function refuseOtherTables({ migrations, version }: Header): void {
  const theirs = migrations.map(({ id }) => id).join()
  if (theirs === MIGRATIONS.map(({ id }) => id).join()) return
  const message = `The backup was made by Fretwork ${version}, whose tables are not those of this version; restore it with that version, then update.`
  throw new StartFailure('restore_refused', message)
}

async function refuseRows(owner: ClientBase, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const found = await owner.query(`SELECT 1 FROM ${quoted(name)} LIMIT 1`)
    if (found.rowCount === 0) continue
    const message = `The database is not empty (there are rows in "${name}"); restore into a new one, or into an empty state folder.`
    throw new StartFailure('restore_refused', message)
  }
}

async function fill(
  owner: ClientBase,
  tables: readonly Table[],
  lines: AsyncGenerator<Buffer, undefined>,
): Promise<number> {
  let rows = 0
  for (;;) {
    const line = await nextLine(lines)
    const end = footer.safeParse(line)
    if (end.success && end.data.rows === rows) return rows
    const head = tableHead.safeParse(line)
    if (!head.success) throw invalid(`a table was expected after ${rows} rows`)
    const table = tables.find(({ name }) => name === head.data.table)
    if (!table) throw invalid(`it has a table "${head.data.table}" that is not known here`)
    const copy = `COPY ${quoted(table.name)} (${columnList(head.data.columns)}) FROM STDIN`
    await copyIn(
      owner,
      copy,
      rowsOf(lines, () => {
        rows += 1
      }),
    )
  }
}

/** Up to the end of the table. Rows are handed on in chunks, since each is a message of its own. */
async function* rowsOf(lines: AsyncGenerator<Buffer, undefined>, onRow: () => void) {
  let chunk: Buffer[] = []
  let size = 0
  for (;;) {
    // Not for…of: leaving such a loop would end the lines, and other tables follow.
    const { value: line } = await lines.next()
    if (!line) throw invalid('it is cut off')
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

/** Nothing between the rows and the table: neither policies, which COPY cannot write through, nor triggers. */
async function open(owner: ClientBase, { name, ofTenant }: Table): Promise<void> {
  if (ofTenant) await owner.query(`ALTER TABLE ${quoted(name)} NO FORCE ROW LEVEL SECURITY`)
  await owner.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`)
}

async function close(owner: ClientBase, { name, ofTenant }: Table): Promise<void> {
  await owner.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`)
  if (ofTenant) await owner.query(`ALTER TABLE ${quoted(name)} FORCE ROW LEVEL SECURITY`)
}

/** Numbers that PostgreSQL gives out go on after the last one in the table. */
async function countOn(owner: ClientBase, { name, columns }: Table): Promise<void> {
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
  if (!value) throw invalid('it is cut off')
  try {
    return JSON.parse(value.toString())
  } catch (cause) {
    throw invalid('it is damaged, or no backup', cause)
  }
}

async function readHead(lines: AsyncGenerator<Buffer, undefined>): Promise<Header> {
  const parsed = header.safeParse(await nextLine(lines))
  if (!parsed.success) throw invalid('it does not begin as a backup of this form does')
  return parsed.data
}

/** zlib's codes: Z_DATA_ERROR, Z_BUF_ERROR … */
const isBrokenGzip = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_')

/** Of PostgreSQL's classes, 22 is data that its type does not take, 23 data that a constraint does not. */
const isRefusedRow = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && /^2[23]/.test(error.code ?? '')

function invalid(why: string, cause?: unknown): StartFailure {
  const message = `The backup cannot be read: ${why}; use another one. Nothing was changed.`
  return new StartFailure('backup_invalid', message, { cause })
}
