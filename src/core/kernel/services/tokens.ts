/** The core's own services. Every plugin may ask for them without declaring them. */
import type { Auth } from '../../auth/auth.js'
import type { CommandRegistry } from '../../commands/command-registry.js'
import type { EventBus } from '../../events/event-bus.js'
import type { NoticeBoard } from '../../events/notices.js'
import type { ApiClient } from '../../http/api-client.js'
import type { Translator } from '../../i18n/translator.js'
import type { ClockPort, PagePort, Platform, StoragePort } from '../../platform/ports.js'
import type { Settings } from '../../settings/settings.js'
import type { TenantService } from '../../tenant/tenant-service.js'
import type { PluginHost } from '../host/plugin-host.js'
import { createToken } from './token.js'

export const EVENTS = createToken<EventBus>('core.events')
export const NOTICES = createToken<NoticeBoard>('core.notices')
export const SETTINGS = createToken<Settings>('core.settings')
export const TENANT = createToken<TenantService>('core.tenant')
export const API = createToken<ApiClient>('core.api')
export const AUTH = createToken<Auth>('core.auth')
export const COMMANDS = createToken<CommandRegistry>('core.commands')
export const TRANSLATOR = createToken<Translator>('core.translator')
export const CLOCK = createToken<ClockPort>('core.clock')
/** Whether the host knows itself to be offline, and when it is back. */
export const CONNECTION = createToken<Pick<Platform, 'online' | 'onConnected'>>('core.connection')
/** Files to save and choose, the clipboard: `find(PAGE)?.saveFile('neck.svg', svg)`. The command line has none. */
export const PAGE = createToken<PagePort>('core.page')
export const STORAGE = createToken<StoragePort>('core.storage')
export const PLUGINS = createToken<PluginHost>('core.plugins')
