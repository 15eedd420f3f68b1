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
  /** Notifies listeners (`Database.on`) once this transaction has committed. */
  notify(topic: Topic): void
}

export type Topic = 'mail' | 'request'

/** Transactions of a database. Every method throws `DatabaseUnavailable` if the database does not respond in time. */
export interface Transactions {
  /** Runs `work` in a transaction that sees only the tenant's rows; commits unless it throws. */
  inTenant<T>(tenant: string, work: (scope: Scope) => Promise<T>): Promise<T>
  readInTenant<T>(tenant: string, work: (scope: Scope) => Promise<T>): Promise<T>
  /**
   * Sends all statements of `work` together, in one round trip, and refuses later ones. Otherwise like `readInTenant`.
   */
  readBatch<T>(tenant: string, work: (scope: Scope) => Promise<T>): Promise<T>
  /** Tables without a tenant, which the application can only read. Each statement is a transaction. */
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
        // The COMMIT follows all immediate statements of `work`; the connection refuses later ones.
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
        // The connection must not be reused before the COMMIT is sent.
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
        // The COMMIT of a read needs no response, because later statements on the connection follow it.
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

/** Drizzle instance that takes a connection with the application's role for each statement. */
function sharedSql(run: (statement: (client: pg.PoolClient) => Promise<unknown>) => Promise<unknown>): Sql {
  const query = (...given: unknown[]) =>
    run(client => (client.query as (...given: unknown[]) => Promise<unknown>)(...given))
  return drizzle({ query } as unknown as pg.PoolClient, { schema })
}

const sqlOf = oncePer((client: pg.PoolClient): ConnectionSql => drizzle(client, { schema }))

function refuseNotify(topic: Topic): never {
  throw new Error(`A read-only transaction cannot notify "${topic}".`)
}

/** Gives `work` its own connection, rolls back after an error, and always returns the connection. */
async function withClient<T>(connections: Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await connections.connect()
  let broken: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    await client.query('ROLLBACK').catch((failed: Error) => {
      broken = failed // the connection is lost and must not be reused
    })
    // The next connection may reach the new primary.
    if (isReadOnly(error)) broken = new Error('The database is read-only.')
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Sends BEGIN along with the first statement. The role is set per transaction, for poolers (ADR 57). Keys contain no
 * quotes.
 */
export function beginner(connections: Pool) {
  return (
    client: pg.PoolClient,
    how: 'BEGIN' | 'BEGIN READ ONLY',
    key: string | undefined,
  ): Promise<unknown> => {
    const tenant = key === undefined ? '' : `; SET LOCAL fretwork.tenant = '${key}'`
    const begun = client.query(`${how}; SET LOCAL ROLE ${APP_ROLE}${tenant}${connections.settings}`)
    // The caller gets the failure when it awaits; until then it must not count as an unhandled rejection.
    begun.catch(ignoreReported)
    return begun
  }
}
