// The two ways into the database: the owner's, for administration, and the application's, always within a tenant.
import { EventEmitter } from 'node:events'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { tenantKey } from '../../src/core/api/tenant.js'
import { StartFailure } from '../failure.js'
import { APP_ROLE } from './migrate.js'
import * as schema from './schema.js'
import { sendSparingly } from './sparing-connection.js'
import { type ConnectionSql, glance, read, type Sql, toldByItsStatement, transact } from './transactions.js'

export type { ConnectionSql, Sql }

/** A transaction that sees one tenant's rows. */
export interface Scope {
  readonly tenant: string
  readonly sql: ConnectionSql
  /** Tells those who listen (`Database.hear`) once this transaction is committed, and never before. */
  announce(topic: Topic): void
}

/** What the rest of this process may want to hear of: work that waits in the database. */
export type Topic = 'mail' | 'ask'

export interface Database {
  /** Runs `work` in a transaction that sees the tenant's rows only; commits unless it throws. */
  inTenant<T>(tenant: string, work: (scope: Scope) => Promise<T>): Promise<T>
  /** As `inTenant` for work that only reads, which the database makes sure of; nobody waits for its end. */
  reading<T>(tenant: string, work: (scope: Scope) => Promise<T>): Promise<T>
  /** As `reading` for work that asks for everything before it awaits anything: whatever it asks later is refused. */
  glance<T>(tenant: string, work: (scope: Scope) => Promise<T>): Promise<T>
  /** Calls `listener` with the tenant after each commit that announced `topic`. @returns the end of it. */
  hear(topic: Topic, listener: (tenant: string) => void): () => void
  /** For the tables that belong to no tenant: the application's role, which may only read them. */
  readonly open: Sql
  /** How many connections there are, how many rest, and how many requests wait for one. */
  connections(): { readonly total: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

/** How to reach the database in each of the two roles. */
export interface DatabaseAddress {
  readonly owner: pg.ClientConfig
  readonly app: pg.PoolConfig
}

/**
 * Every statement of the application reads by an index, and its plan is made once for each connection. Left to guess,
 * the planner reads whole tables that were small when it last looked, and plans some statements with every call.
 */
const PLANS = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off'

export function addressOfUrl(connectionString: string): DatabaseAddress {
  const url = new URL(connectionString)
  // The driver takes the address's own options in place of ours, not beside them.
  const theirs = url.searchParams.get('options') ?? ''
  url.searchParams.delete('options')
  // The application's connections give up the owner's rights before their first statement.
  const options = `${theirs} -c role=${APP_ROLE} ${PLANS}`.trim()
  return { owner: { connectionString }, app: { connectionString: url.href, options } }
}

export function addressOfSocket(host: string, owner: string, database: string): DatabaseAddress {
  return { owner: { host, user: owner, database }, app: { host, user: APP_ROLE, database, options: PLANS } }
}

/** Longer than any restart of a database that is fine; a request then ends with 503. */
const CONNECT_MS = 5000

/** @throws StartFailure `database_role` where the application would not be bound by row-level security. */
export async function openDatabase(
  address: DatabaseAddress,
  onIdleError: (error: Error) => void,
): Promise<Database> {
  // In a pipeline a statement is sent while the one before it is still answered: the first of a transaction goes out
  // together with its beginning.
  const pool = new pg.Pool({ max: 10, pipeline: true, connectionTimeoutMillis: CONNECT_MS, ...address.app })
  // Without listeners, a database that goes away would end the process: on the pool for connections at rest, and
  // on each connection for those in use, between two statements of a transaction.
  pool.on('error', onIdleError)
  pool.on('connect', client => {
    client.on('error', toldByItsStatement)
    sendSparingly(client)
  })
  const open = drizzle(pool, { schema })
  try {
    await refuseMightyRole(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  const announcements = new EventEmitter<Record<Topic, [tenant: string]>>()
  return {
    open,
    hear(topic, listener) {
      announcements.on(topic, listener)
      return () => announcements.off(topic, listener)
    },
    async inTenant(tenant, work) {
      const key = tenantKey.parse(tenant)
      const topics = new Set<Topic>()
      const announce = (topic: Topic) => void topics.add(topic)
      const result = await transact(pool, key, sql => work({ tenant: key, sql, announce }))
      for (const topic of topics) announcements.emit(topic, key)
      return result
    },
    reading(tenant, work) {
      const key = tenantKey.parse(tenant)
      return read(pool, key, sql => work({ tenant: key, sql, announce: refuseToAnnounce }))
    },
    glance(tenant, work) {
      const key = tenantKey.parse(tenant)
      return glance(pool, key, sql =>
        work({
          tenant: key,
          get sql() {
            return sql()
          },
          announce: refuseToAnnounce,
        }),
      )
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

function refuseToAnnounce(topic: Topic): never {
  throw new Error(`Work that only reads announces "${topic}".`)
}

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
  if (role && !role.mighty && role.name === APP_ROLE) return
  if (role && !role.mighty) {
    const message = `The application has the rights of ${role.name}, not those of ${APP_ROLE}; take what sets a role out of DATABASE_URL.`
    throw new StartFailure('database_role', message)
  }
  const message = `The role ${role?.name ?? APP_ROLE} may see every tenant's rows; take SUPERUSER and BYPASSRLS from it.`
  throw new StartFailure('database_role', message)
}
