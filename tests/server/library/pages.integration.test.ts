// Changes since a cursor: in order, in pages, and from the start after the server was restored.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { asOwner } from '../../../server/database/connection.js'
import { ANSWER_BYTES, jsonBytes } from '../../../server/http/answer-page.js'
import { fileOf, libraryWorld, type Owner, PAYING, pieceOf, song, write } from './library-world.js'

const world = await libraryWorld()
let ada: Owner

beforeEach(async () => {
  ada = await world.owner(PAYING)
})

const idsOf = (page: { readonly records: readonly { readonly id: string }[] }) =>
  page.records.map(({ id }) => id)

/** As a backup that was made after the write at `seq` has it. */
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

describe('changes', () => {
  it('begin after the cursor, with the current state of each record once', async () => {
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

  it('come in pages of a thousand', async () => {
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

  it('come in pages of at most 1 MiB of JSON, however many bytes a character has', async () => {
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

  it('that are read while others write leave none out', async () => {
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
})

it('removed songs come in pages that repeat none, the latest first', async () => {
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

describe('after the server was set back', () => {
  it('a device that knows of later writes begins at the start', async () => {
    await ada.outcomesOf(write('a', { name: 'A' }), write('b', { name: 'B' }))
    const tip = (await ada.changes()).tip
    await setBack(ada.id, 1)
    expect(await ada.changes(2, tip)).toMatchObject({ records: [{ id: 'a' }], seq: 1, restored: true })
    // Another device has written meanwhile: the place is taken, by another write.
    await ada.make(write('c', { name: 'C' }))
    const page = await ada.changes(2, tip)
    expect([idsOf(page), page.seq, page.restored]).toEqual([['a', 'c'], 2, true])
    expect((await ada.changes(page.seq, page.tip)).restored).toBe(false)
  })

  it('writes of a device that knows later changes are refused until it has fetched', async () => {
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

  it('a device that knows of no later write goes on', async () => {
    const first = write('a', { name: 'A' })
    await ada.outcomesOf(first, write('b', { name: 'B' }))
    await setBack(ada.id, 1)
    expect(await ada.changes(1, first.key)).toMatchObject({ records: [], seq: 1, restored: false })
  })

  it('a write that is too old to be recognized is treated as a new write', async () => {
    await ada.outcomesOf(write('a', { name: 'A' }), write('b', { name: 'B' }))
    await asOwner(world.db.address, owner =>
      owner.query('DELETE FROM library_writes WHERE user_id = $1 AND seq = 1', [ada.id]),
    )
    expect(await ada.changes(1, randomUUID())).toMatchObject({ records: [{ id: 'b' }], restored: false })
  })
})
