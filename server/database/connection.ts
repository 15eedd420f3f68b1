// The application's database connections: transactions that see a single tenant's rows.
import { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { tenantKey } from '../../src/core/api/tenant.js'
import { StartFailure } from '../failure.js'
import { APP_ROLE } from './migrate.js'
import { oncePer } from './once-per.js'
import * as schema from './schema.js'

export type Sql = NodePgDatabase<typeof schema>

/** Drizzle on one connection of the pool. */
export type ConnectionSql = Sql & { readonly $client: pg.PoolClient }

/** A transaction that sees one tenant's rows. */
export interface Scope {
  readonly tenant: string
  readonly sql: ConnectionSql
  /** Notifies listeners (`Database.on`) once this transaction has committed, and not before. */
  notify(topic: Topic): void
}

/** Work waiting in the database that other parts of this process listen for. */
export type Topic = 'mail' | 'request'

export interface Database {
  /** Runs `work` in a transaction that sees only the tenant's rows; commits unless it throws. */
  inTenant<T>(tenant: string, work: (scope: Scope) => Promise<T>): Promise<T>
  /** Like `inTenant`, read-only: the answer does not wait for the commit. */
  readInTenant<T>(tenant: string, work: (scope: Scope) => Promise<T>): Promise<T>
  /** Like `readInTenant`, for work that sends all its statements at once; later ones are refused. One round trip. */
  readBatch<T>(tenant: string, work: (scope: Scope) => Promise<T>): Promise<T>
  /** Calls `listener` with the tenant after each commit that notified `topic`. @returns unsubscribe. */
  on(topic: Topic, listener: (tenant: string) => void): () => void
  /** The tables that belong to no tenant. The application may only read them. */
  readonly shared: Sql
  connections(): { readonly total: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

/** How to connect in each of the two roles. */
export interface DatabaseAddress {
  readonly owner: pg.ClientConfig
  readonly app: pg.PoolConfig
}

/**
 * Every statement of the application uses an index, and is planned once per connection. Left to guess, the planner
 * scans whole tables that were small when it last looked, and plans some statements on every call (ADR 20).
 */
const PLANNER = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off'

export function addressOfUrl(connectionString: string): DatabaseAddress {
  const url = new URL(connectionString)
  // The driver uses options from the URL instead of ours, not in addition to them.
  const given = url.searchParams.get('options') ?? ''
  url.searchParams.delete('options')
  // The application's connections give up the owner's rights before their first statement.
  const options = `${given} -c role=${APP_ROLE} ${PLANNER}`.trim()
  return { owner: { connectionString }, app: { connectionString: url.href, options } }
}

export function addressOfSocket(host: string, owner: string, database: string): DatabaseAddress {
  return { owner: { host, user: owner, database }, app: { host, user: APP_ROLE, database, options: PLANNER } }
}

/** Longer than any restart of a healthy database; after that a request is answered 503. */
const CONNECT_MS = 5000

/** @throws StartFailure `database_role` if row-level security would not apply to the application. */
export async function openDatabase(
  address: DatabaseAddress,
  onIdleError: (error: Error) => void,
): Promise<Database> {
  // Pipelined, the first statement of a transaction is sent together with its BEGIN.
  const pool = new pg.Pool({
    max: 10,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_MS,
    stream: () => new BatchingSocket(),
    ...address.app,
  })
  // Without listeners, losing the database would end the process: the pool's for idle connections, each connection's
  // for those in use, between two statements of a transaction.
  pool.on('error', onIdleError)
  pool.on('connect', client => {
    client.on('error', ignoreReported)
    nameStatements(client)
  })
  const shared = drizzle(pool, { schema })
  try {
    await checkAppRole(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  const events = new EventEmitter<Record<Topic, [tenant: string]>>()
  return {
    shared,
    on(topic, listener) {
      events.on(topic, listener)
      return () => events.off(topic, listener)
    },
    async inTenant(tenant, work) {
      const key = tenantKey.parse(tenant)
      const topics = new Set<Topic>()
      const notify = (topic: Topic) => void topics.add(topic)
      const result = await withClient(pool, async client => {
        const begun = begin(client, 'BEGIN', key)
        const done = await work({ tenant: key, sql: sqlOf(client), notify })
        await begun
        await client.query('COMMIT')
        return done
      })
      for (const topic of topics) events.emit(topic, key)
      return result
    },
    async readInTenant(tenant, work) {
      const key = tenantKey.parse(tenant)
      return withClient(pool, async client => {
        const begun = begin(client, 'BEGIN READ ONLY', key)
        const done = await work({ tenant: key, sql: sqlOf(client), notify: refuseNotify })
        await begun
        // Nothing was written, so there is nothing to wait for: the connection's next statements come after it.
        client.query('COMMIT').catch(ignoreReported)
        return done
      })
    },
    async readBatch(tenant, work) {
      const key = tenantKey.parse(tenant)
      return withClient(pool, async client => {
        const batch = batchOf(client)
        const begun = begin(client, 'BEGIN READ ONLY', key)
        batch.isOpen = true
        const committed = new Promise<void>(resolve =>
          // After everything that `work` asks for right away.
          process.nextTick(() => {
            batch.isOpen = false
            client.query('COMMIT').catch(ignoreReported)
            resolve()
          }),
        )
        try {
          const done = await work({ tenant: key, sql: batch.sql, notify: refuseNotify })
          await begun
          return done
        } finally {
          // The connection must not be reused before the COMMIT is sent.
          await committed
        }
      })
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

const sqlOf = oncePer((client: pg.PoolClient): ConnectionSql => drizzle(client, { schema }))

/** Drizzle on a connection, refusing statements that come after the COMMIT: outside a tenant they would see no rows. */
const batchOf = oncePer((client: pg.PoolClient) => {
  const query = async (...given: unknown[]) => {
    if (batch.isOpen) return (client.query as (...given: unknown[]) => unknown)(...given)
    throw new Error('A batch sends all its statements at once; use `readInTenant` for later ones.')
  }
  const guarded: pg.PoolClient = Object.create(client, { query: { value: query } })
  const batch = { isOpen: false, sql: drizzle(guarded, { schema }) as ConnectionSql }
  return batch
})

function refuseNotify(topic: Topic): never {
  throw new Error(`A read-only transaction cannot notify "${topic}".`)
}

/** Runs `work` as the owner, on a connection of its own. */
export async function asOwner<T>(
  address: DatabaseAddress,
  work: (owner: pg.Client) => Promise<T>,
): Promise<T> {
  const owner = new pg.Client({ connectionTimeoutMillis: CONNECT_MS, ...address.owner })
  owner.on('error', ignoreReported)
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

async function checkAppRole(pool: pg.Pool): Promise<void> {
  const answer = await pool.query<{ name: string; bypasses: boolean }>(
    'SELECT rolname AS name, rolsuper OR rolbypassrls AS bypasses FROM pg_roles WHERE rolname = current_user',
  )
  const role = answer.rows[0]
  if (role && !role.bypasses && role.name === APP_ROLE) return
  if (role && !role.bypasses) {
    const message = `The application runs as ${role.name} instead of ${APP_ROLE}; remove the role option from DATABASE_URL.`
    throw new StartFailure('database_role', message)
  }
  const message = `The role ${role?.name ?? APP_ROLE} bypasses row-level security; remove SUPERUSER and BYPASSRLS from it.`
  throw new StartFailure('database_role', message)
}

/** Gives `work` a connection of its own; rolls back on error and always returns the connection. */
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    await client.query('ROLLBACK').catch((failed: Error) => {
      broken = failed // the connection itself is gone; the pool must not reuse it
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Begins a transaction within a tenant without waiting for it, so that the first statement is sent along. If this
 * fails, so does everything after it: outside a tenant no row can be read or written.
 * @param key becomes part of the statement's text, one message instead of two; tenant keys cannot contain quotes.
 */
function begin(client: pg.PoolClient, how: 'BEGIN' | 'BEGIN READ ONLY', key: string): Promise<unknown> {
  const begun = client.query(`${how}; SELECT set_config('fretwork.tenant', '${key}', true)`)
  // The caller sees the failure when it awaits it; until then it must not count as an unhandled rejection.
  begun.catch(ignoreReported)
  return begun
}

/** For errors that the driver also reports by rejecting the current or the next statement. */
const ignoreReported = () => undefined

/** Sends everything written in one turn of the event loop at once: each write is a system call and wakes the database. */
class BatchingSocket extends Socket {
  #isCorked = false

  override write(...given: unknown[]): boolean {
    if (!this.#isCorked) {
      this.#isCorked = true
      this.cork()
      process.nextTick(() => {
        this.#isCorked = false
        this.uncork()
      })
    }
    return super.write(...(given as Parameters<Socket['write']>))
  }
}

/** We have about two hundred statements; lists of varying length add a few. Beyond this, they are sent unnamed. */
const MAX_NAMED_STATEMENTS = 1000

const names = new Map<string, string>()

/** Names every statement, so that the database parses and plans it once per connection. */
function nameStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => never
  client.query = (statement: unknown, ...rest: unknown[]) => query(named(statement), ...rest)
}

function named(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return statement
  const { text, name } = statement as { text?: unknown; name?: unknown }
  return typeof text !== 'string' || name ? statement : { ...statement, name: nameOf(text) }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_NAMED_STATEMENTS) return known
  const name = `named_${names.size}`
  names.set(text, name)
  return name
}
