/** Makes the network of each plugin, from what its manifest names and its user has allowed. */
import { PLATFORM, type Platform } from '../../platform/ports.js'
import { inject, injectable } from '../../platform/services/inject.js'
import type { Token } from '../../platform/services/token.js'
import { permissionSettings } from '../../settings/core-settings.js'
import { SETTINGS, type Settings } from '../../settings/settings.js'
import { PluginGrants } from '../permissions/grants.js'
import { OwnViews, type ViewFor } from '../services/own-view.js'
import { NETWORK, type Network } from './network.js'
import { createPluginNetwork } from './plugin-network.js'

const PREFIX = 'network:'

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
    return createPluginNetwork({
      title: manifest.title,
      // Asked for at each request: the user may take a host back at any time.
      hosts: () =>
        this.grants
          .granted(manifest)
          .flatMap(each => (each.startsWith(PREFIX) ? [each.slice(PREFIX.length)] : [])),
      http: (address, request) => this.platform.http(address, request),
      clock: this.platform.clock,
      ending: scope.signal,
    })
  }
}
