import { BUILT_IN, definePlugin, inPage } from '../../core/kernel/plugin.js'
import { MIDI_ACCESS } from '../midi-io/tokens.js'
import { MIDI_LEARN } from '../midi-io/learn/midi-learn.js'
import english from './locales/en.json' with { type: 'json' }
import { ARGS, learnSettings } from '../midi-io/settings.js'

const when = 'loggedIn'

export default definePlugin({
  ...BUILT_IN,
  id: 'midi-learn',
  title: 'MIDI mappings',
  description: 'Maps pedals, knobs and pads on your MIDI devices to commands.',
  permissions: ['midi-in'],
  requires: [MIDI_ACCESS],
  provides: [MIDI_LEARN],
  contributes: {
    settings: [learnSettings],
    routes: [{ path: '/midi-controls', title: 'MIDI mappings', screen: 'ControlsPage', auth: true }],
    navigation: [
      {
        ...{ path: '/midi-controls', title: 'MIDI mappings', icon: 'midi', group: 'Account' },
        ...{ tabOf: '/account', order: 81.5, when },
      },
    ],
    commandsWhen: 'loggedIn',
    commands: [
      {
        id: 'midi-learn.learn',
        title: 'MIDI Learn: choose a command',
        needs: 'screen',
        description: 'Map a pedal, knob or pad to a command',
        args: ARGS.command,
        asks: [{ id: 'command', title: 'Command', onlyAsked: true }],
      },
      {
        id: 'midi-learn.remove',
        title: 'Remove MIDI mapping',
        args: ARGS.control,
        asks: [{ id: 'control', title: 'Control', onlyAsked: true }],
      },
      { id: 'midi-learn.remove-all', title: 'Remove all MIDI mappings', careful: true },
      { id: 'midi-learn.toggle', title: 'Toggle MIDI mappings' },
    ],
  },
  activateOn: ['route:/fretboard', 'route:/midi-controls', 'command:midi-learn.*'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { en: inPage(english), de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('../midi-io/learn/learn-commands.js'),
})
