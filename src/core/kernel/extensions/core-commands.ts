/** The commands that belong to nobody but the core. */
import * as z from 'zod/mini'
import type { Auth } from '../../auth/auth.js'
import type { CommandContribution } from '../../commands/command.js'
import type { CommandChoices, CommandRegistry, CommandRun } from '../../commands/command-registry.js'
import { type Disposable, disposable } from '../../platform/disposable.js'
import { layoutSettings, pluginSettings } from '../../settings/core-settings.js'
import type { Settings } from '../../settings/settings.js'
import type { PluginSwitches } from './plugin-commands.js'

interface Parts extends PluginSwitches {
  readonly commands: CommandRegistry
  readonly auth: Auth
  readonly settings: Settings
}

/** What the two that switch plugins ask for; whether there is such a plugin is the host's to say. */
const ONE_PLUGIN = {
  args: z.object({ plugin: z.string() }),
  asks: [{ id: 'plugin', title: 'Plugin', onlyAsked: true }],
}

export const CORE_COMMANDS = [
  { id: 'core.use-light-scheme', title: 'Use the light colour scheme', words: 'light mode', needs: 'screen' },
  { id: 'core.use-dark-scheme', title: 'Use the dark colour scheme', words: 'dark mode', needs: 'screen' },
  { id: 'core.use-system-scheme', title: 'Follow the system’s colour scheme', needs: 'screen' },
  { id: 'core.toggle-left-drawer', title: 'Show or hide the navigation', keys: ['$mod+b'], needs: 'screen' },
  {
    id: 'core.toggle-right-drawer',
    title: 'Show or hide the right drawers',
    keys: ['$mod+j'],
    needs: 'screen',
    when: 'rightDrawers',
  },
  { id: 'core.disable-plugin', title: 'Disable a plugin', when: 'loggedIn', ...ONE_PLUGIN },
  { id: 'core.enable-plugin', title: 'Enable a plugin', when: 'loggedIn && pluginsOff', ...ONE_PLUGIN },
  // The last: what stands first is chosen by Enter alone in a palette that was just opened.
  { id: 'core.log-out', title: 'Log out', words: 'sign out', when: 'loggedIn' },
] as const satisfies readonly CommandContribution[]

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
