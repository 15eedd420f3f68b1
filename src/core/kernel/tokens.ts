import type { Auth } from '../auth/auth.js'
import type { CommandRegistry } from '../commands/command-registry.js'
import type { EventBus } from '../events/event-bus.js'
import type { NoticeBoard } from '../events/notices.js'
import type { ApiClient } from '../http/api-client.js'
import type { Translator } from '../i18n/translator.js'
import type { Logger, Platform } from '../platform/ports.js'
import type { Token } from '../platform/token.js'
import { createToken } from '../platform/token.js'
import type { Settings } from '../settings/settings.js'
import type { TenantService } from '../tenant/tenant-service.js'
import type { PluginHost } from './plugin-host.js'

export { AUTH } from '../auth/auth.js'
export { COMMANDS } from '../commands/command-registry.js'
export { EVENTS } from '../events/event-bus.js'
export { JOURNAL } from '../events/journal.js'
export { NOTICES } from '../events/notices.js'
export { API } from '../http/api-client.js'
export { TRANSLATOR } from '../i18n/translator.js'
export { NETWORK } from '../permissions/network.js'
export { PLUGIN_STORAGE } from '../permissions/plugin-storage.js'
export { CLOCK, CONNECTION, LOCKS, PAGE, STORAGE } from '../platform/ports.js'
export { SETTINGS } from '../settings/settings.js'
export { TENANT } from '../tenant/tenant-service.js'

export const PLUGINS = createToken<PluginHost>('core.plugins', { permission: 'plugins' })

export const EXTENSIONS =
  createToken<Pick<PluginHost, 'extensionsOf' | 'ownerOf' | 'state'>>('core.extensions')

export interface Kernel {
  readonly platform: Platform
  readonly guest: boolean
  readonly log: Logger
  readonly events: EventBus
  readonly notices: NoticeBoard
  readonly tenant: TenantService
  readonly settings: Settings
  readonly translator: Translator
  readonly api: ApiClient
  readonly auth: Auth
  readonly commands: CommandRegistry
  readonly host: PluginHost
  get<T>(token: Token<T>): T
  find<T>(token: Token<T>): T | undefined
  start(): Promise<void>
  dispose(): void
}
