// Files: sent in pieces, resumed after an interruption, checked by hash, and delivered only to their owner.
import { beforeEach, describe, expect, it } from 'vitest'
import { asOwner } from '../../../server/database/connection.js'
import { LIBRARY_LIMITS } from '../../../src/core/api/library.js'
import { fileOf, libraryWorld, noiseOf, type Owner, PAYING, pieceOf, song } from './library-world.js'

const world = await libraryWorld()
let ada: Owner

beforeEach(async () => {
  ada = await world.owner(PAYING)
})

const fetched = async (who: Owner, hash: string) => (await who.fetch(hash)).blobs[0]?.bytes

describe('a file', () => {
  it('is sent in pieces, resumed at the stored offset, and delivered when complete', async () => {
    const file = fileOf(1, 300_000)
    expect(await ada.sendBlobs(pieceOf(file, 0, 100_000))).toEqual([100_000])
    expect(await fetched(ada, file.hash)).toBeUndefined()
    // The answer was lost. The server ignores a repeated piece and a piece after a gap.
    const again = [pieceOf(file, 0, 100_000), pieceOf(file, 200_000)]
    expect(await ada.sendBlobs(...again)).toEqual([100_000, 100_000])
    expect(await ada.sendBlobs(pieceOf(file, 0, 0))).toEqual([100_000])
    const rest = [pieceOf(file, 100_000, 200_000), pieceOf(file, 200_000)]
    expect(await ada.sendBlobs(...rest)).toEqual([200_000, 300_000])
    expect(await fetched(ada, file.hash)).toBe(file.bytes.toString('base64'))
    expect(await ada.sendBlobs(pieceOf(file))).toEqual([300_000])
  })

  it('whose bytes do not match is deleted, and those sent with it are kept', async () => {
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

  it('that two tabs send at the same time is stored once', async () => {
    const [small, large] = [fileOf(5), fileOf(6, 400_000)]
    const answers = await Promise.all(
      [1, 2, 3].map(() => ada.sendBlobs(pieceOf(small), pieceOf(large, 0, 200_000))),
    )
    for (const answer of answers) expect(answer).toEqual([100, 200_000])
    expect((await ada.status()).bytes).toBe(400_100)
  })

  it('is there for its owner alone, and whether another user has it does not show', async () => {
    const file = fileOf(7)
    await ada.sendBlobs(pieceOf(file))
    for (const other of [await world.owner(PAYING), await world.owner(PAYING, 'other')]) {
      expect(await other.fetch(file.hash)).toEqual({ blobs: [], answered: 1 })
      expect(await other.sendBlobs(pieceOf(file, 0, 0))).toEqual([0])
      const outcome = await other.make(song('s', { hash: file.hash }))
      expect(outcome).toMatchObject({ outcome: 'refused', code: 'blob_missing' })
    }
  })
})

it('a song is refused until its file is complete', async () => {
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

it('files that do not fit into an answer are left for the next one, and missing files are skipped', async () => {
  const size = 1024 * 1024
  const large = [1, 2, 3, 4, 5].map(seed => fileOf(20 + seed, size))
  for (const file of large) await ada.sendBlobs(pieceOf(file))
  const hashes = [fileOf(30).hash, ...large.map(({ hash }) => hash)]
  const first = await ada.fetch(...hashes)
  // As base64, a third file would exceed 4 MiB.
  expect(first.answered).toBe(3)
  expect(first.blobs.map(({ hash }) => hash).sort()).toEqual(hashes.slice(1, 3).sort())
  const second = await ada.fetch(...hashes.slice(first.answered))
  expect(second.answered).toBe(2)
  const third = await ada.fetch(...hashes.slice(first.answered + second.answered))
  expect(third).toMatchObject({ answered: 1, blobs: [{ hash: hashes[5] }] })
})

it('a thousand songs are sent and fetched within the calls of a minute', async () => {
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

describe('what nothing names', () => {
  const kept = async (hash: string) =>
    asOwner(world.db.address, async owner => {
      const sql = 'SELECT touched_at FROM library_blobs WHERE user_id = $1 AND hash = $2'
      return (await owner.query(sql, [ada.id, hash])).rows[0]?.touched_at.getTime()
    })

  it('is kept for another day when it is sent, asked for, or named again', async () => {
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

describe('bytes written', () => {
  /** Size of the tables, including dead rows. */
  const tableBytes = () =>
    asOwner(world.db.address, async owner => {
      const tables = `('library_blobs'), ('library_chunks'), ('libraries')`
      const sql = `SELECT sum(pg_total_relation_size(name::regclass)) AS bytes FROM (VALUES ${tables}) AS t (name)`
      return Number((await owner.query(sql)).rows[0].bytes)
    })

  it('are at most three times those received, in pieces of the smallest size', async () => {
    const file = noiseOf(50, 1024 * 1024)
    const before = await tableBytes()
    for (let from = 0; from < file.bytes.length; from += LIBRARY_LIMITS.chunk)
      await ada.sendBlobs(pieceOf(file, from, from + LIBRARY_LIMITS.chunk))
    expect((await tableBytes()) - before).toBeLessThan(3 * file.bytes.length)
    expect(await fetched(ada, file.hash)).toBe(file.bytes.toString('base64'))
  })

  it('are few for pieces of a byte, which are ignored but for the last', async () => {
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

  it('do not grow with how often a file is asked for', async () => {
    const files = Array.from({ length: 200 }, (_, nth) => fileOf(5000 + nth))
    await ada.sendBlobs(...files.map(file => pieceOf(file)))
    const before = await tableBytes()
    for (let time = 0; time < 5; time += 1) await ada.sendBlobs(...files.map(file => pieceOf(file, 0, 0)))
    expect((await tableBytes()) - before).toBeLessThan(50_000)
  })
})
