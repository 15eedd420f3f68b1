// Creates a separate database for each test file in the shared PostgreSQL instance.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import {
  addressOfUrl,
  asOwner,
  type DatabaseAddress,
  openDatabase,
} from '../../../server/database/connection.js'
import { APP_ROLE } from '../../../server/database/migrate.js'
import type { Scope, Transactions } from '../../../server/database/transactions.js'
import { Housekeeping } from '../../../server/operations/housekeeping.js'

/** Factor applied to production timeouts. Tests may run on a busy machine. */
const PATIENCE = 40

export const emptyDatabase = () => newDatabase('template1')

/** Returns a migrated database without tenants. */
export const migratedDatabase = () => newDatabase(inject('migrated'))

async function newDatabase(template: string): Promise<{ url: string; drop(): Promise<void> }> {
  const { host, user } = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const server = { owner: { host, user, database: 'postgres' }, app: {} }
  await asOwner(server, owner => owner.query(`CREATE DATABASE ${name} TEMPLATE ${template}`))
  return {
    url: `postgresql:///${name}?host=${encodeURIComponent(host)}&user=${user}`,
    drop: async () => {
      await asOwner(server, owner => owner.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}

/** Returns a migrated database with the tenants `fretwork` and `other`. */
export async function testDatabase(patience = PATIENCE) {
  const { url, drop } = await newDatabase(inject('template'))
  const address: DatabaseAddress = addressOfUrl(url)
  const database = await openDatabase(address, () => undefined, patience)
  return {
    url,
    address,
    database,
    inFretwork: <T>(work: Parameters<typeof database.inTenant<T>>[1]) => database.inTenant('fretwork', work),
    /** Runs raw SQL as the application role. */
    async asApplication(sql: string): Promise<pg.QueryResult> {
      const client = new pg.Client(address.app as pg.ClientConfig)
      await client.connect()
      await client.query(`SET ROLE ${APP_ROLE}`)
      return client.query(sql).finally(() => client.end())
    },
    async end() {
      await database.close()
      await drop()
    },
  }
}

/** Creates a test database that is dropped at the end of the test file. */
export async function databaseForFile(patience = PATIENCE) {
  const db = await testDatabase(patience)
  afterAll(() => db.end())
  return db
}

/** Deletes expired rows as housekeeping would at the given time. @throws the first failure */
export function deleteExpired(database: Transactions, now: number): Promise<void> {
  const rethrow = (_task: string, error: unknown) => {
    throw error
  }
  return new Housekeeping(() => now, rethrow).deleteExpired(database)
}

/** Counts the rows that `work` reads from tables with the given name prefix, by index or by scan. */
export async function rowsRead(scope: Scope, tables: string, work: () => Promise<unknown>): Promise<number> {
  // Statistics of earlier transactions on this connection may still be pending.
  const before = await rowsReadSoFar(scope, tables)
  await work()
  return (await rowsReadSoFar(scope, tables)) - before
}

async function rowsReadSoFar(scope: Scope, tables: string): Promise<number> {
  const counted = sql`SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) AS rows
    FROM pg_stat_xact_user_tables WHERE starts_with(relname, ${tables})`
  return Number((await scope.sql.execute<{ rows: string }>(counted)).rows[0]?.rows)
}
