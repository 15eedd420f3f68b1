/** The commands that belong to nobody but the core. */
import type { Auth } from '../auth/auth.js'
import type { CommandContribution } from '../commands/command.js'
import type { CommandRegistry, CommandRun } from '../commands/command-registry.js'
import { type Disposable, disposable } from '../platform/disposable.js'
import { layoutSettings } from '../settings/layout.js'
import type { Settings } from '../settings/settings.js'

interface Parts {
  readonly commands: CommandRegistry
  readonly auth: Auth
  readonly settings: Settings
}

export const CORE_COMMANDS = [
  { id: 'core.use-light-scheme', title: 'Use the light colour scheme' },
  { id: 'core.use-dark-scheme', title: 'Use the dark colour scheme' },
  { id: 'core.use-system-scheme', title: "Follow the system's colour scheme" },
  { id: 'core.toggle-left-drawer', title: 'Show or hide the navigation', keys: ['$mod+b'] },
  {
    id: 'core.toggle-right-drawer',
    title: 'Show or hide the right drawers',
    keys: ['$mod+j'],
    when: 'rightDrawers',
  },
  // The last: what stands first is chosen by Enter alone in a palette that was just opened.
  { id: 'core.log-out', title: 'Log out', when: 'loggedIn', headless: true },
] as const satisfies readonly CommandContribution[]

export function coreCommands({ commands, auth, settings }: Parts): Disposable {
  const layout = settings.store(layoutSettings)
  const runs: Record<(typeof CORE_COMMANDS)[number]['id'], CommandRun> = {
    'core.log-out': () => auth.logout(),
    'core.use-light-scheme': () => layout.change({ colorScheme: 'light', darkMode: false }),
    'core.use-dark-scheme': () => layout.change({ colorScheme: 'dark', darkMode: true }),
    'core.use-system-scheme': () => layout.change({ colorScheme: 'auto' }),
    'core.toggle-left-drawer': () => layout.change({ leftDrawerOpen: !layout.getState().leftDrawerOpen }),
    'core.toggle-right-drawer': () => layout.change({ rightDrawerOpen: !layout.getState().rightDrawerOpen }),
  }
  const registrations = CORE_COMMANDS.map(command => commands.register(command, 'core', runs[command.id]))
  return disposable(() => {
    for (const registration of registrations) registration.dispose()
  })
}
