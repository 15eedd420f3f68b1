/**
 * A device's memory of the server, in IndexedDB: one row per record, so that a change writes only its row.
 */
import { type DBSchema, openDB, unwrap } from 'idb'
import type { Place, SyncMemory } from '../engine/parts.js'
import { type Base, recordKey } from '../engine/records.js'
import { NOWHERE } from '../local/stored-memory.js'

interface SyncSchema extends DBSchema {
  places: { key: string; value: Place }
  bases: { key: [string, string]; value: Base }
}

export async function openIdbMemory(name: string) {
  const database = await openDB<SyncSchema>(name, 1, {
    upgrade(db) {
      db.createObjectStore('places')
      db.createObjectStore('bases')
    },
    // A newer version of the application in another tab must not wait for this one.
    blocking: () => database.close(),
  })
  const rangeOf = (user: string) => IDBKeyRange.bound([user, ''], [user, '\uffff'])
  return {
    of: (user: string): SyncMemory => ({
      async load() {
        const look = database.transaction(['places', 'bases'])
        const [place, bases] = await Promise.all([
          look.objectStore('places').get(user),
          look.objectStore('bases').getAll(rangeOf(user)),
        ])
        return { place: place ?? NOWHERE, bases: new Map(bases.map(base => [recordKey(base), base])) }
      },
      async save(place, bases) {
        const change = database.transaction(['places', 'bases'], 'readwrite')
        // Creating a promise per write takes longer than the writes; a failed write makes the transaction
        // fail.
        unwrap(change.objectStore('places')).put(place, user)
        const rows = unwrap(change.objectStore('bases'))
        for (const [key, base] of bases) base ? rows.put(base, [user, key]) : rows.delete([user, key])
        await change.done
      },
    }),
    close: () => database.close(),
  }
}
