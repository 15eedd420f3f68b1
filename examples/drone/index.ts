/** Example of a MIDI source: repeats a root note and its fifth as MIDI input. */
import { definePlugin } from '@fretwork/sdk'
import { MIDI_INPUT } from '@fretwork/sdk/plugins/midi-io'
import { droneSettings } from './settings.js'
import { DRONE } from './tokens.js'

export default definePlugin({
  id: 'drone',
  version: '1.0.0',
  engine: '^1.2.0',
  title: 'Drone',
  description: 'A root and its fifth to play over, seen on the neck like any other input.',
  runsIn: ['browser', 'node'],
  requires: [MIDI_INPUT],
  provides: [DRONE],
  contributes: {
    settings: [droneSettings],
    commands: [{ id: 'drone.toggle', title: 'Start or stop the drone', when: 'loggedIn' }],
  },
  activateOn: ['command:drone.*'],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
