import { expect, it } from 'vitest'
import type { LibraryRecord } from '../../../src/core/api/library.js'
import { hashOf } from '../../../src/core/http/library-files.js'
import { songCollection } from '../../../src/plugins/sync/local/song-collection.js'

const bytes = new Uint8Array([1, 2, 3])

async function recordOf(id: string): Promise<LibraryRecord> {
  const values = { name: id, file: `${id}.mid`, size: 3, addedAt: 1, lengthMs: 1, tracks: [], notes: [] }
  const hash = await hashOf(bytes)
  const fields = Object.entries({ ...values, hash }).map(([name, value]) => [
    name,
    { value, seq: 1, by: 'k' },
  ])
  return { kind: 'song', id, seq: 1, fields: Object.fromEntries(fields) }
}

it('fetches files ahead; where that fails, they are fetched again the next time', async () => {
  let isOnline = false
  const collection = songCollection({
    songs: { all: async () => [], bytesOf: async () => undefined, change: async () => undefined } as never,
    user: 'ann',
    server: {
      send: async () => [],
      fetch: async hashes => {
        if (!isOnline) throw new Error('offline')
        const blobs = hashes.map(hash => ({ hash, bytes: Buffer.from(bytes).toString('base64') }))
        return { blobs, answered: hashes.length }
      },
    },
  })
  const records = [await recordOf('one')]
  collection.expect?.(records)
  await expect(collection.prepare?.(records, () => false)).rejects.toThrow('offline')
  isOnline = true
  expect(await collection.prepare?.(records, () => false)).toEqual(new Set())
})
