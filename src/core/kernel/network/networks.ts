/** Makes the network of each plugin, from what its manifest names and its user has allowed. */
import { PLATFORM, type Platform } from '../../platform/ports.js'
import { inject, injectable } from '../../platform/services/inject.js'
import type { Token } from '../../platform/services/token.js'
import { permissionSettings } from '../../settings/core-settings.js'
import { SETTINGS, type Settings } from '../../settings/settings.js'
import { PluginGrants } from '../permissions/grants.js'
import { OwnViews, type ViewFor } from '../services/own-view.js'
import { NETWORK, type Network, type NetworkRequest } from './network.js'

/** The service behind the views of plugins. */
export const NETWORKS = NETWORK as unknown as Token<Networks>

@injectable()
export class Networks extends OwnViews<Network> {
  private readonly grants: PluginGrants

  constructor(
    @inject(PLATFORM) private readonly platform: Pick<Platform, 'http' | 'clock'>,
    @inject(SETTINGS) settings: Settings,
  ) {
    super()
    this.grants = new PluginGrants(settings.store(permissionSettings))
  }

  viewFor({ manifest, scope }: ViewFor): Network {
    const parts = {
      title: manifest.title,
      // Asked for at each request: the user may take a host back at any time.
      granted: () => this.grants.granted(manifest),
      platform: this.platform,
      ending: scope.signal,
    }
    const fetch = async (address: string, request?: NetworkRequest) => {
      // Few plugins use the network: what it takes comes with the first request.
      const { askNetwork } = await import('./plugin-network.js')
      return askNetwork(parts, address, request)
    }
    return { fetch: fetch as Network['fetch'] }
  }
}
