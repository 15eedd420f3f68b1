// Writes are ordered, stale if another device was first, and applied once per key.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { asOwner } from '../../../server/database/connection.js'
import { ANSWER_BYTES } from '../../../server/http/answer-page.js'
import { makeWrites } from '../../../server/library/writes.js'
import type { LibraryOutcome, LibraryWrite } from '../../../src/core/contract/library.js'
import { rowsRead } from '../support/test-database.js'
import { fileOf, libraryWorld, type Owner, PAYING, pieceOf, song, valuesOf, write } from './library-world.js'

const world = await libraryWorld()
let ada: Owner

beforeEach(async () => {
  ada = await world.owner(PAYING)
})

/** Returns the outcome of a write. @example 'kept 3' */
const make = async (one: LibraryWrite) => {
  const { outcome, seq = '' } = await ada.make(one)
  return `${outcome} ${seq}`
}

describe('library writes', () => {
  it('library writes get sequential cursors even if two devices write in parallel', async () => {
    const batches = await Promise.all(
      [1, 2, 3, 4].map(device =>
        ada.outcomesOf(...[1, 2, 3].map(nth => write(`of ${device}, ${nth}`, { name: nth }))),
      ),
    )
    const seqs = batches.map(outcomes => outcomes.map(({ seq }) => seq ?? 0))
    expect(seqs.flat().sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    for (const [first = 0, ...others] of seqs) expect(others).toEqual([first + 1, first + 2])
    const { records, seq } = await ada.changes()
    expect([records.map(record => record.seq), seq]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 12])
  })

  it('library writes to different fields are merged', async () => {
    await ada.make(write('a', { name: 'Open D', strings: 6 }))
    expect(await make(write('a', { name: 'Open E' }, { base: 1 }))).toBe('kept 2')
    expect(await make(write('a', { strings: 7 }, { base: 1 }))).toBe('kept 3')
    const record = await ada.record('a')
    expect(record && valuesOf(record)).toEqual({ name: 'Open E', strings: 7 })
    expect(record?.fields.name).toMatchObject({ seq: 2 })
  })

  it('a write to a field changed by another device is rejected as stale and returns the record', async () => {
    await ada.make(write('a', { name: 'Open D', strings: 6 }))
    const first = write('a', { name: 'Open E' }, { base: 1 })
    await ada.make(first)
    const late = await ada.make(write('a', { name: 'Open G', strings: 7 }, { base: 1 }))
    expect(late).toMatchObject({ outcome: 'stale', record: { kind: 'Tunings.kept', id: 'a', seq: 2 } })
    expect(late.record?.fields).toEqual({
      name: { value: 'Open E', seq: 2, by: first.key },
      strings: { value: 6, seq: 1, by: expect.any(String) },
    })
    expect((await ada.changes()).seq).toBe(2)
    for (const change of [{ without: ['name'] }, { as: 'removed' as const }])
      expect(await make(write('a', {}, { base: 1, ...change }))).toMatch(/^stale/)
  })

  it('library writes without changes are accepted without a new cursor', async () => {
    await ada.make(write('a', { shape: { frets: [1, 2], name: 'A' } }))
    const same = write('a', { shape: { name: 'A', frets: [1, 2] } })
    expect(await ada.make(same)).toEqual({ key: same.key, outcome: 'kept', seq: 1 })
    expect((await ada.changes()).seq).toBe(1)
    expect(await make(write('a', { shape: { name: 'A', frets: [2, 1] } }))).toMatch(/^stale/)
  })

  it('a library write can remove fields', async () => {
    await ada.make(write('a', { name: 'A', color: 'red' }))
    expect(await make(write('a', {}, { base: 1, without: ['color'] }))).toBe('kept 2')
    expect(await ada.record('a')).toMatchObject({ seq: 2, fields: { name: { value: 'A' } } })
    expect((await ada.record('a'))?.fields).not.toHaveProperty('color')
  })

  it('library writes with the same key are applied once, even in parallel or within one call', async () => {
    const one = write('a', { name: 'A' })
    expect(await make(one)).toBe('kept 1')
    await ada.make(write('a', { name: 'B' }, { base: 1 }))
    expect(await ada.make(one)).toEqual({ key: one.key, outcome: 'kept', seq: 1 })
    const two = write('b', { name: 'B' })
    const answers = await Promise.all([ada.make(two), ada.make(two), ada.make(two)])
    expect(answers.map(({ seq }) => seq)).toEqual([3, 3, 3])
    const three = write('c', { name: 'C' })
    const within = await ada.outcomesOf(three, { ...three, fields: { name: 'D' }, base: 4 })
    expect(within.map(({ outcome, seq }) => [outcome, seq])).toEqual([
      ['kept', 4],
      ['kept', 4],
    ])
    expect((await ada.record('c'))?.fields.name?.value).toBe('C')
  })

  it('library writes in one call build on each other', async () => {
    const outcomes = await ada.outcomesOf(
      write('a', { name: 'A' }),
      write('a', { name: 'B' }, { base: 1 }),
      write('a', {}, { base: 2, as: 'removed' }),
      write('a', { name: 'C' }, { base: 2 }),
    )
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['kept', 'kept', 'kept', 'stale'])
    expect(outcomes[3]?.record?.removedAt).toBe(world.server.clock.now)
  })
})

