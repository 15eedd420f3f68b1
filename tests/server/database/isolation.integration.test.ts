import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSession } from '../../../server/auth/sessions.js'
import { asOwner, openDatabase } from '../../../server/database/connection.js'
import { MIGRATIONS, migrate } from '../../../server/database/migrate.js'
import * as schema from '../../../server/database/schema.js'
import { addUser, userByEmail } from '../../../server/users/accounts.js'
import { emptyDatabase, testDatabase } from '../support/test-database.js'

let db: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  db = await testDatabase()
  for (const tenant of ['fretwork', 'other']) {
    await db.database.inTenant(tenant, async scope => {
      const user = await addUser(scope, { email: 'ada@example.org', name: tenant, passwordHash: null })
      await createSession(scope, user.id, 0)
    })
  }
})
afterAll(() => db.end())

const TABLES = Object.values(schema).filter(value => is(value, PgTable))
const OWNED = [
  'users',
  'sessions',
  'refresh_tokens',
  'rate_limits',
  'link_tokens',
  'mail_outbox',
  'profiles',
  'avatars',
  'user_words',
  'links',
  'audit_log',
  'billing_customers',
  'subscriptions',
  'billing_events',
  'billing_farewells',
  'external_providers',
  'identities',
  'spent_nonces',
  'known_devices',
  'registrations',
  'totp_secrets',
  'passkeys',
  'recovery_codes',
  'factor_challenges',
]
/** What the application may add to, never change. */
const APPEND_ONLY = ['audit_log', 'external_providers']

describe('isolation', () => {
  it('covers every table that has a tenant', () => {
    const withTenant = TABLES.filter(table => 'tenant' in getTableColumns(table)).map(getTableName)
    expect(withTenant.sort()).toEqual([...OWNED].sort())
  })

  it.each(OWNED)('shows no row of %s to SQL that names no tenant', async table => {
    expect((await db.asApplication(`SELECT * FROM ${table}`)).rowCount).toBe(0)
    if (APPEND_ONLY.includes(table)) return
    expect((await db.asApplication(`DELETE FROM ${table}`)).rowCount).toBe(0)
  })

  it.each(APPEND_ONLY)('lets the application neither change nor shorten %s', async table => {
    for (const sql of [`DELETE FROM ${table}`, `UPDATE ${table} SET tenant = ''`, `TRUNCATE ${table}`]) {
      await expect(db.asApplication(sql)).rejects.toThrow(/permission denied/)
    }
  })

  it('binds the owner of the tables, too', async () => {
    const forced = await asOwner(db.address, owner =>
      owner.query('SELECT relname FROM pg_class WHERE relforcerowsecurity AND relrowsecurity'),
    )
    expect(forced.rows.map(row => row.relname).sort()).toEqual([...OWNED].sort())
  })

  it('shows a transaction its own tenant’s rows only, whatever it asks for', async () => {
    const names = await db.database.inTenant('other', ({ sql }) => sql.select().from(schema.users))
    expect(names.map(({ name }) => name)).toEqual(['other'])
  })

  it('lets no one write a row into another tenant', async () => {
    const foreign = { tenant: 'fretwork', email: 'x@x.example', emailFolded: 'x@x.example', name: 'X' }
    const writing = db.database.inTenant('other', ({ sql }) => sql.insert(schema.users).values(foreign))
    await expect(writing).rejects.toMatchObject({
      cause: { message: expect.stringContaining('row-level security') },
    })
  })

  it('forgets the tenant when the transaction is over', async () => {
    await db.database.inTenant('other', async () => undefined)
    expect(await db.database.shared.select().from(schema.users)).toEqual([])
  })

  it('takes nothing but a tenant’s key into its statement', async () => {
    await expect(db.database.inTenant("x', true); DROP TABLE users; --", async () => 1)).rejects.toThrow()
  })

  it('undoes everything when the work throws', async () => {
    const failing = db.database.inTenant('other', async scope => {
      await addUser(scope, { email: 'undone@example.org', name: 'U', passwordHash: null })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    const user = await db.database.inTenant('other', scope => userByEmail(scope, 'undone@example.org'))
    expect(user).toBeUndefined()
  })

  it('refuses to open under a role that row-level security does not bind', async () => {
    const ownerOnly = { owner: db.address.owner, app: db.address.owner }
    await expect(openDatabase(ownerOnly, () => undefined)).rejects.toMatchObject({ code: 'database_role' })
  })
})

describe('migrations', () => {
  it('make exactly the tables and columns that the code reads, of the types that it takes them for', async () => {
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

  it('run once, however many servers start at the same time', async () => {
    const { url, drop } = await emptyDatabase()
    const address = { owner: { connectionString: url }, app: {} }
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => asOwner(address, client => migrate(client))),
    )
    expect(runs.flat()).toEqual(MIGRATIONS.map(({ id }) => id))
    await drop()
  })

  it('give who is here already the words of a search, each user their own, in every tenant', async () => {
    const { url, drop } = await emptyDatabase()
    const before = MIGRATIONS.filter(({ id }) => id < '0006')
    const words = await asOwner({ owner: { connectionString: url }, app: {} }, async owner => {
      await migrate(owner, before)
      for (const tenant of ['one', 'two']) {
        // As the tables were then: what the code of today writes has columns that came later.
        await owner.query(
          `INSERT INTO tenants (key, name, accent, languages) VALUES ('${tenant}', 'Any', '#e59e33', '{en}')`,
        )
        await owner.query(`BEGIN; SELECT set_config('fretwork.tenant', '${tenant}', true);
          INSERT INTO users (tenant, email, email_folded, name, email_verified_at)
            VALUES ('${tenant}', 'a@b.example', 'a@b.example', 'Ada', now());
          INSERT INTO profiles (tenant, user_id, handle) SELECT tenant, id, 'ada' FROM users WHERE tenant = '${tenant}';
          INSERT INTO user_words (tenant, word, user_id, public)
            SELECT tenant, word, id, true FROM users, unnest(ARRAY['ada', 'of', tenant]) AS word
            WHERE tenant = '${tenant}';
          COMMIT`)
      }
      await migrate(owner)
      const found = []
      for (const tenant of ['one', 'two']) {
        await owner.query(`SELECT set_config('fretwork.tenant', '${tenant}', false)`)
        found.push(
          ...(await owner.query('SELECT DISTINCT words FROM user_words WHERE tenant = $1', [tenant])).rows,
        )
      }
      return found
    })
    expect(words).toEqual([{ words: ' ada of one' }, { words: ' ada of two' }])
    await drop()
  })

  it('are refused where one reads differently than when it ran', async () => {
    const changed = MIGRATIONS.map(({ id, sql }) => ({ id, sql: `${sql} -- changed` }))
    const running = asOwner(db.address, owner => migrate(owner, changed))
    await expect(running).rejects.toMatchObject({ code: 'migration_changed' })
  })

  it('leave nothing of themselves behind where they fail', async () => {
    const broken = [...MIGRATIONS, { id: '9999-broken', sql: 'CREATE TABLE half (); SELECT nonsense' }]
    await expect(asOwner(db.address, owner => migrate(owner, broken))).rejects.toThrow(/nonsense/)
    const half = await asOwner(db.address, owner => owner.query("SELECT to_regclass('half') AS half"))
    expect(half.rows[0]).toEqual({ half: null })
  })
})
