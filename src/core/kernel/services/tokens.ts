import { createToken } from '../../platform/services/token.js'
import type { PluginHost } from '../host/plugin-host.js'

export { AUTH } from '../../auth/auth.js'
export { COMMANDS } from '../../commands/command-registry.js'
export { EVENTS } from '../../events/event-bus.js'
export { JOURNAL } from '../../events/journal.js'
export { NOTICES } from '../../events/notices.js'
export { API } from '../../http/api-client.js'
export { TRANSLATOR } from '../../i18n/translator.js'
export { CLOCK, CONNECTION, LOCKS, PAGE, STORAGE } from '../../platform/ports.js'
export { SETTINGS } from '../../settings/settings.js'
export { TENANT } from '../../tenant/tenant-service.js'
export { PLUGIN_STORAGE } from '../data/plugin-storage.js'
export { NETWORK } from '../network/network.js'

/** @example const isOn = get(PLUGINS).state('sound')?.status === 'active' */
export const PLUGINS = createToken<PluginHost>('core.plugins', { permission: 'plugins' })

export const EXTENSIONS =
  createToken<Pick<PluginHost, 'extensionsOf' | 'ownerOf' | 'state'>>('core.extensions')
