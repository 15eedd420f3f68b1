/** What the browser host offers as commands, without what they do: `fretwork plugins check` knows their keys. */
import * as z from 'zod/mini'

export const HOST_COMMANDS = [
  { id: 'app.open-palette', title: 'Search commands', keys: ['$mod+k'], hidden: true },
  { id: 'app.show-keys', title: 'Show keyboard shortcuts', words: 'shortcuts, hotkeys', keys: ['?'] },
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
