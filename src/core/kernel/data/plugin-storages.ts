/** Makes the storage of each plugin, and removes what a plugin has stored. */
import { AUTH, type Auth } from '../../auth/auth.js'
import { PLATFORM, type Platform } from '../../platform/ports.js'
import { inject, injectable } from '../../platform/services/inject.js'
import type { Token } from '../../platform/services/token.js'
import { SETTINGS, type Settings } from '../../settings/settings.js'
import { TENANT, type TenantService } from '../../tenant/tenant-service.js'
import { OwnViews, type ViewFor } from '../services/own-view.js'
import { createLateValues } from './late-values.js'
import { PLUGIN_STORAGE, type PluginData, type PluginStorage, type StoredValues } from './plugin-storage.js'

/** The service behind the views of plugins. */
export const PLUGIN_STORAGES = PLUGIN_STORAGE as unknown as Token<PluginStorages>

@injectable()
export class PluginStorages extends OwnViews<PluginStorage> {
  /** For those who manage plugins. */
  readonly data: PluginData = {
    usage: async plugin =>
      (await import('./open-values.js')).storedBytes(this.platform.data, this.areaOf(plugin)),
    remove: async plugin => {
      const { removeStored } = await import('./open-values.js')
      await removeStored(this.platform.data, this.areaOf(plugin), this.settings, plugin)
    },
  }

  constructor(
    @inject(PLATFORM) private readonly platform: Pick<Platform, 'data'>,
    @inject(TENANT) private readonly tenant: Pick<TenantService, 'storageKey'>,
    @inject(AUTH) private readonly auth: Pick<Auth, 'state'>,
    @inject(SETTINGS) private readonly settings: Settings,
  ) {
    super()
  }

  viewFor({ manifest: { id, title }, scope, log }: ViewFor): PluginStorage {
    const owner = () => {
      const user = this.auth.state.getState().user?.id ?? ''
      return { user, area: this.areaOf(id) + user }
    }
    const stores: Record<string, StoredValues> = {}
    return {
      open: (options = {}) => {
        const kind = options.sync ? 'synced' : 'local'
        const parts = { id, title, scope, data: this.platform.data, settings: this.settings }
        stores[kind] ??= createLateValues({ parts, options, owner, log })
        return stores[kind]
      },
    }
  }

  /** `fretworkData drill `; the user follows. */
  private areaOf(plugin: string): string {
    return `${this.tenant.storageKey('Data')} ${plugin} `
  }
}
