import { BUILT_IN, definePlugin } from '../../core/kernel/plugin.js'
import { NECK } from '../fretboard/tokens.js'
import { SONG_READER } from '../midi-file/tokens.js'
import { MIDI_INPUT, VIRTUAL_INPUTS } from '../midi-io/tokens.js'
import { REPLAY_BRIDGE } from './internal-tokens.js'
import { replayFileArgs, replaySettings } from './settings.js'
import { REPLAYER } from './tokens.js'

export default definePlugin({
  ...BUILT_IN,
  id: 'replay',
  title: 'Replay',
  description: 'Plays a song or an exported log through the MIDI input.',
  permissions: ['midi-in'],
  requires: [MIDI_INPUT],
  lazy: [SONG_READER, VIRTUAL_INPUTS, NECK],
  provides: [REPLAYER, REPLAY_BRIDGE],
  contributes: {
    settings: [replaySettings],
    routes: [{ path: '/replay', title: 'Replay', screen: 'BridgePage' }],
    commands: [
      {
        id: 'replay.replay-file',
        title: 'Replay a file through the MIDI input',
        args: replayFileArgs,
        hidden: true,
        cli: 'replay',
      },
    ],
  },
  activateOn: ['command:replay.*', 'route:/replay'],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
