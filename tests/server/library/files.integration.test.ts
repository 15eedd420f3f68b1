import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { asOwner } from '../../../server/database/connection.js'
import { ANSWER_BYTES, jsonBytes } from '../../../server/http/answer-page.js'
import { LIBRARY_LIMITS } from '../../../src/core/contract/library.js'
import { fileOf, libraryWorld, noiseOf, type Owner, PAYING, pieceOf, song, write } from './library-world.js'

// File transfer: chunked, resumable uploads that are verified by hash and private to their owner.

const world = await libraryWorld()
let ada: Owner

beforeEach(async () => {
  ada = await world.owner(PAYING)
})

const fetched = async (who: Owner, hash: string) => (await who.fetch(hash)).blobs[0]?.bytes

it('a chunked upload resumes at the stored offset, and the complete file can be downloaded', async () => {
  const file = fileOf(1, 300_000)
  expect(await ada.sendBlobs(pieceOf(file, 0, 100_000))).toEqual([100_000])
  expect(await fetched(ada, file.hash)).toBeUndefined()
  // Simulates a lost response: the server ignores a repeated chunk and a chunk after a gap.
  const again = [pieceOf(file, 0, 100_000), pieceOf(file, 200_000)]
  expect(await ada.sendBlobs(...again)).toEqual([100_000, 100_000])
  expect(await ada.sendBlobs(pieceOf(file, 0, 0))).toEqual([100_000])
  const rest = [pieceOf(file, 100_000, 200_000), pieceOf(file, 200_000)]
  expect(await ada.sendBlobs(...rest)).toEqual([200_000, 300_000])
  expect(await fetched(ada, file.hash)).toBe(file.bytes.toString('base64'))
  expect(await ada.sendBlobs(pieceOf(file))).toEqual([300_000])
})

it('a file with a wrong hash is discarded, and other files in the same call are stored', async () => {
  const [wrong, right] = [fileOf(2, 200_000), fileOf(3)]
  const whole = { ...pieceOf(fileOf(4, 200_000)), hash: wrong.hash }
  const half = pieceOf(fileOf(4, 100_000)).bytes
  for (const pieces of [[whole], [pieceOf(wrong, 0, 100_000), { ...whole, from: 100_000, bytes: half }]]) {
    const answer = await ada.send('blobs', { pieces: [pieceOf(right), ...pieces] })
    expect(answer.json().code).toBe('blob_mismatch')
    expect(await ada.sendBlobs(pieceOf(wrong, 0, 0), pieceOf(right, 0, 0))).toEqual([0, 100])
  }
  const long = await ada.send('blobs', { pieces: [{ ...pieceOf(wrong), size: 150 }] })
  expect([long.json().code, await ada.sendBlobs(pieceOf(wrong))]).toEqual(['blob_mismatch', [200_000]])
  expect((await ada.status()).bytes).toBe(200_100)
})

it('a file uploaded by two tabs in parallel is stored once', async () => {
  const [small, large] = [fileOf(5), fileOf(6, 400_000)]
  const answers = await Promise.all(
    [1, 2, 3].map(() => ada.sendBlobs(pieceOf(small), pieceOf(large, 0, 200_000))),
  )
  for (const answer of answers) expect(answer).toEqual([100, 200_000])
  expect((await ada.status()).bytes).toBe(400_100)
})

it('only the owner can download a file, and other users can’t tell whether it exists', async () => {
  const file = fileOf(7)
  await ada.sendBlobs(pieceOf(file))
  for (const other of [await world.owner(PAYING), await world.owner(PAYING, 'other')]) {
    expect(await other.fetch(file.hash)).toEqual({ blobs: [], answered: 1 })
    expect(await other.sendBlobs(pieceOf(file, 0, 0))).toEqual([0])
    const outcome = await other.make(song('s', { hash: file.hash }))
    expect(outcome).toMatchObject({ outcome: 'refused', code: 'blob_missing' })
  }
})

