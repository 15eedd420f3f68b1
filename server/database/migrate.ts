import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { StartFailure, systemCode } from '../failure.js'
import type { HostClient } from './hosts.js'
import { MIGRATIONS_TO_12 } from './migrations/0001-to-0012.js'
import { MIGRATIONS_TO_26 } from './migrations/0013-to-0026.js'
import { inTransaction } from './queries.js'

export interface Migration {
  readonly id: string
  readonly sql: string
  /**
   * Migration type. By default, the whole migration is one transaction.
   * - `index`: one `CREATE INDEX CONCURRENTLY IF NOT EXISTS` or `DROP INDEX CONCURRENTLY IF EXISTS`, outside
   * transactions.
   * - `batches`: one statement, run for each tenant until it changes no row, each time in its own
   * transaction.
   */
  readonly kind?: 'index' | 'batches'
}

export const MIGRATIONS: readonly Migration[] = [...MIGRATIONS_TO_12, ...MIGRATIONS_TO_26]

export const APP_ROLE = 'fretwork_app'

/** Arbitrary advisory lock IDs, the same on all servers. */
const LOCK_KEY = 4_680_001
const INDEX_LOCK_KEY = 4_680_003

/** Lock timeout for migrations, ms. Other statements on the table queue behind the migration. */
const LOCK_MS = 1000
/** Maximum number of attempts, about three minutes in total. Queued statements run between attempts. */
const TRIES = 100
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

/**
 * Runs pending migrations. Doesn't use session settings, which a pooler may lose.
 * @returns the IDs of migrations that ran
 * @throws StartFailure `migration_changed`
 */
export async function migrate(owner: HostClient, migrations = MIGRATIONS): Promise<string[]> {
  if (migrations.length === 0) return []
  await alone(owner, () => prepare(owner))
  const fresh: string[] = []
  for (const migration of await missing(owner, migrations)) {
    if (await change(owner, migration)) fresh.push(migration.id)
  }
  return fresh
}

/** Returns the IDs that `migrate` would run. */
export async function pendingMigrations(owner: ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ ran: string | null }>("SELECT to_regclass('migrations') AS ran")
  const pending = rows[0]?.ran ? await missing(owner, MIGRATIONS) : MIGRATIONS
  return pending.map(({ id }) => id)
}

async function change(owner: HostClient, migration: Migration): Promise<boolean> {
  const { kind, sql } = migration
  if (kind === 'index') return changeIndex(owner, migration)
  if (kind === 'batches') {
    const { rows } = await owner.query<{ key: string }>('SELECT key FROM tenants')
    for (const { key } of rows) {
      const batch = async () => {
        await owner.query("SELECT set_config('fretwork.tenant', $1, true)", [key])
        return (await owner.query(sql)).rowCount !== 0
      }
      while (await ifMissing(owner, migration, batch));
    }
  }
  return ifMissing(owner, migration, async () => {
    if (!kind) await owner.query(sql)
    return note(owner, migration)
  })
}

/**
 * Creates or drops an index without blocking readers or writers. Waits until all earlier transactions have
 * ended.
 */
async function changeIndex(owner: HostClient, migration: Migration): Promise<boolean> {
  const [, name] = /^(?:CREATE|DROP) INDEX CONCURRENTLY IF (?:NOT )?EXISTS (\w+)/.exec(migration.sql) ?? []
  if (!name) throw new Error(`The migration ${migration.id} does not name its index.`)
  const worker = await owner.another()
  const work = async () => {
    // Hold the lock in a transaction without a snapshot: building an index waits for older snapshots.
    await owner.query(
      'SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = 0',
    )
    const free = `SELECT pg_try_advisory_xact_lock(${INDEX_LOCK_KEY}) AS free`
    if (!(await owner.query<{ free: boolean }>(free)).rows[0]?.free) return undefined
    if ((await missing(owner, [migration])).length === 0) return false
    // A stopped server may have left an invalid index, and its statement may still be running. The query uses
    // no parameters: they would keep a portal, and therefore a snapshot, open.
    const broken = `SELECT pid FROM pg_index LEFT JOIN pg_stat_progress_create_index ON index_relid = indexrelid
      WHERE indexrelid = to_regclass('${name}') AND NOT indisvalid`
    const [left] = (await owner.query<{ pid: number | null }>(broken)).rows
    if (left?.pid) return undefined
    if (left) await worker.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
    await worker.query(migration.sql)
    return note(owner, migration)
  }
  try {
    for (;;) {
      const isChanged = await inTransaction(owner, work)
      if (isChanged !== undefined) return isChanged
      await wait(LOCK_MS / 2 + Math.random() * LOCK_MS)
    }
  } finally {
    await worker.end()
  }
}

