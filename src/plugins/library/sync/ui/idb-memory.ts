/** Each record has its own row, so that a change writes only that row. */
import { type DBSchema, openDB, unwrap } from 'idb'
import type { Place, SyncMemory } from '../engine/parts.js'
import { type Base, recordKey } from '../engine/records.js'
import { NOWHERE } from '../local/stored-memory.js'

interface SyncSchema extends DBSchema {
  places: { key: string; value: Place }
  bases: { key: [string, string]; value: Base }
}

export async function openIdbMemory(name: string, user: string) {
  const database = await openDB<SyncSchema>(name, 1, {
    upgrade(db) {
      db.createObjectStore('places')
      db.createObjectStore('bases')
    },
    // Don't block a newer version in another tab.
    blocking: () => database.close(),
  })
  const memory: SyncMemory = {
    async load() {
      const look = database.transaction(['places', 'bases'])
      const [place, bases] = await Promise.all([
        look.objectStore('places').get(user),
        look.objectStore('bases').getAll(IDBKeyRange.bound([user, ''], [user, '\uffff'])),
      ])
      return { place: place ?? NOWHERE, bases: new Map(bases.map(base => [recordKey(base), base])) }
    },
    async save(place, bases) {
      const change = database.transaction(['places', 'bases'], 'readwrite')
      // Raw requests: promises take longer than the writes, and one failure aborts the transaction anyway.
      unwrap(change.objectStore('places')).put(place, user)
      const rows = unwrap(change.objectStore('bases'))
      for (const [key, base] of bases) base ? rows.put(base, [user, key]) : rows.delete([user, key])
      await change.done
    },
  }
  return { memory, close: () => database.close() }
}