it('a song is rejected until its file is complete', async () => {
  const file = fileOf(8, 200_000)
  const missing = { outcome: 'refused', code: 'blob_missing' }
  expect(await ada.make(song('s', { name: 'A', hash: file.hash }))).toMatchObject(missing)
  await ada.sendBlobs(pieceOf(file, 0, 100_000))
  expect(await ada.make(song('s', { name: 'A', hash: file.hash }))).toMatchObject(missing)
  expect(await ada.make(song('s', { name: 'A' }))).toMatchObject(missing)
  expect(await ada.make(song('s', { name: 'A', hash: 7 }))).toMatchObject(missing)
  await ada.sendBlobs(pieceOf(file, 100_000))
  expect(await ada.make(song('s', { name: 'A', hash: file.hash }))).toMatchObject({ outcome: 'kept', seq: 1 })
  expect((await ada.make(song('s', { name: 'B' }, { base: 1 }))).outcome).toBe('kept')
})

it('files beyond the response limit are sent in the next response, and missing files are skipped', async () => {
  const size = 1024 * 1024
  const large = [1, 2, 3, 4, 5].map(seed => fileOf(20 + seed, size))
  for (const file of large) await ada.sendBlobs(pieceOf(file))
  const hashes = [fileOf(30).hash, ...large.map(({ hash }) => hash)]
  const first = await ada.fetch(...hashes)
  // A third base64-encoded file would exceed 4 MiB.
  expect(first.answered).toBe(3)
  expect(first.blobs.map(({ hash }) => hash).sort()).toEqual(hashes.slice(1, 3).sort())
  const second = await ada.fetch(...hashes.slice(first.answered))
  expect(second.answered).toBe(2)
  const third = await ada.fetch(...hashes.slice(first.answered + second.answered))
  expect(third).toMatchObject({ answered: 1, blobs: [{ hash: hashes[5] }] })
})

it('a thousand songs can be uploaded and downloaded within one minute’s call limit', async () => {
  const usual = await libraryWorld({ FRETWORK_CALLS_PER_MINUTE: '600' })
  const ben = await usual.owner(PAYING)
  const files = Array.from({ length: 1000 }, (_, seed) => fileOf(1000 + seed))
  for (let from = 0; from < 1000; from += 125)
    await ben.sendBlobs(...files.slice(from, from + 125).map(file => pieceOf(file)))
  for (const half of [files.slice(0, 500), files.slice(500)]) {
    const outcomes = await ben.outcomesOf(...half.map(({ hash }) => song(hash, { name: hash, hash })))
    expect(outcomes.filter(({ outcome }) => outcome !== 'kept')).toEqual([])
    expect((await ben.fetch(...half.map(({ hash }) => hash))).blobs).toHaveLength(500)
  }
  expect((await ben.status()).songs).toBe(1000)
})

describe('orphaned files', () => {
  const kept = async (hash: string) =>
    asOwner(world.db.address, async owner => {
      const sql = 'SELECT touched_at FROM library_blobs WHERE user_id = $1 AND hash = $2'
      return (await owner.query(sql, [ada.id, hash])).rows[0]?.touched_at.getTime()
    })

  it('uploading, downloading or referencing a file extends its retention by a day', async () => {
    const file = fileOf(40)
    await ada.sendBlobs(pieceOf(file))
    for (const touch of [
      () => ada.sendBlobs(pieceOf(file)),
      () => ada.sendBlobs(pieceOf(file, 0, 0)),
      () => ada.make(song('s', { hash: file.hash })),
    ]) {
      world.server.clock.now += 60_000
      await touch()
      expect(await kept(file.hash)).toBe(world.server.clock.now)
    }
  })
})

/** Table size including dead rows. */
const tableBytes = () =>
  asOwner(world.db.address, async owner => {
    const tables = `('library_blobs'), ('library_chunks'), ('libraries')`
    const sql = `SELECT sum(pg_total_relation_size(name::regclass)) AS bytes FROM (VALUES ${tables}) AS t (name)`
    return Number((await owner.query(sql)).rows[0].bytes)
  })

it('uploading files in the smallest chunks writes at most three times their size', async () => {
  const file = noiseOf(50, 1024 * 1024)
  const before = await tableBytes()
  for (let from = 0; from < file.bytes.length; from += LIBRARY_LIMITS.chunk)
    await ada.sendBlobs(pieceOf(file, from, from + LIBRARY_LIMITS.chunk))
  expect((await tableBytes()) - before).toBeLessThan(3 * file.bytes.length)
  expect(await fetched(ada, file.hash)).toBe(file.bytes.toString('base64'))
})

