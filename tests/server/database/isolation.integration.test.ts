import { createHash } from 'node:crypto'
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { addressOfSocket, asOwner, openDatabase } from '../../../server/database/connection.js'
import { startEmbeddedPostgres } from '../../../server/database/embedded/embedded.js'
import {
  APP_ROLE,
  hashOfMigration,
  MIGRATIONS,
  migrate,
  pendingMigrations,
} from '../../../server/database/migrate.js'
import { tenantsWhere } from '../../../server/database/queries.js'
import * as schema from '../../../server/database/schema.js'
import type { Scope } from '../../../server/database/transactions.js'
import { filledOutboxes } from '../../../server/mail/queue.js'
import { addUser, userByEmail } from '../../../server/users/accounts.js'
import { stateHome } from '../support/state-home.js'
import { databaseForFile, emptyDatabase, migratedDatabase } from '../support/test-database.js'

const db = await databaseForFile()
const TABLES = Object.values(schema).filter(value => is(value, PgTable))
const APPEND_ONLY = ['audit_log', 'external_providers']

it.each(APPEND_ONLY)('the application can neither update nor delete rows of %s', async table => {
  for (const sql of [`DELETE FROM ${table}`, `UPDATE ${table} SET tenant = ''`, `TRUNCATE ${table}`])
    await expect(db.asApplication(sql)).rejects.toThrow(/permission denied/)
})

it('a tenant key containing SQL is rejected', async () => {
  await expect(db.database.inTenant("x', true); DROP TABLE users; --", async () => 1)).rejects.toThrow()
})

