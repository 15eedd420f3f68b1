// Housekeeping runs task by task and in batches. Its cost depends only on the rows to delete.
import { expect, it } from 'vitest'
import { doChore, expiring } from '../../../server/database/chores.js'
import { asOwner } from '../../../server/database/connection.js'
import { rateLimits } from '../../../server/database/schema.js'
import { LIBRARY_CHORES } from '../../../server/library/housekeeping.js'
import { Housekeeping } from '../../../server/operations/housekeeping.js'
import { libraryWorld, PAYING } from '../library/library-world.js'
import { deleteExpired, rowsRead } from '../support/test-database.js'

const { db, server, owner } = await libraryWorld()
const query = (text: string, ...values: unknown[]) =>
  asOwner(db.address, async client => (await client.query(text, values)).rows)

const DAY_MS = 86_400_000

it('a failed housekeeping task is counted, and all other tasks run', async () => {
  const failed: string[] = []
  const { now } = server.clock
  const housekeeping = new Housekeeping(
    () => now,
    task => void failed.push(task),
  )
  await query(
    `INSERT INTO rate_limits (tenant, bucket, count, ends_at) VALUES ('fretwork', 'b', 1, '2020-01-01')`,
  )
  await query(`INSERT INTO spent_nonces VALUES ('fretwork', 'n', '2020-01-01')`)
  await query('REVOKE DELETE ON rate_limits FROM fretwork_app')
  await housekeeping
    .deleteExpired(db.database)
    .finally(() => query('GRANT DELETE ON rate_limits TO fretwork_app'))
  expect(failed).toEqual(['rate_limits'])
  expect(housekeeping.tasks.get('rate_limits')).toEqual({ rows: 0, failures: 1 })
  expect(housekeeping.tasks.get('spent_nonces')).toEqual({ rows: 1, failures: 0, doneAt: now })
  await housekeeping.deleteExpired(db.database)
  expect(housekeeping.tasks.get('rate_limits')).toEqual({ rows: 1, failures: 1, doneAt: now })
})

it('a housekeeping task runs in batches and stops after the current batch on shutdown', async () => {
  const limits = `INSERT INTO rate_limits (tenant, bucket, count, ends_at)
      SELECT 'fretwork', 'b' || n, 1, '2020-01-01' FROM generate_series(1, 2500) n`
  await query(limits)
  const chore = expiring(rateLimits.endsAt, 0)
  const left = async () => Number((await query('SELECT count(*) FROM rate_limits'))[0].count)
  let asked = 0
  const stopping = () => ++asked > 1
  expect(await doChore(db.database, chore, server.clock.now, stopping)).toBe(1000)
  expect(await left()).toBe(1500)
  expect(await doChore(db.database, chore, server.clock.now, () => false)).toBe(1500)
  expect(await left()).toBe(0)
})

it('housekeeping checks each file that belongs to a song only once', async () => {
  const ada = await owner(PAYING)
  await query(`INSERT INTO libraries (tenant, user_id) VALUES ('fretwork', $1)`, ada.id)
  await query(
    `INSERT INTO library_blobs (tenant, user_id, hash, size, received, bytes, touched_at)
       SELECT 'fretwork', $1, 'h' || n, 1, 1, 'x', '2020-01-01' FROM generate_series(1, 2050) n`,
    ada.id,
  )
  await query(
    `INSERT INTO library_records (tenant, user_id, kind, id, seq, fields, size)
       SELECT 'fretwork', $1, 'song', 's' || n, n, jsonb_build_object('hash', jsonb_build_object('value', 'h' || n)), 9
       FROM generate_series(1, 2000) n`,
    ada.id,
  )
  // Does the work of autovacuum.
  await query('ANALYZE library_blobs, library_records, libraries')
  await deleteExpired(db.database, server.clock.now)
  const files = await query(
    'SELECT count(*)::int AS files, count(touched_at)::int AS touched FROM library_blobs WHERE user_id = $1',
    ada.id,
  )
  expect(files).toEqual([{ files: 2000, touched: 0 }])
  await query(
    `UPDATE library_records SET removed_at = '2020-01-01' WHERE user_id = $1 AND id IN ('s1', 's2')`,
    ada.id,
  )
  const read = await db.inFretwork(scope =>
    rowsRead(scope, 'librar', async () => {
      for (const chore of LIBRARY_CHORES) await chore.batch(scope, server.clock.now + DAY_MS)
    }),
  )
  expect(read).toBeLessThan(60)
  const left = await query('SELECT count(*)::int AS files FROM library_blobs WHERE user_id = $1', ada.id)
  expect(left).toEqual([{ files: 1998 }])
})
