/** One row per value, so that a change writes only its own. */
import { type DBSchema, openDB } from 'idb'
import type { DataPort } from '../../core/platform/ports.js'

interface DataSchema extends DBSchema {
  values: { key: [area: string, key: string]; value: string }
}

/** Sorts after everything with the same beginning. */
const END = '\uffff'

export async function openIdbData(name: string): Promise<DataPort> {
  const database = await openDB<DataSchema>(name, 1, {
    upgrade: db => void db.createObjectStore('values'),
    // Lets a newer version in another tab upgrade.
    blocking: () => database.close(),
  })
  const rangeOf = (area: string) => IDBKeyRange.bound([area, ''], [area, END])
  return {
    async areas(prefix) {
      const keys = await database.getAllKeys('values', IDBKeyRange.bound([prefix, ''], [prefix + END, END]))
      return [...new Set(keys.map(([area]) => area))]
    },
    async load(area) {
      const look = database.transaction('values')
      const [keys, texts] = await Promise.all([
        look.store.getAllKeys(rangeOf(area)),
        look.store.getAll(rangeOf(area)),
      ])
      return new Map(keys.map(([, key], index) => [key, texts[index] ?? '']))
    },
    async save(area, changes) {
      const change = database.transaction('values', 'readwrite')
      const writes = [...changes].map(([key, text]) =>
        text === undefined ? change.store.delete([area, key]) : change.store.put(text, [area, key]),
      )
      await Promise.all([...writes, change.done])
    },
    async remove(area) {
      await database.delete('values', rangeOf(area))
    },
  }
}
