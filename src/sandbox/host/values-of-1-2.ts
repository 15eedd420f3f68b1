import type { Kernel } from '../../core/kernel/tokens.js'
import { storedJson } from '../../core/platform/json.js'
import { pluginDataSettings } from '../../core/settings/core-settings.js'

/** Migrates a plugin's synced values from version 1.2, which had one settings section per plugin. */
export function takeOverValues({ platform, settings, tenant }: Kernel, plugin: string): void {
  const place = tenant.storageKey(`Data.${plugin}`)
  const old = storedJson(pluginDataSettings.schema, platform.storage.get(place))
  if (!old) return
  settings.store(pluginDataSettings).change(({ values }) => {
    const all = { ...values }
    for (const [user, rows] of Object.entries(old.values)) {
      const named = Object.entries(rows).map(([key, value]) => [`${plugin} ${key}`, value])
      all[user] = { ...Object.fromEntries(named), ...all[user] }
    }
    return { values: all }
  })
  platform.storage.remove(place)
}
