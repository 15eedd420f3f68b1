import { BUILT_IN, definePlugin } from '../../core/kernel/plugin.js'
import { NECK, NECK_PICTURES, NECK_VIEW } from '../fretboard/tokens.js'
import { SONG_READER } from '../midi-file/tokens.js'
import { MIDI_INPUT, MIDI_INPUTS, VIRTUAL_INPUTS } from '../midi-io/tokens.js'
import { replayFileArgs, replaySettings } from './settings.js'
import { PROBLEM_REPORTS, REPLAYER } from './tokens.js'

export default definePlugin({
  ...BUILT_IN,
  id: 'diagnostics',
  formerly: ['replay', 'problem-report'],
  title: 'Diagnostics',
  description: 'Saves problem reports, and replays songs and logs through the MIDI input.',
  permissions: ['midi-in', 'account', 'plugins', 'journal'],
  optional: [NECK_VIEW, NECK_PICTURES, MIDI_INPUTS],
  lazy: [NECK, MIDI_INPUT, SONG_READER, VIRTUAL_INPUTS],
  provides: [PROBLEM_REPORTS, REPLAYER],
  contributes: {
    settings: [replaySettings],
    routes: [
      { path: '/problem-report', title: 'Problem report', screen: 'ReportPage' },
      { path: '/replay', title: 'Replay', screen: 'BridgePage' },
    ],
    navigation: [{ path: '/problem-report', title: 'Problem report', order: 95, unlisted: true }],
    commands: [
      {
        id: 'problem-report.save',
        title: 'Save a problem report',
        description: 'Covers the last two minutes. Review it before you save.',
        keys: ['$mod+alt+p'],
        needs: 'screen',
      },
      {
        id: 'replay.replay-file',
        title: 'Replay a file through the MIDI input',
        args: replayFileArgs,
        hidden: true,
        cli: 'replay',
      },
    ],
  },
  activateOn: [
    'route:/fretboard',
    'route:/problem-report',
    'route:/replay',
    'command:problem-report.*',
    'command:replay.*',
  ],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
