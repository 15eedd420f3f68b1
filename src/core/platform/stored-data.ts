import type { DataPort, StoragePort } from './ports.js'

const INDEX = 'fretwork.data-areas'

export function storedData(storage: StoragePort): DataPort {
  const areas = (): string[] => JSON.parse(storage.get(INDEX) ?? '[]')
  const keyOf = (area: string) => `fretwork.data ${area}`
  const read = (area: string): Map<string, string> => new Map(JSON.parse(storage.get(keyOf(area)) ?? '[]'))
  return {
    areas: async prefix => areas().filter(area => area.startsWith(prefix)),
    load: async area => read(area),
    async save(area, changes) {
      const rows = read(area)
      for (const [key, text] of changes) {
        if (text === undefined) rows.delete(key)
        else rows.set(key, text)
      }
      storage.set(keyOf(area), JSON.stringify([...rows]))
      if (!areas().includes(area)) storage.set(INDEX, JSON.stringify([...areas(), area]))
    },
    async remove(area) {
      storage.remove(keyOf(area))
      storage.set(INDEX, JSON.stringify(areas().filter(each => each !== area)))
    },
  }
}
