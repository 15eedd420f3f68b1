// Library limits, expiry and ownership.
import { expect, it, onTestFinished, vi } from 'vitest'
import { asOwner } from '../../../server/database/connection.js'
import { lockedLibrary } from '../../../server/library/limits.js'
import { makeWrites } from '../../../server/library/writes.js'
import { AUTH, exportedRows, PASSWORD } from '../support/test-app.js'
import { deleteExpired } from '../support/test-database.js'
import { fileOf, libraryWorld, type Owner, PAYING, pieceOf, song, valuesOf, write } from './library-world.js'

const world = await libraryWorld()
const DAY_MS = 86_400_000
const query = (sql: string, ...values: unknown[]) =>
  asOwner(world.db.address, async owner => (await owner.query(sql, values)).rows)

async function withSongs(who: Owner, ...ids: string[]): Promise<string[]> {
  const files = ids.map((_, nth) => fileOf(nth))
  await who.sendBlobs(...files.map(file => pieceOf(file)))
  const outcomes = await who.outcomesOf(
    ...ids.map((id, nth) => song(id, { name: id, hash: files[nth]?.hash ?? '' })),
  )
  return outcomes.map(({ outcome, code }) => code ?? outcome)
}

const setFeatures = (who: Owner, features: readonly string[]) =>
  query('UPDATE users SET features = $2 WHERE id = $1', who.id, features)

/** Advances the clock by `days`, runs housekeeping and logs in again, because sessions expire sooner. */
async function daysLater(who: Owner, days: number): Promise<void> {
  world.server.clock.now += days * DAY_MS
  await deleteExpired(world.db.database, world.server.clock.now)
  await who.logInAgain()
}

it('the free plan stores five songs and reports the limit', async () => {
  const ada = await world.owner()
  expect(await withSongs(ada, 'a', 'b', 'c', 'd', 'e', 'f')).toEqual([...Array(5).fill('kept'), 'songs_full'])
  expect(await ada.status()).toMatchObject({ seq: 5, songs: 5, songLimit: 5, records: 5 })
  // Only song records count as songs.
  expect((await ada.make(write('t', { name: 'Open D' }))).outcome).toBe('kept')
})

it('removing a song makes room for another, but then the removed song can’t be restored', async () => {
  const ada = await world.owner()
  await withSongs(ada, 'a', 'b', 'c', 'd', 'e')
  await ada.make(song('a', {}, { base: 1, as: 'removed' }))
  expect(await withSongs(ada, 'f')).toEqual(['kept'])
  expect(await ada.make(song('a', {}, { base: 6, as: 'restored' }))).toMatchObject({ code: 'songs_full' })
})

it('downgrading a plan removes no songs beyond the limit', async () => {
  const ada = await world.owner(PAYING)
  expect((await ada.status()).songLimit).toBeNull()
  await withSongs(ada, 'a', 'b', 'c', 'd', 'e', 'f', 'g')
  await setFeatures(ada, [])
  expect(await withSongs(ada, 'h')).toEqual(['songs_full'])
  expect((await ada.make(song('a', { name: 'Renamed' }, { base: 1 }))).outcome).toBe('kept')
  expect((await ada.make(song('b', {}, { base: 2, as: 'removed' }))).outcome).toBe('kept')
  expect(await ada.status()).toMatchObject({ songs: 6, songLimit: 5 })
})

/** Counts the actual usage in the tables. */
const counted = async (who: Owner) =>
  (
    await query(
      `SELECT count(*) FILTER (WHERE kind = 'song' AND removed_at IS NULL)::int AS songs, count(*)::int AS records,
         (SELECT count(*)::int FROM library_blobs WHERE user_id = $1) AS files,
         (coalesce(sum(size), 0) + (SELECT coalesce(sum(size), 0) FROM library_blobs WHERE user_id = $1))::int AS bytes
       FROM library_records WHERE user_id = $1 AND (removed_at IS NULL OR size > 2)`,
      who.id,
    )
  )[0]

