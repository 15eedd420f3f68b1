import { expect, it } from 'vitest'
import type { LibraryRecord, LibraryWrite } from '../../../../src/core/contract/library.js'
import { ApiError } from '../../../../src/core/http/api-error.js'
import { type BlobPiece, hashOf } from '../../../../src/core/http/library-files.js'
import { SETTINGS, STORAGE } from '../../../../src/core/kernel/tokens.js'
import { keySettings, layoutSettings } from '../../../../src/core/settings/core-settings.js'
import { panelSettings, tuningSettings } from '../../../../src/plugins/fretboard/settings.js'
import { synchronise } from '../../../../src/plugins/library/sync/engine/cycle.js'
import type { Collection, Fields } from '../../../../src/plugins/library/sync/engine/records.js'
import { settingsCollections } from '../../../../src/plugins/library/sync/local/settings-collections.js'
import { songCollection } from '../../../../src/plugins/library/sync/local/song-collection.js'
import { NOWHERE } from '../../../../src/plugins/library/sync/local/stored-memory.js'
import { takeOver } from '../../../../src/plugins/library/sync/start.js'
import { refusedOf } from '../../../../src/plugins/library/sync/sync.js'
import { PLUGINS } from '../../../../src/plugins/plugin-list.js'
import { progressSettings } from '../../../../src/plugins/practice/progress-settings.js'
import { openKernel } from '../../../support/open-kernel.js'

// Settings that are synced with the user's account.

const ADA = 'ada'

async function world() {
  const { kernel } = await openKernel({ plugins: PLUGINS, midi: 'none' })
  const settings = kernel.get(SETTINGS)
  const collection = (kind: string) => {
    const found = settingsCollections(settings, ADA).find(each => each.kind === kind)
    if (!found) throw new Error(`The collection ${kind} is missing.`)
    return found
  }
  const put = (kind: string, id: string, fields: Fields | undefined) =>
    collection(kind).change([id], () => fields)
  return { settings, storage: kernel.get(STORAGE), collection, put }
}

const tuning = (id: string, user: string) => ({ id, user, name: id, code: 'E2 A2' })

it('plain settings form one record without device-specific fields', async () => {
  const { collection } = await world()
  const plain = await collection('settings').read()
  expect(plain.get('Panels.1')).toMatchObject({ chordLine: true, chordFinder: false })
  expect(plain.get('Sound.2')).not.toHaveProperty('volume')
  expect([...plain.keys()]).not.toContain(`${layoutSettings.id}.1`)
})

it('settings are applied separately so that an invalid value does not block valid values', async () => {
  const { settings, put } = await world()
  await put('settings', 'Panels.1', { chordLine: 'loud', chordFinder: true })
  expect(settings.store(panelSettings).getState()).toMatchObject({ chordLine: true, chordFinder: true })
})

it('each of the user’s list items is a record, and other users’ items are ignored', async () => {
  const { settings, collection, put } = await world()
  settings.store(tuningSettings).change({ kept: [tuning('mine', ADA), tuning('theirs', 'ben')] })
  expect([...(await collection('Tunings.kept.1').read()).keys()]).toEqual(['mine'])
  await put('Tunings.kept.1', 'new', tuning('new', ADA))
  await put('Tunings.kept.1', 'mine', undefined)
  expect(settings.store(tuningSettings).getState().kept).toEqual([
    tuning('theirs', 'ben'),
    tuning('new', ADA),
  ])
})

it('a settings list can be stored per user and contain items that are merged as a whole', async () => {
  const { settings, collection, put } = await world()
  const take = { song: 's', name: 'Song', from: 1, to: 2, at: 7, ms: 1000, tempo: 100, accuracy: 0.9 }
  await put('Progress.takes.1', '7', { value: take })
  expect(settings.store(progressSettings).getState().takes).toEqual({ [ADA]: [take] })
  expect(await collection('Progress.takes.1').read()).toEqual(new Map([['7', { value: take }]]))
})

it('another user of the device gets the defaults, and the first user’s settings return later', async () => {
  const { settings, storage } = await world()
  const keys = settings.store(keySettings)
  const be = (user: string) => takeOver(settings, storage, name => `fretwork${name}`, user)
  be(ADA)
  keys.change({ keys: { 'core.log-out': ['x'] } })
  settings.store(panelSettings).change({ chordFinder: true })
  be('ben')
  expect(keys.getState().keys).toEqual({})
  expect(settings.store(panelSettings).getState().chordFinder).toBe(false)
  settings.store(panelSettings).change({ chordLine: false })
  be(ADA)
  expect(keys.getState().keys).toEqual({ 'core.log-out': ['x'] })
  expect(settings.store(panelSettings).getState()).toMatchObject({ chordLine: true, chordFinder: true })
})

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

