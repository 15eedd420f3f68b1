import { Auth } from '../auth/auth.js'
import { levelOf, openedTo } from '../auth/plans.js'
import { onSessionEnd, SESSION_CHANGED } from '../auth/session.js'
import { CommandRegistry } from '../commands/command-registry.js'
import { settingsCommands } from '../commands/settings-commands.js'
import { type Claims, isAdmin } from '../contract/claims.js'
import { EventBus } from '../events/event-bus.js'
import { Journal } from '../events/journal.js'
import { NoticeBoard } from '../events/notices.js'
import { ApiClient, type ApiTransport, TRANSPORT } from '../http/api-client.js'
import { Translator } from '../i18n/translator.js'
import english from '../locales/en.json' with { type: 'json' }
import { NETWORKS, Networks } from '../permissions/plugin-network.js'
import { PLUGIN_STORAGES, PluginStorages } from '../permissions/plugin-storages.js'
import { FretworkError } from '../platform/fretwork-error.js'
import { SentenceError } from '../platform/phrases.js'
import { createLogger, LOG, PLATFORM, type Platform } from '../platform/ports.js'
import { type Disposable, disposable } from '../platform/store.js'
import {
  keySettings,
  languageSettings,
  layoutSettings,
  permissionSettings,
  pluginDataSettings,
  pluginSettings,
} from '../settings/core-settings.js'
import { Settings } from '../settings/settings.js'
import { TenantService } from '../tenant/tenant-service.js'
import { Container, ServiceSlots } from './container.js'
import { contribute, wakeOnEvents } from './contributions.js'
import { coreCommands, SENTENCES } from './core-commands.js'
import { type AnyToken, type PluginManifest, provide } from './plugin.js'
import { PluginHost } from './plugin-host.js'
import { tsyringeRegistry } from './plugin-services.js'
import { disabledBehind, type ManifestCheck } from './plugin-state.js'
import type { Kernel } from './tokens.js'
import * as token from './tokens.js'

const CORE_LOCALES = {
  en: async () => ({ default: english }),
  de: () => import('../locales/de.json', { with: { type: 'json' } }),
}

const SERVICES = [
  provide(token.EVENTS, EventBus),
  provide(token.NOTICES, NoticeBoard),
  provide(token.TENANT, TenantService),
  provide(token.SETTINGS, Settings),
  provide(token.TRANSLATOR, Translator),
  provide(token.API, ApiClient),
  provide(token.AUTH, Auth),
  provide(token.COMMANDS, CommandRegistry),
  provide(PLUGIN_STORAGES, PluginStorages),
  provide(NETWORKS, Networks),
]
const PORTS = [token.JOURNAL, token.CLOCK, token.CONNECTION, token.LOCKS, token.STORAGE, token.PAGE]

export interface KernelOptions {
  readonly platform: Platform
  readonly plugins: readonly PluginManifest[]
  /** Pass `checkManifests` unless all plugins are built in. Tests check the built-in manifests. */
  readonly check?: ManifestCheck | undefined
  readonly transport?: ApiTransport
  /** Whether the visitor has no account. Nothing is stored for guests. */
  readonly guest?: boolean
  readonly overrides?: readonly (readonly [AnyToken, unknown])[]
}

