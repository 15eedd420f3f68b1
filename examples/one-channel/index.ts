/** Example of a MIDI filter: lets only one input channel through. */
import { definePlugin } from '@fretwork/sdk'
import { listenToArgs, oneChannelSettings } from './settings.js'

export default definePlugin({
  id: 'one-channel',
  version: '1.0.0',
  engine: '^1.2.0',
  title: 'One channel',
  description: 'Lets one MIDI channel through and blocks all other channels.',
  runsIn: ['browser', 'node'],
  contributes: {
    settings: [oneChannelSettings],
    commands: [
      {
        id: 'one-channel.listen-to',
        title: 'Listen to one MIDI channel',
        args: listenToArgs,
        asks: [{ id: 'channel', title: 'Channel (0 = all)' }],
        when: 'loggedIn',
      },
    ],
  },
  activateOn: ['route:/fretboard', 'command:one-channel.*'],
  load: () => import('./runtime.js'),
})