it('one-byte chunks cause few writes because all but the last are ignored', async () => {
  const file = noiseOf(51, 512 * 1024)
  const end = file.bytes.length - 1
  await ada.sendBlobs(pieceOf(file, 0, end - 300))
  const before = await tableBytes()
  const single = Array.from({ length: 300 }, (_, nth) => pieceOf(file, end - 300 + nth, end - 299 + nth))
  const received = await ada.sendBlobs(...single)
  expect(new Set(received)).toEqual(new Set([end - 300]))
  expect((await tableBytes()) - before).toBeLessThan(3 * JSON.stringify(single).length)
  expect(await ada.sendBlobs(pieceOf(file, end - 300))).toEqual([file.bytes.length])
})

it('empty uploads of complete files cause few database writes', async () => {
  const files = Array.from({ length: 200 }, (_, nth) => fileOf(5000 + nth))
  await ada.sendBlobs(...files.map(file => pieceOf(file)))
  const before = await tableBytes()
  for (let time = 0; time < 5; time += 1) await ada.sendBlobs(...files.map(file => pieceOf(file, 0, 0)))
  expect((await tableBytes()) - before).toBeLessThan(50_000)
})

// Changes since a cursor: order, pagination, and a full resync after the server was restored.

const idsOf = (page: { readonly records: readonly { readonly id: string }[] }) =>
  page.records.map(({ id }) => id)

/** Reverts the library to its state after the write at `seq`, as restoring a backup does. */
async function setBack(user: string, seq: number): Promise<void> {
  await asOwner(world.db.address, async owner => {
    await owner.query('DELETE FROM library_records WHERE user_id = $1 AND seq > $2', [user, seq])
    await owner.query('DELETE FROM library_writes WHERE user_id = $1 AND seq > $2', [user, seq])
    await owner.query(
      `UPDATE libraries SET seq = $2, tip = (SELECT key FROM library_writes WHERE user_id = $1 AND seq = $2)
       WHERE user_id = $1`,
      [user, seq],
    )
  })
}

it('library changes start after the cursor and contain each record’s current state once', async () => {
  const last = write('a', { name: 'C' }, { base: 2 })
  await ada.outcomesOf(write('a', { name: 'A' }), write('b', { name: 'B' }), last)
  const page = await ada.changes()
  expect(idsOf(page)).toEqual(['b', 'a'])
  expect(page).toMatchObject({ seq: 3, tip: last.key, more: false, restored: false })
  expect(idsOf(await ada.changes(2))).toEqual(['a'])
  expect(await ada.changes(3, last.key)).toEqual({
    ...{ records: [], seq: 3, tip: last.key, more: false, restored: false },
  })
})

it('a page of library changes contains at most a thousand changes', async () => {
  const writes = Array.from({ length: 1001 }, (_, nth) => write(`r${nth}`, { nth }))
  for (let from = 0; from < 1001; from += 500) await ada.outcomesOf(...writes.slice(from, from + 500))
  const first = await ada.changes()
  expect([first.records.length, first.seq, first.more, first.tip]).toEqual([
    1000,
    1000,
    true,
    writes[999]?.key,
  ])
  const second = await ada.changes(first.seq, first.tip)
  expect([idsOf(second), second.seq, second.more]).toEqual([['r1000'], 1001, false])
})

it('a page of library changes is limited to 1 MiB of JSON, counted in UTF-8 bytes', async () => {
  const text = 'ü'.repeat(250_000)
  for (let nth = 0; nth < 6; nth += 3)
    await ada.outcomesOf(...Array.from({ length: 3 }, (_, each) => write(`r${nth + each}`, { text })))
  const seen: string[] = []
  let page = await ada.changes()
  expect(page.more).toBe(true)
  for (seen.push(...idsOf(page)); page.more; seen.push(...idsOf(page))) {
    expect(jsonBytes(page.records)).toBeLessThan(ANSWER_BYTES)
    page = await ada.changes(page.seq, page.tip)
  }
  expect(seen).toEqual(Array.from({ length: 6 }, (_, nth) => `r${nth}`))
})

