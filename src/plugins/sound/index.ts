/** Sound without an instrument: a synthesiser in the page, chosen like any MIDI output. */
import { definePlugin } from '../../core/kernel/plugin.js'

export default definePlugin({
  id: 'sound',
  version: '1.0.0',
  engine: '^1.0.0',
  title: 'Built-in sound',
  description: 'A synthesiser in the page that can be chosen as MIDI output.',
  runsIn: ['browser'],
  contributes: {
    commands: [
      {
        id: 'sound.use',
        title: 'Play through the built-in sound',
        description: 'Makes the synthesiser of this page the MIDI output.',
        when: 'loggedIn',
      },
    ],
  },
  activateOn: ['route:/fretboard', 'command:sound.*'],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