it('song files are prefetched, and a failed prefetch is retried', async () => {
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

const READ = {
  ...{ key: 'b4e1c2d0-312', reader: 2, artist: 'Ann', album: 'One', arranger: '', tags: ['Gig'] },
}

it('a song’s key, credits and tags survive version 1.2, which drops unknown fields', async () => {
  const songs = [
    {
      ...{
        ...{ id: 'one', syncId: 'one~1', name: 'One', file: 'one.mid', size: 3, addedAt: 1, lengthMs: 1 },
        notes: [],
      },
    },
  ].map(song => ({ ...song, ...READ, tracks: [{ index: 0 }, { index: 1 }] }))
  let changed: unknown
  const collection = songCollection({
    songs: {
      all: async () => songs,
      bytesOf: async () => bytes,
      change: async (_user: string, change: (songs: unknown) => unknown) => {
        const { key, reader, artist, album, arranger, tags, ...plain } = songs[0] as (typeof songs)[number]
        changed = change([plain])
      },
    } as never,
    user: 'ann',
    server: { send: async () => [], fetch: async () => ({ blobs: [], answered: 0 }) },
  })
  const { name, file, size, addedAt, lengthMs, tracks, notes, ...unknown } =
    (await collection.read()).get('one~1') ?? {}
  expect(unknown).toEqual({})
  await collection.change(['one~1'], () => ({ name, file, size, addedAt, lengthMs, tracks, notes }))
  expect(changed).toEqual(songs.map(song => ({ song })))
})

const collection = (kind: string, records: Readonly<Record<string, Fields>>): Collection => ({
  kind,
  read: async () => new Map(Object.entries(records)),
  change: async () => undefined,
})

/** Sends collections to a server that stores every record unless `write` throws. */
async function pushed(collections: readonly Collection[], write?: (writes: readonly LibraryWrite[]) => void) {
  const sent: LibraryWrite[] = []
  const result = await synchronise(
    {
      collections,
      memory: { load: async () => ({ place: NOWHERE, bases: new Map() }), save: async () => undefined },
      server: {
        changes: async () => ({ records: [], seq: 0, more: false, restored: false }),
        write: async writes => {
          write?.(writes)
          sent.push(...writes)
          const outcomes = writes.map(({ key }, index) => ({ key, outcome: 'kept' as const, seq: index + 1 }))
          return { outcomes, restored: false }
        },
      },
      setAside: async () => undefined,
      device: 'test',
      newKey: () => crypto.randomUUID(),
    },
    { pull: false },
  )
  return { sent, result }
}

it('a record that is too large or has an invalid name is skipped and reported', async () => {
  const long = 'x'.repeat(300_000)
  const { sent, result } = await pushed([
    collection('Drills', { good: { bpm: 90 }, large: { text: long }, ['n'.repeat(201)]: { bpm: 1 } }),
    collection('with blanks', { one: { bpm: 2 } }),
  ])
  expect(sent).toMatchObject([{ kind: 'Drills', id: 'good' }])
  expect([...result.refused]).toEqual([
    ['Drills/large', 'record_large'],
    [`Drills/${'n'.repeat(201)}`, 'record_invalid'],
    ['with blanks/one', 'record_invalid'],
  ])
})

// Songs rejected by the server or a proxy do not block other songs, and the user sees the reason.

const refusal = (status: number, code = 'bad_request') => new ApiError('bad_request', code, '', { status })

interface World {
  readonly sizes: Readonly<Record<string, number>>
  readonly send?: (pieces: readonly BlobPiece[]) => void
  readonly write?: (writes: readonly LibraryWrite[]) => void
}

/** @returns IDs of stored songs, and the reason for each rejected song */
async function synced({ sizes, send, write }: World) {
  const songs = Object.keys(sizes).map(id => ({
    ...{ id, syncId: id, name: id, file: `${id}.mid`, size: sizes[id] ?? 0 },
    ...{ addedAt: 1, lengthMs: 1, tracks: [], notes: [] },
  }))
  const bytesOf = async (_user: string, id: string) =>
    new Uint8Array(sizes[id] ?? 0).fill(Object.keys(sizes).indexOf(id))
  const there = new Map<string, number>()
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
  const { sent, result } = await pushed([collection], write)
  return {
    arrived: sent.map(({ id }) => id).toSorted(),
    refused: Object.fromEntries(result.refused),
    shown: refusedOf(result),
  }
}

it('at most three rejected songs are listed by name', async () => {
  const sizes = { a: 1, b: 2, c: 3, d: 4, e: 5 }
  const send = () => {
    throw refusal(413)
  }
  const { shown } = await synced({ sizes, send })
  expect(shown).toEqual({ record_large: { number: 5, names: ['a', 'b', 'c'] } })
})

it('a proxy with a limit of 512 kB rejects only the large song', async () => {
  const send = (pieces: readonly BlobPiece[]) => {
    if (JSON.stringify({ pieces }).length > 512 * 1024) throw refusal(413)
  }
  expect(await synced({ sizes: { small: 1000, large: 600_000, other: 2000 }, send })).toEqual({
    ...{ arrived: ['other', 'small'], refused: { 'song/large': 'record_large' } },
    shown: { record_large: { number: 1, names: ['large'] } },
  })
})

it('a full account accepts songs that fit, and larger songs are not sent', async () => {
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

it('a record that makes its call fail does not block other records', async () => {
  const write = (writes: readonly LibraryWrite[]) => {
    if (writes.some(({ id }) => id === 'c')) throw refusal(400, 'invalid_input')
  }
  expect(await synced({ sizes: { a: 1, b: 2, c: 3, d: 4, e: 5 }, write })).toEqual({
    ...{ arrived: ['a', 'b', 'd', 'e'], refused: { 'song/c': 'record_invalid' } },
    shown: { record_invalid: { number: 1, names: ['c'] } },
  })
})

it.each([408, 429, 502, 503])('the status %i ends the sync, and the songs are sent later', async status => {
  const send = () => {
    throw refusal(status)
  }
  await expect(synced({ sizes: { a: 1, b: 2 }, send })).rejects.toMatchObject({ status })
})