describe('removed records', () => {
  it('removing a record keeps its fields, is applied once, and can be undone', async () => {
    await ada.make(write('a', { name: 'A', strings: 6 }))
    expect(await make(write('a', {}, { base: 1, as: 'removed' }))).toBe('kept 2')
    expect(await ada.record('a')).toMatchObject({ seq: 2, removedAt: world.server.clock.now })
    expect(await make(write('a', {}, { base: 0, as: 'removed' }))).toBe('kept 2')
    const back = await ada.make(write('a', {}, { base: 2, as: 'restored' }))
    expect(back).toMatchObject({ outcome: 'kept', seq: 3 })
    const record = await ada.record('a')
    expect(record && valuesOf(record)).toEqual({ name: 'A', strings: 6 })
    expect(record).not.toHaveProperty('removedAt')
  })

  it('a record restored with new fields has only those fields', async () => {
    await ada.make(write('a', { name: 'A', strings: 6 }))
    await ada.make(write('a', {}, { base: 1, as: 'removed' }))
    await ada.make(write('a', { name: 'B' }, { base: 2, as: 'restored' }))
    const record = await ada.record('a')
    expect(record && valuesOf(record)).toEqual({ name: 'B' })
  })

  it('removing a record makes later writes stale, even from devices that have seen the removal', async () => {
    await ada.make(write('a', { name: 'A' }))
    await ada.make(write('a', {}, { base: 1, as: 'removed' }))
    expect(await make(write('a', {}, { base: 1, as: 'restored' }))).toMatch(/^stale/)
    for (const base of [1, 2]) {
      const late = await ada.make(write('a', { name: 'B' }, { base }))
      expect(late).toMatchObject({ outcome: 'stale', record: { removedAt: expect.any(Number) } })
    }
  })

  it('the audit log contains the removal and restoration of a song once, with its ID', async () => {
    const file = fileOf(1)
    await ada.sendBlobs(pieceOf(file))
    await ada.make(song('s', { name: 'Secret tune', hash: file.hash }))
    await ada.make(song('s', {}, { base: 1, as: 'removed' }))
    await ada.make(song('s', {}, { base: 2, as: 'removed' }))
    await ada.make(song('s', {}, { base: 2, as: 'restored' }))
    expect((await auditOf(ada.id)).rows).toEqual([
      { action: 'library.removed', details: { record: 's' } },
      { action: 'library.restored', details: { record: 's' } },
    ])
  })

  it('repeated removals and restorations in one call add one audit entry for all songs', async () => {
    const file = fileOf(1)
    await ada.sendBlobs(pieceOf(file))
    const songs = ['s', 't', 'u'].map(id => song(id, { hash: file.hash }))
    await ada.outcomesOf(...songs)
    const moves = Array.from({ length: 101 }, (_, nth) => (nth % 2 === 0 ? 'removed' : 'restored'))
    const base = 1000
    await ada.outcomesOf(...moves.flatMap(as => songs.map(({ id }) => song(id, {}, { base, as }))))
    expect((await auditOf(ada.id)).rows).toEqual([{ action: 'library.removed', details: { records: 3 } }])
  })
})

async function auditOf(user: string) {
  return asOwner(world.db.address, owner =>
    owner.query(
      `SELECT action, details FROM audit_log WHERE actor = $1 AND action LIKE 'library.%' ORDER BY id`,
      [user],
    ),
  )
}

