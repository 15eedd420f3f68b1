/** Synced list of values replaced because two devices changed the same field. The user decides on each. */
import * as z from 'zod/mini'
import { storedJson } from '../../../../core/platform/json.js'
import type { StoragePort } from '../../../../core/platform/ports.js'
import { createStore, type ReadonlyStore } from '../../../../core/platform/store.js'
import { type Collection, type Conflict, type Fields, printOf } from '../engine/records.js'

export const CONFLICTS = 'Conflict'

const conflictSchema = z.object({
  kind: z.string(),
  id: z.string(),
  field: z.string(),
  value: z.unknown(),
  device: z.string(),
})
const storedSchema = z.record(z.string(), conflictSchema)

export interface KeptConflict extends Conflict {
  readonly key: string
}

export interface Conflicts {
  readonly view: ReadonlyStore<readonly KeptConflict[]>
  readonly collection: Collection
  setAside(conflicts: readonly Conflict[]): Promise<void>
  forget(key: string): void
  dispose(): void
}

export function keepConflicts(storage: StoragePort, place: string): Conflicts {
  const view = createStore<readonly KeptConflict[]>([])
  const read = () => (storedJson(storedSchema, storage.get(place)) ?? {}) as Record<string, Conflict>
  const show = () =>
    view.setState(
      Object.entries(read()).map(([key, kept]) => ({ key, ...kept })),
      true,
    )
  const write = (kept: Record<string, Conflict>) => {
    storage.set(place, JSON.stringify(kept))
    show()
  }
  const listening = storage.onChange(key => {
    if (key === place) show()
  })
  show()
  return {
    view,
    async setAside(conflicts) {
      const kept = read()
      for (const conflict of conflicts) kept[keyOf(conflict)] = conflict
      write(kept)
    },
    forget(key) {
      const { [key]: _gone, ...others } = read()
      write(others)
    },
    collection: {
      kind: CONFLICTS,
      async read() {
        return new Map(Object.entries(read()).map(([key, conflict]) => [key, { ...conflict } as Fields]))
      },
      async change(ids, merge) {
        const kept = read()
        for (const id of ids) {
          const here = kept[id] && ({ ...kept[id] } as Fields)
          const merged = merge(id, here)
          if (!merged) delete kept[id]
          else {
            const valid = conflictSchema.safeParse(merged)
            if (valid.success) kept[id] = valid.data as Conflict
          }
        }
        write(kept)
      },
    },
    dispose: () => listening.dispose(),
  }
}

/** A crash may repeat a conflict. The key ensures that each one is stored only once. */
const keyOf = ({ kind, id, field, value, device }: Conflict) =>
  `${field} ${printOf([kind, id, field, value, device])}`