const noted = async (who: Owner) =>
  (await query('SELECT songs, records, files, bytes::int FROM libraries WHERE user_id = $1', who.id))[0]

const FREE_BYTES = 64 * 1024 * 1024
/** Sets the stored usage so that `bytes` of the free plan remain. */
const leave = (who: Owner, bytes: number) =>
  query('UPDATE libraries SET bytes = $2 WHERE user_id = $1', who.id, FREE_BYTES - bytes)

it('a full library rejects new files but reports offsets and completes started uploads', async () => {
  const ada = await world.owner()
  const begun = fileOf(2, 300_000)
  await ada.sendBlobs(pieceOf(begun, 0, 100_000))
  await leave(ada, 50)
  expect((await ada.send('blobs', { pieces: [pieceOf(fileOf(3))] })).json().code).toBe('library_full')
  expect(await ada.sendBlobs(pieceOf(fileOf(3), 0, 0), pieceOf(begun, 0, 0))).toEqual([0, 100_000])
  // An upload that has started can be completed.
  expect(await ada.sendBlobs(pieceOf(begun, 100_000))).toEqual([300_000])
  await setFeatures(ada, PAYING.features)
  expect(await ada.sendBlobs(pieceOf(fileOf(3)))).toEqual([100])
})

it('records and files share one storage limit, and no record can grow beyond it', async () => {
  const ada = await world.owner()
  await ada.outcomesOf(write('a', { text: 'x'.repeat(1000) }), write('b', { text: 'ü'.repeat(1000) }))
  expect((await ada.status()).bytes).toBeGreaterThan(3000)
  await leave(ada, 1000)
  const long = { text: 'x'.repeat(2000) }
  expect(await ada.make(write('c', long))).toMatchObject({ code: 'library_full' })
  expect(await ada.make(write('a', long, { base: 1 }))).toMatchObject({ outcome: 'kept' })
  expect(await ada.make(write('a', { text: 'y'.repeat(3000) }, { base: 3 }))).toMatchObject({
    code: 'library_full',
  })
  expect((await ada.send('blobs', { pieces: [pieceOf(fileOf(3))] })).json().code).toBe('library_full')
  for (const change of [write('b', { text: '' }, { base: 2 }), write('b', {}, { base: 4, as: 'removed' })])
    expect(await ada.make(change)).toMatchObject({ outcome: 'kept' })
})

it('stored usage stays exact after writes, hash mismatches and housekeeping', async () => {
  const ada = await world.owner(PAYING)
  await withSongs(ada, 'a', 'b', 'c')
  await ada.outcomesOf(
    write('t', { text: 'long'.repeat(100) }),
    write('t', { text: 'short' }, { base: 4 }),
    write('empty', {}),
    write('gone', {}),
    write('gone', {}, { base: 7, as: 'removed' }),
    song('a', {}, { base: 1, as: 'removed' }),
    song('b', {}, { base: 2, as: 'removed' }),
    song('b', {}, { base: 10, as: 'restored' }),
  )
  const wrong = { ...pieceOf(fileOf(71)), hash: fileOf(72).hash }
  await ada.send('blobs', { pieces: [pieceOf(fileOf(70)), pieceOf(fileOf(70)), wrong] })
  expect(await noted(ada)).toEqual(await counted(ada))
  expect(await noted(ada)).toMatchObject({ songs: 2, records: 6, files: 4 })
  await daysLater(ada, 31)
  expect(await noted(ada)).toEqual(await counted(ada))
  expect(await noted(ada)).toMatchObject({ songs: 2, records: 4, files: 2 })
})

it('the number of records is limited, and purged records do not count', async () => {
  const ada = await world.owner(PAYING)
  await ada.make(write('a', { name: 'A' }))
  await query('UPDATE libraries SET records = 50000 WHERE user_id = $1', ada.id)
  expect(await ada.make(write('b', { name: 'B' }))).toMatchObject({ code: 'library_full' })
  expect((await ada.make(write('a', { name: 'B' }, { base: 1 }))).outcome).toBe('kept')
  await ada.make(write('a', {}, { base: 2, as: 'removed' }))
  await daysLater(ada, 31)
  expect((await ada.make(write('b', { name: 'B' }))).outcome).toBe('kept')
})

