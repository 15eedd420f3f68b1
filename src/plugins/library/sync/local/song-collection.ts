import type { LibraryRecord } from '../../../../core/contract/library.js'
import type { BlobServer } from '../../../../core/http/library-files.js'
import { numbered } from '../../../../core/platform/free-id.js'
import type { StoredSongChange, StoredSongs } from '../../list/song-library.js'
import { CREDITS, type LibrarySong, syncedReading, syncIdOf } from '../../tokens.js'
import { refusalIn } from '../engine/parts.js'
import type { Collection, Fields } from '../engine/records.js'

export const SONGS = 'song'

/** Loaded when the first file is transferred. */
const blobs = () => import('../../../../core/http/library-files.js')

const fieldsOf = ({ id, syncId, ...fields }: LibrarySong): Fields => syncedReading(fields)

function songOf(id: string, syncId: string, fields: Fields): LibrarySong | undefined {
  const { name, file, size, addedAt, lengthMs, tracks, notes } = fields
  if (typeof name !== 'string' || typeof file !== 'string') return undefined
  if (typeof size !== 'number' || typeof addedAt !== 'number' || typeof lengthMs !== 'number')
    return undefined
  if (!Array.isArray(tracks) || !Array.isArray(notes)) return undefined
  const { key, reader, tags, ...first } = tracks[0] ?? {}
  const texts = CREDITS.flatMap(name => (typeof first[name] === 'string' ? [[name, first[name]]] : []))
  const read = {
    ...(typeof key === 'string' && { key }),
    ...(typeof reader === 'number' && { reader }),
    ...(Array.isArray(tags) && { tags: tags.filter(tag => typeof tag === 'string') }),
    ...Object.fromEntries(texts),
  }
  const plain = tracks.map(({ key: _, reader: _r, artist, album, arranger, tags: _t, ...track }) => track)
  return { id, syncId, name, file, size, addedAt, lengthMs, tracks: plain, notes, ...read }
}

/** Keeps the ID from the device that added the song. Appends a number if this device already uses it. */
function freeId(syncId: string, taken: ReadonlySet<string>): string {
  return numbered(/^[a-z0-9-]+(?=~)/.exec(syncId)?.[0] ?? 'song', id => taken.has(id))
}

export interface SongCollectionParts {
  readonly songs: StoredSongs
  readonly user: string
  readonly server: BlobServer
}

