import { BUILT_IN, definePlugin } from '../../core/kernel/plugin.js'
import { NECK, NECK_PICTURES, NECK_VIEW } from '../fretboard/tokens.js'
import { MIDI_INPUT, MIDI_INPUTS } from '../midi-io/tokens.js'
import { SHOWN_REPORT } from './internal-tokens.js'
import { PROBLEM_REPORTS } from './tokens.js'

export default definePlugin({
  ...BUILT_IN,
  id: 'problem-report',
  title: 'Problem reports',
  description: 'Saves the last two minutes so that a problem can be reproduced.',
  permissions: ['midi-in', 'account', 'plugins', 'journal'],
  optional: [NECK_VIEW, NECK_PICTURES, MIDI_INPUTS],
  lazy: [NECK, MIDI_INPUT],
  provides: [PROBLEM_REPORTS, SHOWN_REPORT],
  contributes: {
    routes: [{ path: '/problem-report', title: 'Problem report', screen: 'ReportPage' }],
    navigation: [{ path: '/problem-report', title: 'Problem report', order: 95, unlisted: true }],
    commands: [
      {
        id: 'problem-report.save',
        title: 'Save a problem report',
        description: 'Covers the last two minutes. Review it before you save.',
        keys: ['$mod+alt+p'],
        needs: 'screen',
      },
    ],
  },
  activateOn: ['route:/fretboard', 'route:/problem-report', 'command:problem-report.*'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
