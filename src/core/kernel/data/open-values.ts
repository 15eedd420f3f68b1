/** What storing takes: loaded when a plugin first uses its storage. */
import type { DataPort } from '../../platform/ports.js'
import type { Settings } from '../../settings/settings.js'
import type { Scope } from '../services/scope.js'
import { bytesOf } from './checked-value.js'
import { createLocalValues } from './local-values.js'
import type { StorageOptions, StoredValues } from './plugin-storage.js'
import { createSyncedValues, dataSection } from './synced-values.js'

export interface ValuesParts {
  readonly id: string
  readonly title: string
  readonly scope: Scope
  readonly data: DataPort
  readonly settings: Settings
  readonly user: () => string
  /** Of the tenant, the plugin and the present user. */
  readonly area: () => string
}

export function openValues(
  { id, title, scope, data, settings, user, area }: ValuesParts,
  { version = 1, migrations = {}, quota, sync = false }: StorageOptions,
): StoredValues {
  const common = { title, version, migrations, quota }
  return sync
    ? createSyncedValues({ ...common, id, scope, settings, user })
    : createLocalValues({ ...common, area, data })
}

/** @param prefix of the areas of a plugin */
export async function storedBytes(data: DataPort, prefix: string): Promise<number> {
  const areas = await data.areas(prefix)
  const all = await Promise.all(areas.map(area => data.load(area)))
  return all
    .flatMap(values => [...values])
    .reduce((sum, [key, text]) => sum + bytesOf(key) + bytesOf(text), 0)
}

/** @param prefix of the areas of the plugin */
export async function removeStored(
  data: DataPort,
  prefix: string,
  settings: Settings,
  plugin: string,
): Promise<void> {
  for (const area of await data.areas(prefix)) await data.remove(area)
  const open = settings.sections.getState().find(({ id }) => id === dataSection(plugin))
  // Emptied rather than removed, so that the account follows.
  if (open) settings.store(open).reset()
}
