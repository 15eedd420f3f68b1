/** Settings belong to the user who is logged in: another one finds their own, not those of the last. */
import * as z from 'zod/mini'
import type { StoragePort } from '../../../core/platform/ports.js'
import { storedJson } from '../../../core/platform/stored-json.js'
import { ownSettings, placeSettings, type SyncedSettings } from './settings-collections.js'

const keptSchema = z.record(z.string(), z.record(z.string(), z.unknown()))

/** Swaps the settings of the user before for those of this one. The first user of a device takes over what it has. */
export function takeOver(
  settings: SyncedSettings,
  storage: StoragePort,
  keyOf: (name: string) => string,
  user: string,
): void {
  const place = keyOf('SyncOwner')
  const asideOf = (whose: string) => `${keyOf('SyncSettings')}.${whose}`
  const owner = storage.get(place)
  if (owner === user) return
  if (owner !== undefined) {
    storage.set(asideOf(owner), JSON.stringify(ownSettings(settings)))
    placeSettings(settings, storedJson(keptSchema, storage.get(asideOf(user))))
  }
  storage.set(place, user)
}
