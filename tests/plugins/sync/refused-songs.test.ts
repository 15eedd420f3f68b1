// A song that the server or a proxy refuses holds up no other song, and its owner sees why.
import { expect, it } from 'vitest'
import type { LibraryWrite } from '../../../src/core/api/library.js'
import { ApiError } from '../../../src/core/http/api-error.js'
import type { BlobPiece } from '../../../src/core/http/library-files.js'
import { synchronise } from '../../../src/plugins/sync/engine/cycle.js'
import { songCollection } from '../../../src/plugins/sync/local/song-collection.js'
import { NOWHERE } from '../../../src/plugins/sync/local/stored-memory.js'
import { refusedOf } from '../../../src/plugins/sync/sync.js'

const refusal = (status: number, code = 'bad_request') => new ApiError('bad_request', code, '', { status })

interface World {
  readonly sizes: Readonly<Record<string, number>>
  readonly send?: (pieces: readonly BlobPiece[]) => void
  readonly write?: (writes: readonly LibraryWrite[]) => void
}

/** @returns the ids that arrived, and a reason for every missing id */
async function synced({ sizes, send, write }: World) {
  const songs = Object.keys(sizes).map(id => ({
    ...{ id, syncId: id, name: id, file: `${id}.mid`, size: sizes[id] ?? 0 },
    ...{ addedAt: 1, lengthMs: 1, tracks: [], notes: [] },
  }))
  const bytesOf = async (_user: string, id: string) =>
    new Uint8Array(sizes[id] ?? 0).fill(Object.keys(sizes).indexOf(id))
  const there = new Map<string, number>()
  const arrived: string[] = []
  const collection = songCollection({
    songs: { all: async () => songs, bytesOf, change: async () => undefined } as never,
    user: 'ada',
    server: {
      async send(pieces) {
        send?.(pieces)
        return pieces.map(({ hash, from, bytes }) => {
          const received = there.get(hash) ?? 0
          if (from === received) there.set(hash, from + Buffer.from(bytes, 'base64').length)
          return there.get(hash) ?? 0
        })
      },
      fetch: async () => ({ blobs: [], answered: 0 }),
    },
  })
  const result = await synchronise(
    {
      memory: { load: async () => ({ place: NOWHERE, bases: new Map() }), save: async () => undefined },
      server: {
        changes: async () => ({ records: [], seq: 0, more: false, restored: false }),
        async write(writes) {
          write?.(writes)
          arrived.push(...writes.map(({ id }) => id))
          const outcomes = writes.map(({ key }, index) => ({ key, outcome: 'kept' as const, seq: index + 1 }))
          return { outcomes, restored: false }
        },
      },
      collections: [collection],
      setAside: async () => undefined,
      device: 'laptop',
      newKey: () => crypto.randomUUID(),
    },
    { pull: false },
  )
  return {
    arrived: arrived.toSorted(),
    refused: Object.fromEntries(result.refused),
    shown: refusedOf(result),
  }
}

it('of many songs, names three', async () => {
  const sizes = { a: 1, b: 2, c: 3, d: 4, e: 5 }
  const send = () => {
    throw refusal(413)
  }
  const { shown } = await synced({ sizes, send })
  expect(shown).toEqual({ record_large: { number: 5, names: ['a', 'b', 'c'] } })
})

it('a proxy that takes 512 kB a body refuses the large song only', async () => {
  const send = (pieces: readonly BlobPiece[]) => {
    if (JSON.stringify({ pieces }).length > 512 * 1024) throw refusal(413)
  }
  expect(await synced({ sizes: { small: 1000, large: 600_000, other: 2000 }, send })).toEqual({
    ...{ arrived: ['other', 'small'], refused: { 'song/large': 'record_large' } },
    shown: { record_large: { number: 1, names: ['large'] } },
  })
})

it('an account that is full takes the songs that fit, and is not sent the larger ones', async () => {
  const sent: number[] = []
  const send = (pieces: readonly BlobPiece[]) => {
    sent.push(pieces.length)
    if (pieces.reduce((sum, { size }) => sum + size, 0) > 2500) throw refusal(409, 'library_full')
  }
  const sizes = { first: 1000, third: 3000, fourth: 4000, second: 2000 }
  expect(await synced({ sizes, send })).toEqual({
    arrived: ['first', 'second'],
    refused: { 'song/third': 'library_full', 'song/fourth': 'library_full' },
    shown: { library_full: { number: 2, names: ['third', 'fourth'] } },
  })
  expect(sent).toEqual([4, 1, 1, 1])
})

it('a record that is refused with its whole call holds up no other record', async () => {
  const write = (writes: readonly LibraryWrite[]) => {
    if (writes.some(({ id }) => id === 'c')) throw refusal(400, 'invalid_input')
  }
  expect(await synced({ sizes: { a: 1, b: 2, c: 3, d: 4, e: 5 }, write })).toEqual({
    ...{ arrived: ['a', 'b', 'd', 'e'], refused: { 'song/c': 'record_invalid' } },
    shown: { record_invalid: { number: 1, names: ['c'] } },
  })
})

it.each([408, 429, 502, 503])('an answer of %i ends the round: later it may be taken', async status => {
  const send = () => {
    throw refusal(status)
  }
  await expect(synced({ sizes: { a: 1, b: 2 }, send })).rejects.toMatchObject({ status })
})