it('fields of records removed 30 days ago are deleted, and the removal is kept', async () => {
  const ada = await world.owner(PAYING)
  await withSongs(ada, 'a', 'b')
  await ada.make(song('a', {}, { base: 1, as: 'removed' }))
  await daysLater(ada, 29)
  expect((await ada.record('a'))?.fields).toMatchObject({ name: { value: 'a' } })
  expect((await ada.fetch(fileOf(0).hash)).blobs).toHaveLength(1)
  await daysLater(ada, 2)
  expect(await ada.record('a')).toMatchObject({ seq: 3, fields: {}, removedAt: expect.any(Number) })
  const back = await ada.make(song('a', {}, { base: 3, as: 'restored' }))
  expect(back).toMatchObject({ outcome: 'refused', code: 'blob_missing' })
  // The next run deletes the file but keeps the other song's file.
  await daysLater(ada, 0)
  const { blobs } = await ada.fetch(fileOf(0).hash, fileOf(1).hash)
  expect(blobs.map(({ hash }) => hash)).toEqual([fileOf(1).hash])
  const record = await ada.record('b')
  expect(record && valuesOf(record)).toMatchObject({ name: 'b' })
})

it('complete and partial files without a song are deleted after a day', async () => {
  const ada = await world.owner(PAYING)
  await ada.sendBlobs(pieceOf(fileOf(60)), pieceOf(fileOf(61, 200_000), 0, 100_000))
  await daysLater(ada, 0.9)
  expect((await ada.status()).bytes).toBe(200_100)
  await daysLater(ada, 0.2)
  expect((await ada.status()).bytes).toBe(0)
})

it('write keys are deleted after 60 days, except each user’s last one', async () => {
  const ada = await world.owner(PAYING)
  const [first, last] = [write('a', { name: 'A' }), write('b', { name: 'B' })]
  await ada.outcomesOf(first, last)
  const keys = async () =>
    (await query('SELECT key FROM library_writes WHERE user_id = $1 ORDER BY seq', ada.id)).map(
      ({ key }) => key,
    )
  await daysLater(ada, 59)
  expect(await keys()).toEqual([first.key, last.key])
  await daysLater(ada, 2)
  expect(await keys()).toEqual([])
  expect(await ada.changes(2, last.key)).toMatchObject({ tip: last.key, restored: false })
  expect(await ada.changes(2, first.key)).toMatchObject({ restored: true })
})

it('only the owner can access a library, whatever the tenant', async () => {
  const ada = await world.owner(PAYING)
  await ada.make(write('a', { name: 'A' }))
  for (const other of [await world.owner(PAYING), await world.owner(PAYING, 'other')]) {
    expect(await other.changes()).toMatchObject({ records: [], seq: 0 })
    expect(await other.make(write('a', { name: 'B' }))).toMatchObject({ outcome: 'kept', seq: 1 })
    expect((await other.make(write('a', {}, { base: 1, as: 'removed' }))).outcome).toBe('kept')
  }
  expect((await ada.record('a'))?.fields.name?.value).toBe('A')
})

it('the account export contains the library with its files', async () => {
  const ada = await world.owner(PAYING)
  await withSongs(ada, 'a')
  const rows = exportedRows((await world.server.send(`${AUTH}/account/export`, { jwt: ada.jwt })).body)
  expect(rows.library).toMatchObject([{ kind: 'song', id: 'a', fields: { name: { value: 'a' } } }])
  expect(rows.files).toMatchObject([{ hash: fileOf(0).hash, bytes: fileOf(0).bytes.toString('base64') }])
})

it('the account export joins the chunks of each file', async () => {
  const ada = await world.owner(PAYING)
  const file = fileOf(70, 200_000)
  await ada.sendBlobs(pieceOf(file, 0, 100_000))
  await ada.sendBlobs(pieceOf(file, 100_000))
  const rows = exportedRows((await world.server.send(`${AUTH}/account/export`, { jwt: ada.jwt })).body)
  expect(rows.files).toMatchObject([{ hash: file.hash, bytes: file.bytes.toString('base64') }])
})