export function songCollection({ songs, user, server }: SongCollectionParts): Collection {
  let files: ReadonlyMap<string, Uint8Array> = new Map()
  let hashes: ReadonlyMap<string, string> = new Map()
  let here: readonly LibrarySong[] = []
  /** Files being prefetched for the next records, by hash. */
  let early: Promise<ReadonlyMap<string, Uint8Array | undefined>> | undefined

  const fetched = async (wanted: readonly string[]) => {
    const found = wanted.length > 0 ? await (await blobs()).fetchBlobs(server, wanted) : undefined
    return new Map(wanted.map(hash => [hash, found?.get(hash)]))
  }

  const filesOf = async (wanted: readonly string[]): Promise<Map<string, Uint8Array>> => {
    const coming = early
    // Clear this first, so that a failure isn't repeated.
    early = undefined
    const begun = await coming
    const rest = await fetched(wanted.filter(hash => !begun?.has(hash)))
    return new Map([...(begun ?? []), ...rest].flatMap(([hash, bytes]) => (bytes ? [[hash, bytes]] : [])))
  }

  const missing = (records: readonly LibraryRecord[], among: readonly LibrarySong[]) => {
    const ids = new Set(among.map(syncIdOf))
    return new Map(
      records.filter(({ id }) => !ids.has(id)).map(({ id, fields }) => [id, String(fields.hash?.value)]),
    )
  }

  const read = async () => {
    const all = await songs.all(user)
    return new Map(all.map(song => [syncIdOf(song), fieldsOf(song)]))
  }

  /** Finds files that were added on both devices before they synced. They count as one song. */
  const recognized = async (
    records: readonly LibraryRecord[],
    isKnown: (id: string) => boolean,
  ): Promise<readonly LibrarySong[]> => {
    const all = await songs.all(user)
    const mine = all.filter(song => song.syncId === undefined && !isKnown(syncIdOf(song)))
    const there = new Set(all.map(syncIdOf))
    const found = new Map<string, string>()
    for (const song of mine) {
      const alike = records.filter(
        ({ id, fields }) =>
          !there.has(id) && fields.file?.value === song.file && fields.size?.value === song.size,
      )
      if (alike.length === 0) continue
      const bytes = await songs.bytesOf(user, song.id)
      const hash = bytes && (await (await blobs()).hashOf(bytes))
      const same = alike.find(
        ({ id, fields }) => fields.hash?.value === hash && ![...found.values()].includes(id),
      )
      if (same) found.set(song.id, same.id)
    }
    if (found.size === 0) return all
    await songs.change(user, now =>
      now.flatMap(song => {
        const syncId = found.get(song.id)
        return syncId === undefined || song.syncId !== undefined ? [] : [{ song: { ...song, syncId } }]
      }),
    )
    return songs.all(user)
  }

  return {
    kind: SONGS,
    both: ['name'],
    added: ['hash'],
    read,
    async prepare(records, isKnown) {
      here = await recognized(records, isKnown)
      hashes = missing(records, here)
      files = await filesOf([...new Set(hashes.values())])
      const absent = records.filter(({ id, fields }) => {
        const hash = hashes.get(id)
        const values = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
        return hash !== undefined && !(files.has(hash) && songOf('', id, values))
      })
      return new Set(absent.map(({ id }) => id))
    },
    expect(records) {
      early = fetched([...new Set(missing(records, here).values())])
      // The error is reported when the promise is awaited.
      early.catch(() => undefined)
    },
    async change(ids, merge) {
      await songs.change(user, now => {
        const bySyncId = new Map(now.map(song => [syncIdOf(song), song]))
        const taken = new Set(now.map(({ id }) => id))
        return ids.flatMap((syncId): StoredSongChange[] => {
          const song = bySyncId.get(syncId)
          const here = song && fieldsOf(song)
          const merged = merge(syncId, here)
          if (merged === here) return []
          if (!merged) return song ? [{ removed: song.id }] : []
          const id = song?.id ?? freeId(syncId, taken)
          const changed = songOf(id, syncId, merged)
          const bytes = files.get(hashes.get(syncId) ?? '')
          if (!changed || !(song || bytes)) return []
          taken.add(id)
          // A song keeps its local ID.
          const { syncId: _own, ...plain } = changed
          const kept = song && song.syncId === undefined ? plain : changed
          return [{ song: kept, ...(!song && bytes && { bytes }) }]
        })
      })
    },
    async sendAhead(ids) {
      const { hashOf, sendBlobs } = await blobs()
      const wanted = new Set(ids)
      const hashes = new Map<string, string>()
      const sent = new Map<string, Uint8Array>()
      for (const song of await songs.all(user)) {
        const id = syncIdOf(song)
        const bytes = wanted.has(id) ? await songs.bytesOf(user, song.id) : undefined
        if (!bytes) continue
        const hash = await hashOf(bytes)
        sent.set(hash, bytes)
        hashes.set(id, hash)
      }
      const refused = await refusedOf(sent, files => sendBlobs(server, files))
      return new Map([...hashes].map(([id, hash]) => [id, refused.get(hash) ?? { hash }]))
    },
  }
}

type Files = ReadonlyMap<string, Uint8Array>

/**
 * Resends files one by one if a batch is rejected, so that one bad file doesn't block the others.
 * @returns error codes by hash
 */
async function refusedOf(
  files: Files,
  send: (files: Files) => Promise<void>,
): Promise<ReadonlyMap<string, string>> {
  const refused = new Map<string, string>()
  try {
    await send(files)
  } catch (thrown) {
    if (refusalIn(thrown) === undefined) throw thrown
    let isFull = false
    // Send the smallest files first: if one doesn't fit, larger ones won't either.
    for (const [hash, bytes] of [...files].toSorted(([, a], [, b]) => a.length - b.length)) {
      const code: string | undefined = isFull
        ? 'library_full'
        : await refusalOf(send(new Map([[hash, bytes]])))
      if (code !== undefined) refused.set(hash, code)
      isFull ||= code === 'library_full'
    }
  }
  return refused
}

async function refusalOf(sending: Promise<void>): Promise<string | undefined> {
  try {
    await sending
    return undefined
  } catch (thrown) {
    const code = refusalIn(thrown)
    if (code === undefined) throw thrown
    return code
  }
}
