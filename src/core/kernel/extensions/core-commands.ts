/** The commands of the core. */
import type { Auth } from '../../auth/auth.js'
import { CORE_COMMANDS } from '../../commands/built-in-commands.js'
import type { CommandChoices, CommandRegistry, CommandRun } from '../../commands/command-registry.js'
import { type Disposable, disposable } from '../../platform/disposable.js'
import { layoutSettings, pluginSettings } from '../../settings/core-settings.js'
import type { Settings } from '../../settings/settings.js'
import type { PluginCommandParts } from './plugin-commands.js'

interface Parts extends PluginCommandParts {
  readonly commands: CommandRegistry
  readonly auth: Auth
  readonly settings: Settings
}

export function coreCommands({ commands, auth, settings, ...plugins }: Parts): Disposable {
  const layout = settings.store(layoutSettings)
  const switches = settings.store(pluginSettings)
  const switching = () => import('./plugin-commands.js')
  const switcher =
    (on: boolean): CommandRun =>
    async args =>
      (await switching()).switchPlugin(plugins, (args as { plugin: string }).plugin, on)
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
    'core.disable-plugin': async () => (await switching()).pluginChoices(plugins, false),
    'core.enable-plugin': async () => (await switching()).pluginChoices(plugins, true),
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
