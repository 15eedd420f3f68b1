import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { asOwner } from '../../../server/database/connection.js'
import { APP_ROLE } from '../../../server/database/migrate.js'
import { databaseForFile } from '../support/test-database.js'
import { tablesOf } from './rows.js'

const db = await databaseForFile()
const TENANTS = ['fretwork', 'other'] as const
/** Tables without a tenant, which are read-only for the application. */
const SHARED = ['migrations', 'tenants']

/** Drops foreign keys and checks so that rows with sample values can be inserted. */
async function dropRules(owner: pg.Client): Promise<void> {
  await owner.query('SET session_replication_role = replica')
  const { rows } = await owner.query<{ drop: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop
     FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND conrelid <> 0`,
  )
  for (const { drop } of rows) await owner.query(drop)
}

/** Inserts a row with sample values in all required columns. */
async function addRow(owner: pg.Client, table: string, tenant: string): Promise<void> {
  const { rows } = await owner.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'tenant'
       AND attnotnull AND NOT atthasdef AND attidentity = ''`,
    [table],
  )
  const columns = ['tenant', ...rows.map(({ name }) => name)].join(', ')
  const values = [`'${tenant}'`, ...rows.map(({ type }) => sampleOf(type))].join(', ')
  await owner.query(`INSERT INTO ${table} (${columns}) VALUES (${values})`)
}

function sampleOf(type: string): string {
  if (type.endsWith('[]')) return `'{}'::${type}`
  if (type.startsWith('timestamp') || type === 'date') return 'now()'
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type.startsWith('json')) return `'{}'::${type}`
  if (type === 'boolean') return 'false'
  if (type === 'bytea') return "'x'::bytea"
  if (['smallint', 'integer', 'bigint', 'numeric'].includes(type)) return '1'
  // Some text columns are unique across tenants.
  return `gen_random_uuid()::text::${type}`
}

const tables = await asOwner(db.address, async owner => {
  const found = await tablesOf(owner)
  await dropRules(owner)
  for (const table of found.owned) for (const tenant of TENANTS) await addRow(owner, table, tenant)
  return found
})

const application = new pg.Client(db.address.app as pg.ClientConfig)
await application.connect()
await application.query(`SET ROLE ${APP_ROLE}`)
afterAll(() => application.end())

/** Runs raw SQL as the application role. @returns number of rows, or `refused` */
async function attempt(sql: string): Promise<number | 'refused'> {
  try {
    return (await application.query(sql)).rowCount ?? 0
  } catch (error) {
    // 42501 is insufficient_privilege, raised by row-level security or a missing grant.
    if ((error as { code?: string }).code === '42501') return 'refused'
    throw error
  }
}

const inTenant = (tenant: string, sql: string) =>
  asOwner(db.address, async owner => {
    await owner.query(`SET ROLE ${APP_ROLE}; SELECT set_config('fretwork.tenant', '${tenant}', false)`)
    return owner.query<{ tenant: string }>(sql)
  })

it('every table is tenant-scoped except the listed ones', () => {
  expect(tables.shared).toEqual(SHARED)
  expect(tables.owned.length).toBeGreaterThan(3)
})

it('every table has rows for both test tenants', async () => {
  for (const table of tables.owned) {
    const sql = `SELECT DISTINCT tenant FROM ${table} ORDER BY tenant`
    const { rows } = await asOwner(db.address, owner => owner.query(sql))
    expect([table, ...rows.map(({ tenant }) => tenant)]).toEqual([table, ...TENANTS])
  }
})

it('SQL without a tenant sees and changes no rows', async () => {
  for (const table of tables.owned) {
    const sights = [
      await attempt(`SELECT * FROM ${table}`),
      await attempt(`SELECT count(*) FROM ${table} HAVING count(*) > 0`),
      await attempt(`UPDATE ${table} SET tenant = tenant`),
      await attempt(`DELETE FROM ${table}`),
    ]
    expect([table, ...sights.filter(sight => sight !== 0 && sight !== 'refused')]).toEqual([table])
    // TRUNCATE bypasses row policies.
    expect([table, await attempt(`TRUNCATE ${table}`)]).toEqual([table, 'refused'])
  }
})

it('a tenant sees only its own rows', async () => {
  for (const table of tables.owned) {
    const { rows } = await inTenant('other', `SELECT tenant FROM ${table}`)
    expect([table, ...rows.map(({ tenant }) => tenant)]).toEqual([table, 'other'])
  }
})

it('a tenant can’t insert rows into or move rows to another tenant', async () => {
  for (const table of tables.owned) {
    const sql = `UPDATE ${table} SET tenant = 'fretwork' WHERE tenant = 'other'`
    await expect(inTenant('other', sql), table).rejects.toMatchObject({ code: '42501' })
  }
})

it('every table forces row-level security on its owner, and its key starts with the tenant', async () => {
  const { rows } = await asOwner(db.address, owner =>
    owner.query<{ name: string; forced: boolean; leads: string | null }>(
      `SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS forced,
           (SELECT attname FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
            WHERE conrelid = pg_class.oid AND contype = 'p') AS leads
         FROM pg_class WHERE relname = ANY($1) AND relnamespace = 'public'::regnamespace`,
      [tables.owned],
    ),
  )
  for (const row of rows) expect(row).toEqual({ name: row.name, forced: true, leads: 'tenant' })
})

it('the application role can’t modify tables without a tenant', async () => {
  for (const table of tables.shared) {
    expect([table, await attempt(`DELETE FROM ${table}`)]).toEqual([table, 'refused'])
    const [column] = table === 'tenants' ? ['key'] : ['id']
    expect([table, await attempt(`UPDATE ${table} SET ${column} = ${column}`)]).toEqual([table, 'refused'])
  }
})

it('the application role owns nothing and can use no views or SECURITY DEFINER functions', async () => {
  const one = async (sql: string) =>
    (await asOwner(db.address, owner => owner.query<{ name: string }>(sql, [APP_ROLE]))).rows
  expect(await one('SELECT relname AS name FROM pg_class WHERE relowner = $1::regrole')).toEqual([])
  expect(
    await one(`SELECT relname AS name FROM pg_class WHERE relkind IN ('v', 'm')
        AND relnamespace = 'public'::regnamespace AND has_table_privilege($1, oid, 'SELECT')`),
  ).toEqual([])
  expect(
    await one(`SELECT proname AS name FROM pg_proc WHERE prosecdef
        AND pronamespace = 'public'::regnamespace AND has_function_privilege($1, oid, 'EXECUTE')`),
  ).toEqual([])
  expect(await attempt('CREATE TABLE own ()')).toBe('refused')
})