export function createKernel(options: KernelOptions): Kernel {
  const { platform, plugins, check, transport, guest = false, overrides = [] } = options
  const journal = new Journal(platform.clock)
  const log = createLogger(entry => {
    platform.log(entry)
    if (entry.level === 'warn' || entry.level === 'error')
      journal.add({ kind: 'log', at: journal.now(), entry })
  }, 'core')
  const given = new Map<symbol, unknown>([
    [LOG.key, log],
    [PLATFORM.key, platform],
    [TRANSPORT.key, transport],
    [token.CLOCK.key, platform.clock],
    [token.JOURNAL.key, journal],
    [token.CONNECTION.key, platform],
    [token.LOCKS.key, platform.locks],
    [token.STORAGE.key, platform.storage],
    [token.PAGE.key, platform.host === 'browser' ? platform.page : undefined],
  ])
  const container = new Container(SERVICES, {
    registry: tsyringeRegistry(),
    outside: ({ key }) => given.get(key),
  })
  const events = container.get(token.EVENTS)
  const notices = container.get(token.NOTICES)
  const tenant = container.get(token.TENANT)
  const settings = container.get(token.SETTINGS)
  const translator = container.get(token.TRANSLATOR)
  const api = container.get(token.API)
  const auth = container.get(token.AUTH)
  const commands = container.get(token.COMMANDS)

  if (guest) commands.setContext('guest', true)

  const slots: ServiceSlots = new ServiceSlots(wanted => notProvided(host, translator, wanted))
  const services: AnyToken[] = [...SERVICES.map(({ token }) => token), ...PORTS]
  const core: AnyToken[] = [...services, token.PLUGINS, token.EXTENSIONS]
  const host: PluginHost = new PluginHost(plugins, {
    ...{ log, notices, slots, core, check, overrides },
    host: platform.host,
    clock: platform.clock,
    switches: settings.store(pluginSettings),
    permissions: settings.store(permissionSettings),
  })
  for (const known of services) {
    if (!overrides.some(([{ key }]) => key === known.key)) slots.fill(known, container.get(known))
  }
  slots.fill(token.PLUGINS, host)
  const extensions: Pick<PluginHost, 'extensionsOf' | 'ownerOf' | 'state'> = {
    extensionsOf: point => host.extensionsOf(point),
    ownerOf: (point, item) => host.ownerOf(point, item),
    state: id => host.state(id),
  }
  slots.fill(token.EXTENSIONS, extensions)

  const settingsParts = {
    ...{ commands, settings, translator, notices },
    formerly: (plugin: string) => host.manifests.find(({ id }) => id === plugin)?.formerly,
    listed: (plugin: string, group: string, name: string) => host.choicesFor(plugin, group, name),
  }
  let commandsOfSettings: Disposable | undefined
  const registrations = [
    disposable(() => setOpened(commands, [])),
    translator.addLocales('core', CORE_LOCALES),
    settings.register(layoutSettings),
    settings.register(languageSettings),
    settings.register(keySettings),
    settings.register(pluginDataSettings),
    followUserKeys(commands, settings),
    coreCommands({ commands, auth, events, settings, host, notices, translator }),
    contribute({ host, log, commands, settings, translator }),
    wakeOnEvents(host, events),
    // The storage key depends on the tenant.
    disposable(
      tenant.store.subscribe((now, before) => {
        if (now.key !== before.key) settings.reread()
      }),
    ),
    onSessionEnd(auth.state, () => journal.clear()),
    onSessionEnd(auth.state, () => notices.forgetUndos()),
    events.on(SESSION_CHANGED, state => {
      commands.setContext('loggedIn', state.status === 'loggedIn')
      commands.setContext('admin', isAdmin(state.user?.claims))
      followPlan(commands, state.user?.claims)
      if (guest || state.status === 'loggedIn') commandsOfSettings ??= settingsCommands(settingsParts)
    }),
    disposable(() => commandsOfSettings?.dispose()),
  ]

  return {
    ...{ platform, guest, log, events, notices, tenant, settings, translator, api, auth, commands, host },
    get: wanted => slots.get(wanted),
    find: wanted => slots.find(wanted),
    start: () => host.trigger('startup'),
    dispose() {
      host.dispose()
      auth.dispose()
      for (const registration of registrations.reverse()) registration.dispose()
      settings.dispose()
    },
  }
}

function notProvided(host: PluginHost, translator: Translator, { id }: AnyToken): FretworkError {
  const provider = host.report.providers.get(id)
  const off = disabledBehind(provider, host.states.getState())
  if (off) {
    const values = { plugin: translator.t(off.id, off.title), id: off.id }
    return new SentenceError('service_disabled', SENTENCES.off, values, { source: 'core', idle: true })
  }
  const message = provider
    ? `"${id}" comes from the plugin "${provider}", which is ${host.state(provider)?.status}.`
    : `No plugin provides "${id}".`
  return new FretworkError('service_unavailable', message)
}

/** Sets the conditions `plan == 'Pro'`, `plan.Basic` and `plan.shapes` from the claims. */
export function followPlan(commands: CommandRegistry, claims: Claims | undefined): void {
  commands.setContext('plan', levelOf(claims))
  setOpened(commands, openedTo(claims))
}

function setOpened(commands: CommandRegistry, opened: readonly string[]): void {
  const now = new Set(opened.map(name => `plan.${name}`))
  for (const key of Object.keys(commands.conditions.getState())) {
    if (key.startsWith('plan.') && !now.has(key)) commands.setContext(key, undefined)
  }
  for (const key of now) commands.setContext(key, true)
}

function followUserKeys(commands: CommandRegistry, settings: Settings): Disposable {
  const store = settings.store(keySettings)
  const follow = () => {
    const stored = Object.entries(store.getState().keys)
    const current = stored.map(([id, keys]) => [commands.currentId(id), keys] as const)
    const isRenamed = current.some(([id], index) => id !== stored[index]?.[0])
    if (isRenamed) store.change({ keys: Object.fromEntries(current) })
    commands.setUserKeys(store.getState().keys)
  }
  follow()
  return disposable(commands.all.subscribe(follow), store.subscribe(follow))
}