async function note(owner: ClientBase, migration: Migration): Promise<true> {
  const { id } = migration
  await owner.query('INSERT INTO migrations (id, hash) VALUES ($1, $2)', [id, hashOfMigration(migration)])
  return true
}

/**
 * Runs `work` in a transaction and retries while the lock is unavailable.
 * @returns `false` if another server has run the migration
 */
async function ifMissing(
  owner: ClientBase,
  migration: Migration,
  work: () => Promise<boolean>,
): Promise<boolean> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await alone(owner, async () => {
        await owner.query(`SET LOCAL lock_timeout = ${LOCK_MS}`)
        return (await missing(owner, [migration])).length > 0 && work()
      })
    } catch (cause) {
      if (![LOCK_NOT_AVAILABLE, DEADLOCK].includes(systemCode(cause) ?? '')) throw cause
      if (tried === TRIES) {
        const message = `The migration ${migration.id} needs a table that another program has locked. End that program (see pg_locks), and start again.`
        throw new StartFailure('database_unavailable', message, { cause })
      }
      await wait(LOCK_MS / 2 + Math.random() * LOCK_MS)
    }
  }
}

function alone<T>(owner: ClientBase, work: () => Promise<T>): Promise<T> {
  return inTransaction(owner, async () => {
    await owner.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY])
    return work()
  })
}

async function prepare(owner: ClientBase): Promise<void> {
  await ensureAppRole(owner)
  await owner.query(
    'CREATE TABLE IF NOT EXISTS migrations (id text PRIMARY KEY, hash text NOT NULL, ran_at timestamptz NOT NULL DEFAULT now())',
  )
  await owner.query(`GRANT SELECT ON migrations TO ${APP_ROLE}`)
}

async function missing(owner: ClientBase, migrations: readonly Migration[]): Promise<Migration[]> {
  const ran = await owner.query<{ id: string; hash: string }>('SELECT id, hash FROM migrations')
  const hashes = new Map(ran.rows.map(row => [row.id, row.hash]))
  return migrations.filter(migration => {
    const before = hashes.get(migration.id)
    if (before === undefined || before === hashOfMigration(migration)) return before === undefined
    const message = `Migration ${migration.id} in this database differs from the one in this version. Use the version of Fretwork that created the database.`
    throw new StartFailure('migration_changed', message)
  })
}

export function hashOfMigration({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex')
}

/** Creates the role used by all requests. It owns nothing, so row-level security and grants apply to it. */
async function ensureAppRole(owner: ClientBase): Promise<void> {
  try {
    const found = await owner.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [APP_ROLE])
    if (found.rowCount === 0) await createAppRole(owner)
    if (!(await maySetRole(owner))) await owner.query(`GRANT ${APP_ROLE} TO CURRENT_USER`)
  } catch (cause) {
    const message = `DATABASE_URL is not allowed to create the role ${APP_ROLE}; create it once by hand: CREATE ROLE ${APP_ROLE} LOGIN; GRANT ${APP_ROLE} TO <the user of DATABASE_URL>.`
    throw new StartFailure('database_role', message, { cause })
  }
}

async function createAppRole(owner: ClientBase): Promise<void> {
  const sql = `CREATE ROLE ${APP_ROLE} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE`
  // Roles are shared by the whole cluster, so a server for another database may have just created this one.
  await attempt(owner, sql, ['23505', '42710'])
}

/** Tries to set the role, because the catalog queries that check this differ between PostgreSQL versions. */
async function maySetRole(owner: ClientBase): Promise<boolean> {
  const isAllowed = await attempt(owner, `SET LOCAL ROLE ${APP_ROLE}`, ['42501'])
  if (isAllowed) await owner.query('RESET ROLE')
  return isAllowed
}

/**
 * Runs `sql` in a savepoint and ignores the expected errors.
 * @returns whether it succeeded
 */
async function attempt(owner: ClientBase, sql: string, expected: readonly string[]): Promise<boolean> {
  await owner.query('SAVEPOINT attempt')
  try {
    await owner.query(sql)
    return true
  } catch (error) {
    await owner.query('ROLLBACK TO attempt')
    if (expected.includes(systemCode(error) ?? '')) return false
    throw error
  }
}
