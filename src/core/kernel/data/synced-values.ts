/** The values of a plugin that follow the account: kept as a settings section, which the plugin `sync` carries. */
import * as z from 'zod/mini'
import { disposable } from '../../platform/disposable.js'
import { defineSettings } from '../../settings/section.js'
import type { Settings } from '../../settings/settings.js'
import type { Scope } from '../services/scope.js'
import { bytesOf, checkKey, checkQuota, jsonOf, migrated } from './checked-value.js'
import type { StorageMigration, StoredValues } from './plugin-storage.js'

/** Settings share a few megabytes of the browser. */
const DEFAULT_QUOTA = 100 * 1024

type Values = Readonly<Record<string, unknown>>

const schema = z.object({ values: z.record(z.string(), z.record(z.string(), z.unknown())) })

interface SyncedValuesParts {
  readonly id: string
  readonly title: string
  readonly version: number
  readonly migrations: Readonly<Record<number, StorageMigration>>
  readonly quota?: number | undefined
  readonly user: () => string
  readonly scope: Scope
  readonly settings: Settings
}

/** Id of the section that holds what a plugin stores in the account. */
export function dataSection(plugin: string): string {
  return `Data.${plugin}`
}

export function createSyncedValues(parts: SyncedValuesParts): StoredValues {
  const { id, title, version, migrations, quota = DEFAULT_QUOTA, user, scope, settings } = parts
  const section = defineSettings<{ values: Record<string, Record<string, unknown>> }>({
    ...{ id: dataSection(id), title, version: String(version), schema, defaults: { values: {} } },
    fields: [{ id: 'values', hidden: true }],
    migrations: Object.fromEntries(
      Object.keys(migrations).map(from => [from, old => migrateUsers(old, Number(from))]),
    ),
    sync: { lists: { values: { byUser: true, whole: true } } },
  })
  const migrateUsers = (old: Record<string, unknown>, from: number) => {
    const { values } = schema.parse(old)
    const next = Object.entries(values).map(([of, mine]) => [
      of,
      migrated(title, mine, from, from + 1, migrations),
    ])
    return { ...old, values: Object.fromEntries(next) }
  }
  scope.add(settings.register(section, id))
  const store = settings.store(section)

  const all = (): Values => store.getState().values[user()] ?? {}
  const keep = (mine: Values) =>
    store.change({ values: { ...store.getState().values, [user()]: { ...mine } } })
  const sizeOf = (values: Values) =>
    Object.entries(values).reduce(
      (sum, [key, value]) => sum + bytesOf(key) + bytesOf(JSON.stringify(value)),
      0,
    )

  return {
    get: async <T>(key: string) =>
      Object.hasOwn(all(), key) ? (structuredClone(all()[key]) as T) : undefined,
    async set(key, value) {
      checkKey(title, key)
      const copy: unknown = JSON.parse(jsonOf(title, key, value))
      const next = { ...all(), [key]: copy }
      checkQuota(title, key, sizeOf(all()), sizeOf(next), quota)
      keep(next)
    },
    async delete(key) {
      const { [key]: _, ...rest } = all()
      keep(rest)
    },
    keys: async () => Object.keys(all()).sort(),
    usage: async () => ({ used: sizeOf(all()), quota }),
    onChange(listener) {
      let before = all()
      const stop = store.subscribe(() => {
        const now = all()
        const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])]
        const changed = keys.filter(key => JSON.stringify(before[key]) !== JSON.stringify(now[key]))
        before = now
        if (changed.length > 0) listener(changed)
      })
      return scope.add(disposable(stop))
    },
  }
}