it('an error rolls back the whole transaction', async () => {
  const failing = db.database.inTenant('other', async scope => {
    await addUser(scope, { email: 'undone@example.org', name: 'U', passwordHash: null })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  const user = await db.database.inTenant('other', scope => userByEmail(scope, 'undone@example.org'))
  expect(user).toBeUndefined()
})

it('every statement runs with the application role, even on an owner’s connection', async () => {
  const role = sql`SELECT current_user AS role`
  const asked = (scope: Scope) => scope.sql.execute(role)
  const { database } = db
  const answers = [
    await database.shared.execute(role),
    await database.inTenant('fretwork', asked),
    await database.readInTenant('fretwork', asked),
    await database.login.readBatch('fretwork', asked),
    await database.background.inTenant('fretwork', asked),
    await database.background.shared.execute(role),
  ]
  expect(answers.map(({ rows }) => rows)).toEqual(answers.map(() => [{ role: APP_ROLE }]))
})

it('one query finds all tenants with pending work and leaves no tenant set', async () => {
  await db.database.inTenant('other', ({ sql: query }) =>
    query.insert(schema.mailOutbox).values({ tenant: 'other', kind: 'mail', content: {} }),
  )
  const { shared } = db.database.background
  expect(await filledOutboxes(shared, Date.now())).toEqual([
    { tenant: 'other', untried: 1, tried: 0, due: true },
  ])
  expect(await tenantsWhere(shared, 'SELECT 1 FROM mail_outbox WHERE tenant = $1')).toEqual(['other'])
  // Row-level security applies per tenant, so each check sees only its own tenant's rows.
  expect(await tenantsWhere(shared, 'SELECT 1 FROM mail_outbox WHERE tenant <> $1')).toEqual([])
  const left = await db.inFretwork(async ({ sql: query }) => {
    await query.execute(sql`SELECT outbox_of_tenants(now()), tenants_where('{SELECT 1}')`)
    return query.execute(sql`SELECT current_setting('fretwork.tenant') AS tenant`)
  })
  expect(left.rows).toEqual([{ tenant: 'fretwork' }])
})

it('a statement after the end of its transaction is rejected', async () => {
  const kept: Scope[] = []
  await db.inFretwork(async scope => void kept.push(scope))
  await expect(kept[0]?.sql.execute(sql`SELECT 1`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('The transaction has ended.') },
  })
})

it.runIf(process.env.FRETWORK_SOAK)(
  'the server does not start if its role bypasses row-level security or can’t be assumed',
  async () => {
    const home = stateHome()
    // Roles are cluster-wide, and other tests share the cluster.
    const postgres = await startEmbeddedPostgres(home.path)
    const address = addressOfSocket(postgres.host, postgres.superuser, 'postgres')
    const ownerDoes = (text: string) => asOwner(address, owner => owner.query(text))
    const open = (user: string) =>
      openDatabase({ ...address, app: { ...address.app, user } }, () => undefined)
    try {
      await asOwner(address, owner => migrate(owner))
      await (await open(postgres.superuser)).close()
      await ownerDoes('CREATE ROLE stranger LOGIN')
      await expect(open('stranger')).rejects.toMatchObject({
        code: 'database_role',
        message: expect.stringContaining('GRANT fretwork_app TO'),
      })
      await ownerDoes(`ALTER ROLE ${APP_ROLE} BYPASSRLS`)
      await expect(open(postgres.superuser)).rejects.toMatchObject({
        code: 'database_role',
        message: expect.stringContaining('bypasses row-level security'),
      })
    } finally {
      await postgres.close()
      home.remove()
    }
  },
)

it('the migrations create exactly the tables, columns and types defined in the code', async () => {
  const columns = await asOwner(db.address, owner =>
    owner.query<{ line: string }>(
      `SELECT concat_ws(' ', relname || '.' || attname, format_type(atttypid, atttypmod),
           CASE WHEN attnotnull THEN 'NOT NULL' END) AS line
         FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
         WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'migrations'
           AND attnum > 0 AND NOT attisdropped`,
    ),
  )
  const expected = TABLES.flatMap(table =>
    Object.values(getTableColumns(table)).map(column =>
      [
        `${getTableName(table)}.${column.name}`,
        column.getSQLType(),
        ...(column.notNull ? ['NOT NULL'] : []),
      ].join(' '),
    ),
  )
  expect(columns.rows.map(({ line }) => line).sort()).toEqual(expected.sort())
})

it('each migration runs once even if many servers start in parallel', async () => {
  const { url, drop } = await emptyDatabase()
  const address = { owner: { connectionString: url }, app: {} }
  const runs = await Promise.all(Array.from({ length: 4 }, () => asOwner(address, client => migrate(client))))
  expect(runs.flat().sort()).toEqual(MIGRATIONS.map(({ id }) => id))
  await drop()
})

it('a migration blocked by a long read does not block other queries', async () => {
  const { url, drop } = await migratedDatabase()
  const address = { owner: { connectionString: url }, app: {} }
  const column = {
    id: '9999-column',
    sql: `ALTER TABLE users ADD COLUMN more text DEFAULT current_setting('lock_timeout')`,
  }
  await asOwner(address, async longReader => {
    await longReader.query('BEGIN; SELECT count(*) FROM users')
    const migrating = asOwner(address, owner => migrate(owner, [...MIGRATIONS, column]))
    await asOwner(address, async other => {
      const waiting = `SELECT 1 FROM pg_locks WHERE relation = 'users'::regclass AND NOT granted`
      await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1)
      // The read queues behind the migration and completes while the long read is still running.
      await other.query('SELECT count(*) FROM users')
    })
    await longReader.query('COMMIT')
    expect(await migrating).toEqual(['9999-column'])
    const { rows } = await longReader.query(
      `SELECT column_default FROM information_schema.columns WHERE table_name = 'users' AND column_name = 'more'`,
    )
    expect(rows).toHaveLength(1)
  })
  await drop()
})

it('a migration waits at most two seconds for a lock', async () => {
  const { url, drop } = await migratedDatabase()
  const check = {
    id: '9999-timeout',
    sql: `DO $$ BEGIN
        ASSERT current_setting('lock_timeout')::interval BETWEEN '1 ms' AND '2 s';
      END $$`,
  }
  const address = { owner: { connectionString: url }, app: {} }
  await asOwner(address, async owner =>
    expect(await migrate(owner, [...MIGRATIONS, check])).toEqual(['9999-timeout']),
  )
  await drop()
})

