/** One row per value, so that a change writes only one row. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { DataPort } from '../../core/platform/ports.js'

interface DataSchema extends DBSchema {
  values: { key: [area: string, key: string]; value: string }
}

/** Upper bound for key ranges. Sorts after all keys with the same prefix. */
const END = '\uffff'

export function idbData(name: string): DataPort {
  let opened: Promise<IDBPDatabase<DataSchema>> | undefined
  const open = () => {
    opened ??= openDB<DataSchema>(name, 1, {
      upgrade: db => void db.createObjectStore('values'),
      // A newer version in another tab may need to upgrade the database.
      blocking: async () => (await opened)?.close(),
    }).catch(error => {
      opened = undefined
      throw error
    })
    return opened
  }
  const rangeOf = (area: string) => IDBKeyRange.bound([area, ''], [area, END])
  return {
    async areas(prefix) {
      const range = IDBKeyRange.bound([prefix, ''], [prefix + END, END])
      const keys = await (await open()).getAllKeys('values', range)
      return [...new Set(keys.map(([area]) => area))]
    },
    async load(area) {
      const look = (await open()).transaction('values')
      const [keys, texts] = await Promise.all([
        look.store.getAllKeys(rangeOf(area)),
        look.store.getAll(rangeOf(area)),
      ])
      return new Map(keys.map(([, key], index) => [key, texts[index] ?? '']))
    },
    async save(area, changes) {
      const change = (await open()).transaction('values', 'readwrite')
      const writes = [...changes].map(([key, text]) =>
        text === undefined ? change.store.delete([area, key]) : change.store.put(text, [area, key]),
      )
      await Promise.all([...writes, change.done])
    },
    async remove(area) {
      await (await open()).delete('values', rangeOf(area))
    },
  }
}
