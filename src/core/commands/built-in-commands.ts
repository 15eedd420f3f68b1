import * as z from 'zod/mini'
import type { CommandContribution } from './command.js'

const ONE_PLUGIN = {
  args: z.object({ plugin: z.string() }),
  asks: [{ id: 'plugin', title: 'Plugin', onlyAsked: true }],
}

export const CORE_COMMANDS = [
  { id: 'core.use-light-scheme', title: 'Use the light color scheme', needs: 'screen' },
  { id: 'core.use-dark-scheme', title: 'Use the dark color scheme', needs: 'screen' },
  { id: 'core.use-system-scheme', title: 'Use the system color scheme', needs: 'screen' },
  { id: 'core.toggle-left-drawer', title: 'Toggle navigation', keys: ['$mod+b'], needs: 'screen' },
  {
    id: 'core.toggle-right-drawer',
    title: 'Toggle right sidebar',
    keys: ['$mod+j'],
    needs: 'screen',
    when: 'rightDrawers',
  },
  { id: 'core.disable-plugin', title: 'Disable a plugin', when: 'loggedIn', ...ONE_PLUGIN },
  { id: 'core.enable-plugin', title: 'Enable a plugin', when: 'loggedIn && pluginsOff', ...ONE_PLUGIN },
  { id: 'core.undo', formerly: ['tablature.undo'], title: 'Undo', keys: ['$mod+z'] },
  { id: 'core.redo', formerly: ['tablature.redo'], title: 'Redo', keys: ['$mod+shift+z'] },
  // Last, because Enter in a newly opened palette runs the first command.
  { id: 'core.log-out', title: 'Log out', when: 'loggedIn' },
] as const satisfies readonly CommandContribution[]

export const HOST_COMMANDS = [
  { id: 'app.open-palette', title: 'Search commands', keys: ['$mod+k'], hidden: true },
  { id: 'app.show-keys', title: 'Show keyboard shortcuts', keys: ['?'] },
  { id: 'app.toggle-fullscreen', title: 'Toggle fullscreen', keys: ['$mod+Shift+f'] },
  { id: 'app.toggle-passwords', title: 'Show or hide password', when: 'passwordField' },
  { id: 'app.open-content-page', title: 'About Fretwork' },
  {
    id: 'app.why-hidden',
    title: 'Why is a command unavailable?',
    args: z.object({ command: z.string() }),
    asks: [{ id: 'command', title: 'Command', onlyAsked: true }],
  },
] as const
