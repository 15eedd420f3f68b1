import { attempted } from '../../../../core/platform/fretwork-error.js'
import type { StoragePort } from '../../../../core/platform/ports.js'
import type { Place, SyncMemory } from '../engine/parts.js'
import { type Base, recordKey } from '../engine/records.js'

export const NOWHERE: Place = { after: 0, pending: [] }

export function storedMemory(storage: StoragePort, place: string): SyncMemory {
  // If the memory is unreadable, everything is compared with the server again.
  const read = (): { place: Place; bases: Base[] } =>
    attempted(() => JSON.parse(storage.get(place) ?? '')) ?? { place: NOWHERE, bases: [] }
  return {
    async load() {
      const kept = read()
      return { place: kept.place, bases: new Map(kept.bases.map(base => [recordKey(base), base])) }
    },
    async save(now, changes) {
      const bases = new Map(read().bases.map(base => [recordKey(base), base]))
      for (const [key, base] of changes) {
        if (base) bases.set(key, base)
        else bases.delete(key)
      }
      storage.set(place, JSON.stringify({ place: now, bases: [...bases.values()] }))
    },
  }
}
