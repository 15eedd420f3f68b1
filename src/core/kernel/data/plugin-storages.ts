/** Makes the storage of each plugin, and removes what a plugin has stored. */
import { AUTH, type Auth } from '../../auth/auth.js'
import { PLATFORM, type Platform } from '../../platform/ports.js'
import { inject, injectable } from '../../platform/services/inject.js'
import type { Token } from '../../platform/services/token.js'
import { SETTINGS, type Settings } from '../../settings/settings.js'
import { TENANT, type TenantService } from '../../tenant/tenant-service.js'
import { OwnViews, type ViewFor } from '../services/own-view.js'
import { bytesOf } from './checked-value.js'
import { createLocalValues } from './local-values.js'
import { PLUGIN_STORAGE, type PluginData, type PluginStorage, type StoredValues } from './plugin-storage.js'
import { createSyncedValues, dataSection } from './synced-values.js'

/** The service behind the views of plugins. */
export const PLUGIN_STORAGES = PLUGIN_STORAGE as unknown as Token<PluginStorages>

@injectable()
export class PluginStorages extends OwnViews<PluginStorage> {
  /** For those who manage plugins. */
  readonly data: PluginData = {
    usage: plugin => this.usage(plugin),
    remove: plugin => this.remove(plugin),
  }

  constructor(
    @inject(PLATFORM) private readonly platform: Pick<Platform, 'data'>,
    @inject(TENANT) private readonly tenant: Pick<TenantService, 'storageKey'>,
    @inject(AUTH) private readonly auth: Pick<Auth, 'state'>,
    @inject(SETTINGS) private readonly settings: Settings,
  ) {
    super()
  }

  viewFor({ manifest: { id, title }, scope }: ViewFor): PluginStorage {
    const user = () => this.auth.state.getState().user?.id ?? ''
    let local: StoredValues | undefined
    let synced: StoredValues | undefined
    return {
      open: ({ version = 1, migrations = {}, quota, sync = false } = {}) => {
        const parts = { title, version, migrations, quota, user }
        if (sync) {
          synced ??= createSyncedValues({ ...parts, id, scope, settings: this.settings })
          return synced
        }
        const area = () => `${this.areaOf(id)}${user()}`
        local ??= createLocalValues({ ...parts, area, data: this.platform.data })
        return local
      },
    }
  }

  private async usage(plugin: string): Promise<number> {
    const areas = await this.platform.data.areas(this.areaOf(plugin))
    const all = await Promise.all(areas.map(area => this.platform.data.load(area)))
    return all
      .flatMap(values => [...values])
      .reduce((sum, [key, text]) => sum + bytesOf(key) + bytesOf(text), 0)
  }

  private async remove(plugin: string): Promise<void> {
    for (const area of await this.platform.data.areas(this.areaOf(plugin)))
      await this.platform.data.remove(area)
    const open = this.settings.sections.getState().find(({ id }) => id === dataSection(plugin))
    // Emptied rather than removed, so that the account follows.
    if (open) this.settings.store(open).reset()
  }

  /** `fretworkData drill `; the user follows. */
  private areaOf(plugin: string): string {
    return `${this.tenant.storageKey('Data')} ${plugin} `
  }
}
