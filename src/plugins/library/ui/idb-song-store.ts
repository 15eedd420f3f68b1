// Files are in a separate object store, so that listing songs doesn't read them.
import { type DBSchema, openDB, unwrap } from 'idb'
import { disposable } from '../../../core/platform/store.js'
import type { SongStore } from '../list/song-library.js'
import type { LibrarySong } from '../tokens.js'

const VERSION = 1

interface SongSchema extends DBSchema {
  songs: {
    key: [string, string]
    value: { user: string; id: string; song: LibrarySong }
    indexes: { user: string }
  }
  files: { key: [string, string]; value: { user: string; id: string; bytes: Uint8Array } }
}

export async function openIdbSongStore(name: string): Promise<SongStore> {
  const database = await openDB<SongSchema>(name, VERSION, {
    upgrade(db) {
      db.createObjectStore('songs', { keyPath: ['user', 'id'] }).createIndex('user', 'user')
      db.createObjectStore('files', { keyPath: ['user', 'id'] })
    },
    // Don't block a newer version in another tab.
    blocking: () => database.close(),
  })
  const channel = new BroadcastChannel(name)
  const changed = () => channel.postMessage('changed')
  const both = ['songs', 'files'] as const

  return {
    async all(user) {
      return (await database.getAllFromIndex('songs', 'user', user)).map(({ song }) => song)
    },
    async bytesOf(user, id) {
      return (await database.get('files', [user, id]))?.bytes
    },
    async add(user, song, bytes, limit) {
      const { id } = song
      const change = database.transaction(both, 'readwrite')
      const songs = change.objectStore('songs')
      const isFull = (await songs.index('user').count(user)) >= limit
      const isTaken = (await songs.getKey([user, id])) !== undefined
      if (isFull || isTaken) {
        await change.done
        return isFull ? 'full' : 'id taken'
      }
      await Promise.all([
        songs.add({ user, id, song }),
        change.objectStore('files').put({ user, id, bytes }),
        change.done,
      ])
      changed()
      askToStay()
      return 'kept'
    },
    async rename(user, id, newName) {
      const change = database.transaction('songs', 'readwrite')
      const found = await change.store.get([user, id])
      if (found) await change.store.put({ ...found, song: { ...found.song, name: newName } })
      await change.done
      if (found) changed()
      return found !== undefined
    },
    async remove(user, id) {
      const change = database.transaction(both, 'readwrite')
      const file = await change.objectStore('files').get([user, id])
      await Promise.all([
        change.objectStore('songs').delete([user, id]),
        change.objectStore('files').delete([user, id]),
        change.done,
      ])
      changed()
      return file?.bytes
    },
    async change(user, change) {
      const work = database.transaction(both, 'readwrite')
      const now = (await work.objectStore('songs').index('user').getAll(user)).map(({ song }) => song)
      // Raw requests: promises take longer than the writes, and one failure aborts the transaction anyway.
      const [songs, files] = [unwrap(work.objectStore('songs')), unwrap(work.objectStore('files'))]
      const steps = change(now)
      for (const step of steps) {
        if ('removed' in step) {
          songs.delete([user, step.removed])
          files.delete([user, step.removed])
        } else {
          const { song, bytes } = step
          songs.put({ user, id: song.id, song })
          if (bytes) files.put({ user, id: song.id, bytes })
        }
      }
      await work.done
      if (steps.length > 0) changed()
    },
    onChange(run) {
      channel.addEventListener('message', run)
      return disposable(() => channel.removeEventListener('message', run))
    },
    close() {
      channel.close()
      database.close()
    },
  }
}

/** A browser low on space might otherwise delete the only copy of a song. Firefox asks the user. */
function askToStay(): void {
  if (!('navigator' in globalThis)) return
  navigator.storage?.persist?.().catch(() => undefined)
}
