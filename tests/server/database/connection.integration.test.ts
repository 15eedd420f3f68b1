import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { asOwner } from '../../../server/database/connection.js'
import type { Scope } from '../../../server/database/transactions.js'
import { isDatabaseUnavailable } from '../../../server/database/unavailable.js'
import { databaseForFile } from '../support/test-database.js'

const db = await databaseForFile()

/** Terminates every application connection and waits until they are closed. */
async function cutConnections(): Promise<void> {
  await asOwner(db.address, owner =>
    owner.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    ),
  )
}

it('a connection lost during a transaction fails only that transaction and counts as an outage', async () => {
  const broken = db.inFretwork(async scope => {
    await cutConnections()
    await scope.sql.execute(sql`SELECT 1`)
  })
  await expect(broken).rejects.toSatisfy(isDatabaseUnavailable)
  const next = db.inFretwork(scope => scope.sql.execute(sql`SELECT 1 AS one`))
  await expect(next).resolves.toMatchObject({ rows: [{ one: 1 }] })
})

it('a repeated SQL statement is parsed and planned only once', async () => {
  const kept = await db.database.readInTenant('fretwork', async scope => {
    const ask = () => scope.sql.execute(sql`SELECT ${'again'}::text AS word`)
    await ask()
    await ask()
    const { rows } = await scope.sql.execute<{ times: string }>(
      sql`SELECT generic_plans + custom_plans AS times FROM pg_prepared_statements
          WHERE statement = 'SELECT $1::text AS word'`,
    )
    return rows
  })
  expect(kept).toEqual([{ times: '2' }])
})

it('queries use an index even if the table was empty at the last ANALYZE', async () => {
  const plan = await db.database.readInTenant('fretwork', async scope => {
    const { rows } = await scope.sql.execute<Record<string, string>>(
      sql`EXPLAIN SELECT 1 FROM links WHERE tenant = 'fretwork' AND from_id = gen_random_uuid()`,
    )
    return rows.map(row => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toMatch(/Index/)
  expect(plan).not.toMatch(/Seq Scan/)
})

it('a statement skipped by an aborted transaction is prepared in the next one', async () => {
  const ask = (scope: Scope) => scope.sql.execute(sql`SELECT ${'again'}::text AS word`)
  const failed = db.inFretwork(async scope => {
    await Promise.all([scope.sql.execute(sql`SELECT 1 / 0`), ask(scope)])
  })
  await expect(failed).rejects.toThrow()
  const next = db.inFretwork(ask)
  await expect(next).resolves.toMatchObject({ rows: [{ word: 'again' }] })
})

it('a read batch rejects a statement issued after its first result', async () => {
  const late = db.database.readBatch('fretwork', async scope => {
    await scope.sql.execute(sql`SELECT 1`)
    return scope.sql.execute(sql`SELECT 2`)
  })
  await expect(late).rejects.toMatchObject({
    cause: { message: expect.stringContaining('A batch sends all its statements together') },
  })
  const after = db.database.readBatch('fretwork', scope => scope.sql.execute(sql`SELECT 3 AS three`))
  await expect(after).resolves.toMatchObject({ rows: [{ three: 3 }] })
})

it('a read batch skips all statements after a failed one, and its connection stays usable', async () => {
  const skipped = (scope: Scope) => scope.sql.execute(sql`SELECT ${'skipped'}::text AS never_read_before`)
  const failed = db.database.readBatch('fretwork', async scope => {
    const before = scope.sql.execute(sql`SELECT 1`)
    const failing = scope.sql.execute(sql`SELECT 1 / 0`)
    return Promise.allSettled([before, failing, skipped(scope)])
  })
  expect((await failed).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  for (let again = 0; again < 2; again++) {
    const next = db.database.readBatch('fretwork', skipped)
    await expect(next).resolves.toMatchObject({ rows: [{ never_read_before: 'skipped' }] })
  }
})

it('each statement of a read batch gets its own result, with or without rows', async () => {
  const answers = await db.database.readBatch('fretwork', scope =>
    Promise.all([
      scope.sql.execute(sql`SELECT generate_series(1, 3) AS number`),
      scope.sql.execute(sql`SELECT 1 AS one WHERE false`),
      scope.sql.execute(sql``),
      scope.sql.execute(sql`SELECT ${'last'}::text AS word`),
    ]),
  )
  expect(answers.map(({ rows }) => rows)).toEqual([
    [{ number: 1 }, { number: 2 }, { number: 3 }],
    [],
    [],
    [{ word: 'last' }],
  ])
})

it('a broken connection fails only its own read batch and counts as an outage', async () => {
  const broken = db.database.readBatch('fretwork', scope => scope.sql.execute(sql`SELECT pg_sleep(60)`))
  const seen = expect(broken).rejects.toSatisfy(isDatabaseUnavailable)
  await expect
    .poll(async () => {
      const { rows } = await asOwner(db.address, owner =>
        owner.query(
          "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid()",
        ),
      )
      return rows.length
    })
    .toBe(1)
  await cutConnections()
  await seen
  const next = db.database.readBatch('fretwork', scope => scope.sql.execute(sql`SELECT 1 AS one`))
  await expect(next).resolves.toMatchObject({ rows: [{ one: 1 }] })
})

it('an empty read batch does not affect other batches waiting for its connection', async () => {
  const seen = await Promise.all(
    Array.from({ length: 60 }, async () => {
      await db.database.readBatch('other', async () => undefined)
      return db.inFretwork(async scope => {
        await scope.sql.execute(sql`SELECT 1`)
        const { rows } = await scope.sql.execute(
          sql`SELECT current_setting('fretwork.tenant') AS tenant, current_setting('transaction_read_only') AS kept`,
        )
        return rows[0]
      })
    }),
  )
  expect(new Set(seen.map(row => JSON.stringify(row)))).toEqual(
    new Set([JSON.stringify({ tenant: 'fretwork', kept: 'off' })]),
  )
})

it('a read batch can’t write', async () => {
  const written = db.database.readBatch('fretwork', scope => scope.sql.execute(sql`DELETE FROM users`))
  await expect(written).rejects.toMatchObject({ cause: { code: '25006' } })
})
