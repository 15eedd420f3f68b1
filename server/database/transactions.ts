import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { tenantKey } from '../../src/core/contract/tenant.js'
import type { Slots } from '../slots.js'
import { APP_ROLE } from './migrate.js'
import type { Pool } from './pool.js'
import * as schema from './schema.js'
import { DatabaseUnavailable, ignoreReported, isReadOnly } from './unavailable.js'

export function oncePer<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, T>()
  return key => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}

export type Sql = NodePgDatabase<typeof schema>

export type ConnectionSql = Sql & { readonly $client: pg.PoolClient }

export interface Scope {
  readonly tenant: string
  readonly sql: ConnectionSql
  /** Notifies listeners (`Database.on`) after this transaction commits. */
  notify(topic: Topic): void
}

export type Topic = 'mail' | 'request'

/** Runs transactions. Every method throws `DatabaseUnavailable` if the database doesn't respond in time. */
export interface Transactions {
  /** Runs `work` in a transaction that sees only the tenant's rows. Commits unless `work` throws. */
  inTenant<T>(tenant: string, work: (scope: Scope) => Promise<T>): Promise<T>
  readInTenant<T>(tenant: string, work: (scope: Scope) => Promise<T>): Promise<T>
  /**
   * Like `readInTenant`, but sends all statements of `work` in one round trip and rejects later statements.
   */
  readBatch<T>(tenant: string, work: (scope: Scope) => Promise<T>): Promise<T>
  /** Reads tables that don't belong to a tenant. Each statement is its own transaction. */
  readonly shared: Sql
}

export function transactions(
  connections: Pool,
  emit: (topic: Topic, tenant: string) => void,
  waited: (seconds: number) => void,
  lane?: Slots,
): Transactions {
  const onClient = <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const asked = performance.now()
    const onceThere = (client: pg.PoolClient) => {
      waited((performance.now() - asked) / 1000)
      return work(client)
    }
    return lane ? lane.run(() => withClient(connections, onceThere)) : withClient(connections, onceThere)
  }
  const begin = beginner(connections)
  const readBatch = <T>(key: string | undefined, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
    onClient(async client => {
      const begun = begin(client, 'BEGIN READ ONLY', key)
      const committed = new Promise<void>(resolve =>
        // Send the COMMIT after the statements that `work` issues immediately. The connection rejects later
        // ones.
        process.nextTick(() => {
          client.query('COMMIT').catch(ignoreReported)
          resolve()
        }),
      )
      try {
        const done = await work(client)
        await begun
        return done
      } finally {
        // Don't reuse the connection before the COMMIT is sent.
        await committed
      }
    })
  return {
    shared: sharedSql(statement => readBatch(undefined, statement)),
    async inTenant(tenant, work) {
      const key = tenantKey.parse(tenant)
      const topics = new Set<Topic>()
      const notify = (topic: Topic) => void topics.add(topic)
      const result = await onClient(async client => {
        const begun = begin(client, 'BEGIN', key)
        const done = await work({ tenant: key, sql: sqlOf(client), notify })
        await begun
        await client.query('COMMIT')
        return done
      }).catch(error => {
        throw isReadOnly(error) ? new DatabaseUnavailable(error) : error
      })
      for (const topic of topics) emit(topic, key)
      return result
    },
    async readInTenant(tenant, work) {
      const key = tenantKey.parse(tenant)
      return onClient(async client => {
        const begun = begin(client, 'BEGIN READ ONLY', key)
        const done = await work({ tenant: key, sql: sqlOf(client), notify: refuseNotify })
        await begun
        // Don't wait for the COMMIT of a read: later statements on this connection are queued behind it.
        client.query('COMMIT').catch(ignoreReported)
        return done
      })
    },
    async readBatch(tenant, work) {
      const key = tenantKey.parse(tenant)
      return readBatch(key, client => work({ tenant: key, sql: sqlOf(client), notify: refuseNotify }))
    },
  }
}

/** Drizzle instance that runs each statement on its own connection, with the application's role. */
function sharedSql(run: (statement: (client: pg.PoolClient) => Promise<unknown>) => Promise<unknown>): Sql {
  const query = (...given: unknown[]) =>
    run(client => (client.query as (...given: unknown[]) => Promise<unknown>)(...given))
  return drizzle({ query } as unknown as pg.PoolClient, { schema })
}

const sqlOf = oncePer((client: pg.PoolClient): ConnectionSql => drizzle(client, { schema }))

function refuseNotify(topic: Topic): never {
  throw new Error(`A read-only transaction cannot notify "${topic}".`)
}

/** Runs `work` on its own connection, rolls back after an error, and always releases the connection. */
async function withClient<T>(connections: Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await connections.connect()
  let broken: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    await client.query('ROLLBACK').catch((failed: Error) => {
      broken = failed // the connection is lost and must not be reused
    })
    // Discard the connection: the next one may reach the new primary.
    if (isReadOnly(error)) broken = new Error('The database is read-only.')
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Sends BEGIN along with the first statement. The role is set in each transaction, because a pooler may
 * switch connections (ADR 57). Tenant keys contain no quotes.
 */
export function beginner(connections: Pool) {
  return (
    client: pg.PoolClient,
    how: 'BEGIN' | 'BEGIN READ ONLY',
    key: string | undefined,
  ): Promise<unknown> => {
    const tenant = key === undefined ? '' : `; SET LOCAL fretwork.tenant = '${key}'`
    const begun = client.query(`${how}; SET LOCAL ROLE ${APP_ROLE}${tenant}${connections.settings}`)
    // The caller sees the failure when it awaits. Until then, it must not count as an unhandled rejection.
    begun.catch(ignoreReported)
    return begun
  }
}
