import * as z from 'zod/mini'
import { storedJson } from '../../core/platform/json.js'
import type { StoragePort } from '../../core/platform/ports.js'

const HALF_LIFE_MS = 3 * 24 * 60 * 60 * 1000
const KEPT = 200

const use = z.object({ weight: z.number(), at: z.number() })
const usesSchema = z.record(z.string(), use)

export function commandUses(storage: StoragePort, key: string, now: number): ReadonlyMap<string, number> {
  return new Map(Object.entries(read(storage, key)).map(([id, use]) => [id, faded(use, now)]))
}

export function lastUsed(storage: StoragePort, key: string): readonly string[] {
  return Object.entries(read(storage, key))
    .sort(([, a], [, b]) => b.at - a.at)
    .map(([id]) => id)
}

export function noteUse(storage: StoragePort, key: string, id: string, now: number): void {
  const uses = read(storage, key)
  const before = uses[id]
  uses[id] = { weight: (before ? faded(before, now) : 0) + 1, at: now }
  const kept = Object.entries(uses)
    .sort(([, a], [, b]) => faded(b, now) - faded(a, now))
    .slice(0, KEPT)
  try {
    storage.set(key, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // If storage is full, only the ranking by usage is lost.
  }
}

function faded({ weight, at }: z.infer<typeof use>, now: number): number {
  return weight * 2 ** ((at - now) / HALF_LIFE_MS)
}

const read = (storage: StoragePort, key: string) => storedJson(usesSchema, storage.get(key)) ?? {}
