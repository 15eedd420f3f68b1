// The two ways into the database: the owner's, for administration, and the application's, always within a tenant.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { tenantKey } from '../../src/core/api/tenant.js'
import { StartFailure } from '../failure.js'
import { APP_ROLE } from './migrate.js'
import * as schema from './schema.js'

export type Sql = NodePgDatabase<typeof schema>

/** A transaction that sees one tenant's rows. */
export interface Scope {
  readonly tenant: string
  readonly sql: Sql
}

export interface Database {
  /** Runs `work` in a transaction that sees the tenant's rows only; commits unless it throws. */
  inTenant<T>(tenant: string, work: (scope: Scope) => Promise<T>): Promise<T>
  /** For the tables that belong to no tenant: the application's role, which may only read them. */
  readonly open: Sql
  /** Rejects where the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** How to reach the database in each of the two roles. */
export interface DatabaseAddress {
  readonly owner: pg.ClientConfig
  readonly app: pg.PoolConfig
}

export function addressOfUrl(connectionString: string): DatabaseAddress {
  // The application's connections give up the owner's rights before their first statement.
  return { owner: { connectionString }, app: { connectionString, options: `-c role=${APP_ROLE}` } }
}

export function addressOfSocket(host: string, owner: string, database: string): DatabaseAddress {
  return { owner: { host, user: owner, database }, app: { host, user: APP_ROLE, database } }
}

/** Longer than any restart of a database that is fine; a request then ends with 503. */
const CONNECT_MS = 5000

/** @throws StartFailure `database_role` where the application would not be bound by row-level security. */
export async function openDatabase(
  address: DatabaseAddress,
  onIdleError: (error: Error) => void,
): Promise<Database> {
  const pool = new pg.Pool({ max: 10, connectionTimeoutMillis: CONNECT_MS, ...address.app })
  // Without listeners, a database that goes away would end the process: on the pool for connections at rest, and
  // on each connection for those in use, between two statements of a transaction.
  pool.on('error', onIdleError)
  pool.on('connect', client => client.on('error', toldByItsStatement))
  const open = drizzle(pool, { schema })
  try {
    await refuseMightyRole(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    open,
    async inTenant(tenant, work) {
      // The key goes into the statement as text: one round trip instead of two, and the pattern has no quote in it.
      const key = tenantKey.parse(tenant)
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        await client.query(`BEGIN; SELECT set_config('fretwork.tenant', '${key}', true)`)
        const result = await work({ tenant: key, sql: drizzle(client, { schema }) })
        await client.query('COMMIT')
        return result
      } catch (error) {
        await client.query('ROLLBACK').catch((failed: Error) => {
          broken = failed // the connection itself is gone; the pool must not hand it out again
        })
        throw error
      } finally {
        client.release(broken)
      }
    },
    async ping() {
      await pool.query('SELECT 1')
    },
    close: () => pool.end(),
  }
}

/** The driver rejects the statement as well, or the next one; whoever waits for it hears of the break there. */
const toldByItsStatement = () => undefined

/** Runs `work` as the owner, on a connection of its own. */
export async function asOwner<T>(
  address: DatabaseAddress,
  work: (owner: pg.Client) => Promise<T>,
): Promise<T> {
  const owner = new pg.Client({ connectionTimeoutMillis: CONNECT_MS, ...address.owner })
  owner.on('error', toldByItsStatement)
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

async function refuseMightyRole(pool: pg.Pool): Promise<void> {
  const answer = await pool.query<{ name: string; mighty: boolean }>(
    'SELECT rolname AS name, rolsuper OR rolbypassrls AS mighty FROM pg_roles WHERE rolname = current_user',
  )
  const role = answer.rows[0]
  if (role && !role.mighty) return
  const message = `The role ${role?.name ?? APP_ROLE} may see every tenant's rows; take SUPERUSER and BYPASSRLS from it.`
  throw new StartFailure('database_role', message)
}