it('reading library changes during concurrent writes misses no change', async () => {
  const seen = new Set<string>()
  let isWriting = true
  const writing = (async () => {
    for (let nth = 0; nth < 40; nth += 1)
      await ada.outcomesOf(write(`r${nth}`, { nth }), write(`s${nth}`, { nth }))
    isWriting = false
  })()
  let after = 0
  let tip: string | undefined
  for (let isLast = false; !isLast; ) {
    isLast = !isWriting
    const page = await ada.changes(after, tip)
    expect(page.restored).toBe(false)
    expect(page.seq).toBeGreaterThanOrEqual(after)
    for (const id of idsOf(page)) seen.add(id)
    after = page.seq
    tip = page.tip
  }
  await writing
  expect(seen.size).toBe(80)
})

it('removed songs are paginated, most recent first, without duplicates', async () => {
  const file = fileOf(1)
  await ada.sendBlobs(pieceOf(file))
  const notes = 'x'.repeat(200_000)
  const ids = Array.from({ length: 8 }, (_, nth) => `s${nth}`)
  for (const [nth, id] of ids.entries()) {
    world.server.clock.now += 1000
    await ada.outcomesOf(song(id, { hash: file.hash, notes }))
    await ada.outcomesOf(song(id, {}, { base: 2 * nth + 1, as: 'removed' }))
  }
  const seen: string[] = []
  for (let path = 'removed'; path !== ''; ) {
    const answer = await ada.send(path)
    expect(answer.body.length).toBeLessThan(ANSWER_BYTES + 1000)
    const { items, next } = answer.json()
    seen.push(...idsOf({ records: items }))
    path = next === undefined ? '' : `removed?cursor=${next}`
  }
  expect(seen).toEqual(ids.toReversed())
  for (const forged of [{}, ['0000-01-01T00:00:00Z', 'a'], ['2026-01-01T00:00:00Z', '\0']]) {
    const cursor = Buffer.from(JSON.stringify(forged)).toString('base64url')
    expect((await ada.send(`removed?cursor=${cursor}`)).json().code).toBe('invalid_input')
  }
})

it('after a restore, a device that saw later writes starts over from the beginning', async () => {
  await ada.outcomesOf(write('a', { name: 'A' }), write('b', { name: 'B' }))
  const tip = (await ada.changes()).tip
  await setBack(ada.id, 1)
  expect(await ada.changes(2, tip)).toMatchObject({ records: [{ id: 'a' }], seq: 1, restored: true })
  // Another device has written since, so the sequence number belongs to a different write.
  await ada.make(write('c', { name: 'C' }))
  const page = await ada.changes(2, tip)
  expect([idsOf(page), page.seq, page.restored]).toEqual([['a', 'c'], 2, true])
  expect((await ada.changes(page.seq, page.tip)).restored).toBe(false)
})

it('after a restore, a device that saw later changes must fetch before it can write', async () => {
  await ada.outcomesOf(write('a', { name: 'A' }), write('b', { name: 'B' }))
  const { tip } = await ada.changes()
  await setBack(ada.id, 1)
  const push = { device: 'Laptop', writes: [write('c', { name: 'C' })] }
  expect((await ada.send('changes', { ...push, known: 2, tip })).json()).toEqual({
    outcomes: [],
    restored: true,
  })
  expect((await ada.changes()).seq).toBe(1)
  const page = await ada.changes()
  const answer = await ada.send('changes', { ...push, known: page.seq, tip: page.tip })
  expect(answer.json()).toMatchObject({ outcomes: [{ outcome: 'kept', seq: 2 }], restored: false })
})

it('after a restore, a device that saw no later writes continues normally', async () => {
  const first = write('a', { name: 'A' })
  await ada.outcomesOf(first, write('b', { name: 'B' }))
  await setBack(ada.id, 1)
  expect(await ada.changes(1, first.key)).toMatchObject({ records: [], seq: 1, restored: false })
})

it('a retried write that is too old to be recognized is treated as new', async () => {
  await ada.outcomesOf(write('a', { name: 'A' }), write('b', { name: 'B' }))
  await asOwner(world.db.address, owner =>
    owner.query('DELETE FROM library_writes WHERE user_id = $1 AND seq = 1', [ada.id]),
  )
  expect(await ada.changes(1, randomUUID())).toMatchObject({ records: [{ id: 'b' }], restored: false })
})
