import type { Auth } from '../../auth/auth.js'
import { CORE_COMMANDS } from '../../commands/built-in-commands.js'
import type { ArgumentChoice } from '../../commands/command.js'
import type { CommandChoices, CommandRegistry, CommandRun } from '../../commands/command-registry.js'
import type { NoticeBoard } from '../../events/notices.js'
import type { Translator } from '../../i18n/translator.js'
import { type Disposable, disposable } from '../../platform/disposable.js'
import { phrases } from '../../platform/phrases.js'
import { layoutSettings, pluginSettings } from '../../settings/core-settings.js'
import type { Settings } from '../../settings/settings.js'
import type { PluginHost } from '../host/plugin-host.js'
import { askingNotice } from '../permissions/asking-notice.js'

interface PluginCommandParts {
  readonly host: PluginHost
  readonly notices: NoticeBoard
  readonly translator: Translator
}

interface Parts extends PluginCommandParts {
  readonly commands: CommandRegistry
  readonly auth: Auth
  readonly settings: Settings
}

export function coreCommands({ commands, auth, settings, ...plugins }: Parts): Disposable {
  const layout = settings.store(layoutSettings)
  const switches = settings.store(pluginSettings)
  const switcher =
    (on: boolean): CommandRun =>
    args =>
      switchPlugin(plugins, (args as { plugin: string }).plugin, on)
  const runs: Record<(typeof CORE_COMMANDS)[number]['id'], CommandRun> = {
    'core.log-out': () => auth.logout(),
    'core.use-light-scheme': () => layout.change({ colorScheme: 'light', darkMode: false }),
    'core.use-dark-scheme': () => layout.change({ colorScheme: 'dark', darkMode: true }),
    'core.use-system-scheme': () => layout.change({ colorScheme: 'auto' }),
    'core.toggle-left-drawer': () => layout.change({ leftDrawerOpen: !layout.getState().leftDrawerOpen }),
    'core.toggle-right-drawer': () => layout.change({ rightDrawerOpen: !layout.getState().rightDrawerOpen }),
    'core.disable-plugin': switcher(false),
    'core.enable-plugin': switcher(true),
  }
  const choices: Partial<Record<string, CommandChoices>> = {
    'core.disable-plugin': () => pluginChoices(plugins, false),
    'core.enable-plugin': () => pluginChoices(plugins, true),
  }
  const knowWhetherSomeAreOff = () =>
    commands.setContext('pluginsOff', switches.getState().disabled.length > 0)
  knowWhetherSomeAreOff()
  const registrations = [
    ...CORE_COMMANDS.map(command =>
      commands.register(command, 'core', runs[command.id], choices[command.id]),
    ),
    disposable(switches.subscribe(knowWhetherSomeAreOff)),
  ]
  return disposable(() => {
    for (const registration of registrations) registration.dispose()
  })
}

function pluginChoices({ host, translator }: PluginCommandParts, enable: boolean): ArgumentChoice[] {
  return host.manifests
    .filter(({ id, locked }) => !locked && (host.state(id)?.status === 'disabled') === enable)
    .map(({ id, title }) => ({ value: id, label: translator.t(id, title) }))
}

const SENTENCES = phrases({
  on: '“{{plugin}}” is enabled.',
  off: '“{{plugin}}” is disabled until it is enabled again.',
  offWith:
    '“{{plugin}}” is disabled until it is enabled again, together with the plugins that need it: {{others}}.',
  undo: 'Undo',
})

function asksFirst({ manifests, grants }: PluginHost, id: string): boolean {
  const manifest = manifests.find(each => each.id === id)
  return manifest !== undefined && grants.unanswered(manifest).length > 0
}

async function switchPlugin(
  { host, notices, translator }: PluginCommandParts,
  id: string,
  enable: boolean,
): Promise<void> {
  const titleOf = (each: string) => translator.t(each, host.state(each)?.title ?? each)
  if (enable && asksFirst(host, id)) {
    return notices.post(askingNotice({ [id]: titleOf(id) }))
  }
  const others = enable ? [] : host.stoppedWith(id).map(titleOf)
  await (enable ? host.enable(id) : host.disable(id))
  const notice = { kind: 'success', source: 'core', values: { plugin: titleOf(id) } } as const
  if (enable) return notices.post({ ...notice, message: SENTENCES.on })
  notices.post({
    ...notice,
    message: others.length > 0 ? SENTENCES.offWith : SENTENCES.off,
    values: { ...notice.values, others: others.join(', ') },
    action: { label: SENTENCES.undo, run: () => void host.enable(id).catch(() => undefined) },
  })
}
