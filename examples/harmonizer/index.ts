/** Example of a MIDI filter: turns one note into two. */
import { definePlugin } from '@fretwork/sdk'
import { harmonizerSettings, intervalArgs } from './settings.js'

export default definePlugin({
  id: 'harmonizer',
  version: '1.0.0',
  engine: '^1.2.0',
  title: 'Harmonizer',
  description: 'Adds a second voice to every note that you play.',
  runsIn: ['browser', 'node'],
  contributes: {
    settings: [harmonizerSettings],
    commands: [
      {
        id: 'harmonizer.set-interval',
        title: 'Set the interval of the second voice',
        args: intervalArgs,
        asks: [{ id: 'semitones', title: 'Semitones, 0 for no second voice' }],
        when: 'loggedIn',
      },
    ],
  },
  activateOn: ['route:/fretboard', 'command:harmonizer.*'],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