const withLargeFiles = async ({ id, jwt }: Owner) => {
  const sql = `INSERT INTO library_blobs (tenant, user_id, hash, size, received, bytes, touched_at)
      SELECT 'fretwork', $1, 'large' || n, 1048576, 1048576, decode(repeat('ab', 1048576), 'hex'), now()
      FROM generate_series(1, 80) n`
  await query(sql, id)
  return {
    url: `${AUTH}/account/export`,
    headers: { authorization: `Bearer ${jwt}`, 'x-tenant': 'fretwork' },
  }
}

it('the account export stops once the session has ended', async () => {
  const ada = await world.owner(PAYING)
  const answer = await world.server.app.inject({ ...(await withLargeFiles(ada)), payloadAsStream: true })
  await world.server.send(`${AUTH}/logout`, { jwt: ada.jwt })
  let body = ''
  const read = async () => {
    for await (const part of answer.stream()) body += part
  }
  await expect(read()).rejects.toThrow()
  expect(body).toContain('exportedAt')
  expect(body).not.toContain('complete')
  await query('DELETE FROM library_blobs WHERE user_id = $1', ada.id)
})

it('a user can run one export at a time, with backpressure for slow clients', async () => {
  const ada = await world.owner(PAYING)
  const { url, headers } = await withLargeFiles(ada)
  const leasedFor = async () => {
    const [user] = await query('SELECT exporting_until FROM users WHERE id = $1', ada.id)
    return user?.exporting_until - world.server.clock.now
  }
  const reads = vi.spyOn(world.db.database.background, 'readInTenant')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const first = await world.server.app.inject({ url, headers, payloadAsStream: true })
  const stream = first.stream()
  // The export reads all pages first, then as many files as fit into the buffers.
  await expect.poll(() => reads.mock.calls.length).toBeGreaterThan(10)
  // Advances past the lease, which is renewed while the response is open.
  for (let minute = 0; minute < 2; minute += 1) {
    world.server.clock.now += 59_000
    vi.advanceTimersByTime(30_000)
    await expect.poll(leasedFor).toBe(60_000)
  }
  expect((await world.server.send(url, { jwt: ada.jwt })).json().code).toBe('rate_limited')
  expect(reads.mock.calls.length).toBeLessThan(20)
  let body = ''
  for await (const part of stream) body += part
  expect(exportedRows(body).files).toHaveLength(80)
  expect((await world.server.send(url, { jwt: ada.jwt })).statusCode).toBe(200)
  await query('DELETE FROM library_blobs WHERE user_id = $1', ada.id)
})

it('deleting the account deletes its library', async () => {
  const ada = await world.owner(PAYING)
  await withSongs(ada, 'a')
  const body = { currentPassword: PASSWORD }
  await world.server.send(`${AUTH}/account/delete`, { jwt: ada.jwt, body })
  for (const table of ['libraries', 'library_records', 'library_writes', 'library_blobs', 'library_chunks'])
    expect([table, await query(`SELECT * FROM ${table} WHERE user_id = $1`, ada.id)]).toEqual([table, []])
})

it('pending writes complete while the account is being deleted', async () => {
  const ada = await world.owner(PAYING)
  await ada.make(write('a', { nth: 1 }))
  const waiting = `SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
  const body = { currentPassword: PASSWORD }
  const deletion = await world.db.inFretwork(async scope => {
    await lockedLibrary(scope, ada.id)
    const answer = world.server.send(`${AUTH}/account/delete`, { jwt: ada.jwt, body })
    await expect.poll(() => query(waiting)).toHaveLength(1)
    await makeWrites(scope, ada.id, [write('b', { nth: 2 })], { after: 0, tip: undefined }, Date.now())
    return { answer }
  })
  expect((await deletion.answer).statusCode).toBe(204)
})