// Concurrent index builds do not block readers or writers.
it('index builds and row rewrites run during a long read and resume after a crash', async () => {
  const { url, drop } = await migratedDatabase()
  const address = { owner: { connectionString: url }, app: {} }
  const index = {
    id: '9999-index',
    kind: 'index',
    sql: 'CREATE INDEX CONCURRENTLY IF NOT EXISTS counted ON rate_limits (tenant, count)',
  } as const
  // Logs the number of remaining rows.
  const rows = {
    id: '9999-rows',
    kind: 'batches',
    sql: `WITH left_over AS (
          SELECT * FROM rate_limits WHERE count < 10 AND tenant = current_setting('fretwork.tenant')
        )
        UPDATE rate_limits SET count = 10 + (SELECT count(*) FROM left_over)
        WHERE (tenant, bucket) IN (SELECT tenant, bucket FROM left_over LIMIT 2)`,
  } as const
  const start = () => asOwner(address, owner => migrate(owner, [...MIGRATIONS, index, rows]))
  const writes = (tenant: string, bucket: string) =>
    `BEGIN; SET LOCAL lock_timeout = '2 s'; SET LOCAL fretwork.tenant = '${tenant}';
       INSERT INTO rate_limits VALUES ('${tenant}', '${bucket}', now(), 1);
       SELECT count(*) FROM rate_limits; COMMIT`
  await asOwner(address, async other => {
    for (const key of ['one', 'two']) {
      await other.query(
        `INSERT INTO tenants (key, name, accent, languages) VALUES ('${key}', 'Any', '#e59e33', '{en}')`,
      )
      for (const bucket of 'abcde') await other.query(writes(key, bucket))
    }
    const longReader = await other.another()
    await longReader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM rate_limits')
    const waiting = async () => {
      const locks = `SELECT pid, mode FROM pg_locks JOIN pg_stat_activity USING (pid)
          WHERE relation = 'rate_limits'::regclass AND wait_event = 'virtualxid'`
      const found = async () => (await other.query<{ pid: number; mode: string }>(locks)).rows
      await expect.poll(async () => (await found()).length).toBe(1)
      return (await found())[0]
    }
    const isValid = async () =>
      (await other.query("SELECT indisvalid FROM pg_index WHERE indexrelid = 'counted'::regclass")).rows[0]
    const crashing = start()
    const building = await waiting()
    expect(building?.mode).toBe('ShareUpdateExclusiveLock')
    await other.query('SELECT pg_terminate_backend($1)', [building?.pid])
    await expect(crashing).rejects.toMatchObject({ code: '57P01' })
    expect(await isValid()).toEqual({ indisvalid: false })
    const starting = [start(), start()]
    expect((await waiting())?.mode).toBe('ShareUpdateExclusiveLock')
    await other.query(writes('two', 'f'))
    await longReader.query('COMMIT')
    await longReader.end()
    expect((await Promise.all(starting)).flat().sort()).toEqual([index.id, rows.id])
    expect(await isValid()).toEqual({ indisvalid: true })
    const { rows: changed } = await other.query(
      `SELECT tenant, string_agg(count::text, ' ' ORDER BY count DESC) AS counts FROM rate_limits
         GROUP BY tenant ORDER BY tenant`,
    )
    expect(changed).toEqual([
      { tenant: 'one', counts: '15 15 13 13 11' },
      { tenant: 'two', counts: '16 16 14 14 12 12' },
    ])
  })
  await drop()
})

it('pending migrations are listed before they run, even for an empty database', async () => {
  const { url, drop } = await emptyDatabase()
  await asOwner({ owner: { connectionString: url }, app: {} }, async owner => {
    const ids = MIGRATIONS.map(({ id }) => id)
    expect(await pendingMigrations(owner)).toEqual(ids)
    await migrate(owner, MIGRATIONS.slice(0, 3))
    expect(await pendingMigrations(owner)).toEqual(ids.slice(3))
    await migrate(owner)
    expect(await pendingMigrations(owner)).toEqual([])
  })
  await drop()
})

// Servers refuse a database whose migrations differ from theirs.
it('released migrations never change', () => {
  const hashes = MIGRATIONS.slice(0, 26).map(hashOfMigration).join()
  expect(createHash('sha256').update(hashes).digest('hex')).toBe(
    '252d341e7adde7ecf80cbf34ed6bff9c760e5e5774c557563487d5579a2d7747',
  )
})

it('a migration that differs from the applied one is rejected', async () => {
  const changed = MIGRATIONS.map(({ id, sql }) => ({ id, sql: `${sql} -- changed` }))
  const running = asOwner(db.address, owner => migrate(owner, changed))
  await expect(running).rejects.toMatchObject({ code: 'migration_changed' })
})

it('a failed migration is rolled back completely', async () => {
  const broken = [...MIGRATIONS, { id: '9999-broken', sql: 'CREATE TABLE half (); SELECT nonsense' }]
  await expect(asOwner(db.address, owner => migrate(owner, broken))).rejects.toThrow(/nonsense/)
  const half = await asOwner(db.address, owner => owner.query("SELECT to_regclass('half') AS half"))
  expect(half.rows[0]).toEqual({ half: null })
})
