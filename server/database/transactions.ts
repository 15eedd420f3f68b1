// Transactions within a tenant, on connections of the pool.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { onceFor } from './once-for.js'
import { Rounds } from './round.js'
import * as schema from './schema.js'

export type Sql = NodePgDatabase<typeof schema>

/** Of one connection, with the driver's own below it. */
export type ConnectionSql = Sql & { readonly $client: pg.PoolClient }

const sqlOf = onceFor((client: pg.PoolClient): ConnectionSql => drizzle(client, { schema }))

const roundsOf = onceFor((client: pg.PoolClient) => {
  const rounds = new Rounds(client)
  return { rounds, sql: drizzle(rounds.asClient, { schema }) as ConnectionSql }
})

/** Commits unless `work` throws. */
export function transact<T>(
  pool: pg.Pool,
  key: string,
  work: (sql: ConnectionSql) => Promise<T>,
): Promise<T> {
  return withClient(pool, async client => {
    const begun = begin(client, 'BEGIN', key)
    const done = await work(sqlOf(client))
    await begun
    await client.query('COMMIT')
    return done
  })
}

/** Nothing can be written, so the answer need not wait for the end: whoever has the connection next comes after it. */
export function read<T>(pool: pg.Pool, key: string, work: (sql: ConnectionSql) => Promise<T>): Promise<T> {
  return withClient(pool, async client => {
    const begun = begin(client, 'BEGIN READ ONLY', key)
    const done = await work(sqlOf(client))
    await begun
    client.query('COMMIT').catch(toldByItsStatement)
    return done
  })
}

/** As `read` for `work` that asks for everything before it awaits anything: all of it is one round. */
export function glance<T>(
  pool: pg.Pool,
  key: string,
  work: (sql: () => ConnectionSql) => Promise<T>,
): Promise<T> {
  return withClient(pool, async client => {
    const { rounds, sql } = roundsOf(client)
    const round = rounds.begin(key)
    // Also where nothing is asked: once the connection is given back, this would go into somebody else's transaction.
    const gone = new Promise<void>(resolve => {
      process.nextTick(() => {
        try {
          rounds.send(round)
        } finally {
          resolve()
        }
      })
    })
    try {
      return await work(() => {
        rounds.refuseUnlessGathering(round)
        return sql
      })
    } finally {
      await gone
    }
  })
}

/** Gives `work` a connection of its own; rolls back and gives it back whatever happens. */
async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    await client.query('ROLLBACK').catch((failed: Error) => {
      broken = failed // the connection itself is gone; the pool must not hand it out again
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Begins a transaction within a tenant without waiting for it: the first statement goes out together with it. Where
 * this fails, so does all that follows: outside of a tenant, no row is seen and none can be written.
 * @param key goes into the statement as text, one message instead of two; the pattern of tenant keys has no quote in it.
 */
function begin(client: pg.PoolClient, how: 'BEGIN' | 'BEGIN READ ONLY', key: string): Promise<unknown> {
  const begun = client.query(`${how}; SELECT set_config('fretwork.tenant', '${key}', true)`)
  // Whoever awaits it hears of a failure; until then it must not count as one that nobody looks at.
  begun.catch(toldByItsStatement)
  return begun
}

/** The driver rejects the statement as well, or the next one; whoever waits for it hears of the break there. */
export const toldByItsStatement = () => undefined