describe('invalid writes', () => {
  it.each([
    ['a zero character', 'a\0b'],
    ['a lone surrogate', '\ud800'],
    ['a zero character in a nested key', [{ 'a\0': 1 }]],
  ])('%s is rejected, and the other writes of the call are applied', async (_what, value) => {
    expect(await ada.outcomesOf(write('a', { value }), write('b', { name: 'B' }))).toMatchObject([
      { outcome: 'refused', code: 'record_invalid' },
      { outcome: 'kept', seq: 1 },
    ])
  })

  it.each([
    ['a zero character', '\0', 'record_invalid'],
    ['an object', { value: { toString: 1 } }, 'blob_missing'],
    ['a list in a list', { value: [[{ toString: 1 }]] }, 'blob_missing'],
  ])(
    'a song whose file hash is %s is rejected, and the other writes are applied',
    async (_what, hash, code) => {
      const outcomes = await ada.outcomesOf(song('a', { hash }), write('b', { name: 'B' }))
      expect(outcomes).toMatchObject([{ outcome: 'refused', code }, { outcome: 'kept' }])
    },
  )

  it('excessively nested lists are rejected', async () => {
    const lists = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const one = JSON.stringify(write('a', { value: 'here' })).replace('"here"', lists)
    const answer = await ada.send('changes', `{"device":"Laptop","writes":[${one}]}`)
    expect(answer.json().outcomes).toMatchObject([{ outcome: 'refused', code: 'record_invalid' }])
  })

  it.each([
    ['names', { without: Array(500_000).fill(1) }],
    ['unknown properties', { ['x'.repeat(1_000_000)]: 1 }],
  ])('many invalid %s are rejected with a short response', async (_what, wrong) => {
    const writes = [{ ...write('a', {}), ...wrong }]
    const answer = await ada.send('changes', { device: 'Laptop', writes })
    expect(answer.json()).toMatchObject({
      code: 'invalid_input',
      errors: [{ path: expect.stringContaining('body.writes.0') }],
    })
    expect(answer.body.length).toBeLessThan(1000)
  })

  it('a library record with too many characters is rejected', async () => {
    const large = await ada.make(write('a', { text: 'x'.repeat(262_144) }))
    expect(large).toMatchObject({ outcome: 'refused', code: 'record_large' })
    expect(await ada.make(write('a', { text: 'x'.repeat(200_000) }))).toMatchObject({ outcome: 'kept' })
    // Existing fields count toward the record size too.
    const more = await ada.make(write('a', { more: 'x'.repeat(100_000) }, { base: 1 }))
    expect(more).toMatchObject({ outcome: 'refused', code: 'record_large' })
  })

  it('names of built-in JavaScript properties are valid field names', async () => {
    const fields = { constructor: 1, hasOwnProperty: 2, toString: 3 }
    expect(await make(write('constructor', fields))).toMatch(/^kept/)
    expect(await make(write('constructor', {}, { base: 1, without: ['valueOf', '__proto__'] }))).toMatch(
      /^kept/,
    )
    const record = await ada.record('constructor')
    expect(record && valuesOf(record)).toEqual(fields)
    const writes = `[{"key":"${randomUUID()}","kind":"k","id":"p","base":0,"fields":{"__proto__":{"polluted":1}}}]`
    await ada.send('changes', `{"device":"Laptop","writes":${writes}}`)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('per-call size limits', () => {
  /** Sends the writes in as many calls as needed. @returns response sizes in bytes, and all outcomes */
  async function sentInCalls(all: readonly LibraryWrite[]) {
    const sizes: number[] = []
    const outcomes: LibraryOutcome[] = []
    while (outcomes.length < all.length) {
      const writes = all.slice(outcomes.length)
      const answer = await ada.send('changes', { device: 'Laptop', writes })
      sizes.push(Buffer.byteLength(answer.body))
      outcomes.push(...answer.json().outcomes)
    }
    return { sizes, outcomes }
  }

  const ids = Array.from({ length: 10 }, (_, nth) => `r${nth}`)
  const stored = async (letter: string, size: number) => {
    for (const id of ids) await ada.make(write(id, { text: letter.repeat(size), name: id }))
  }

  it('a call returns at most 1 MiB of stale records, and the next call has no duplicates', async () => {
    await stored('ü', 200_000)
    const { sizes, outcomes } = await sentInCalls(ids.map(id => write(id, { name: 'mine' })))
    for (const size of sizes) expect(size).toBeLessThan(ANSWER_BYTES + 10_000)
    expect(outcomes.map(({ outcome, record }) => `${outcome} ${record?.id}`)).toEqual(
      ids.map(id => `stale ${id}`),
    )
  })

  it('a call returns a record once, however many of its writes are stale', async () => {
    await ada.make(write('a', { name: 'A', text: 'x'.repeat(100_000) }))
    const stale = Array.from({ length: 100 }, (_, nth) => write('a', { name: `mine ${nth}` }))
    const { sizes, outcomes } = await sentInCalls(stale)
    expect(sizes).toHaveLength(1)
    expect(sizes[0]).toBeLessThan(120_000)
    expect(outcomes.filter(({ record }) => record)).toHaveLength(1)
  })

  it('a call reads and writes at most 4 MiB of existing records', async () => {
    await stored('ü', 250_000)
    const rest = ids.map((id, nth) => write(id, { name: 'new' }, { base: nth + 1 }))
    const { sizes, outcomes } = await sentInCalls(rest)
    expect([sizes.length, outcomes.map(({ outcome }) => outcome)]).toEqual([2, ids.map(() => 'kept')])
  })

  it('a call rewrites at most 4 MiB of one record', async () => {
    await ada.make(write('a', { text: 'x'.repeat(200_000) }))
    const rest = Array.from({ length: 50 }, (_, nth) => write('a', { nth }, { base: 100 }))
    const { sizes, outcomes } = await sentInCalls(rest)
    expect(sizes).toHaveLength(3)
    expect(outcomes.at(-1)).toMatchObject({ outcome: 'kept', seq: 51 })
  })

  it('a call reads only the records that it changes', async () => {
    const many = Array.from({ length: 1000 }, (_, nth) => write(`n${nth}`, { nth }))
    for (const half of [many.slice(0, 500), many.slice(500)]) await ada.outcomesOf(...half)
    const asked = { after: 0, tip: undefined }
    const read = await world.db.inFretwork(scope =>
      rowsRead(scope, 'librar', () =>
        makeWrites(scope, ada.id, [write('n7', { nth: 'seven' }, { base: 8 })], asked, Date.now()),
      ),
    )
    expect(read).toBeLessThan(20)
  })
})
