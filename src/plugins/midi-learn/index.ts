import { BUILT_IN, definePlugin } from '../../core/kernel/manifest/plugin.js'
import { MIDI_ACCESS } from '../midi-io/tokens.js'
import { MIDI_LEARN } from './internal-tokens.js'
import { ARGS, learnSettings } from './settings.js'

const when = 'loggedIn'

export default definePlugin({
  ...BUILT_IN,
  id: 'midi-learn',
  title: 'MIDI controls',
  description: 'Lets pedals, knobs and pads of MIDI devices run commands.',
  permissions: ['midi-in'],
  requires: [MIDI_ACCESS],
  provides: [MIDI_LEARN],
  contributes: {
    settings: [learnSettings],
    routes: [{ path: '/midi-controls', title: 'MIDI controls', screen: 'ControlsPage', auth: true }],
    navigation: [
      {
        ...{ path: '/midi-controls', title: 'MIDI controls', icon: 'midi', group: 'Account' },
        ...{ tabOf: '/account', order: 81.5, when },
      },
    ],
    commandsWhen: 'loggedIn',
    commands: [
      {
        id: 'midi-learn.learn',
        title: 'Learn a MIDI control for',
        needs: 'screen',
        description: 'A pedal, knob or pad that runs a command',
        args: ARGS.command,
        asks: [{ id: 'command', title: 'Command', onlyAsked: true }],
      },
      {
        id: 'midi-learn.remove',
        title: 'Remove a MIDI control',
        args: ARGS.control,
        asks: [{ id: 'control', title: 'Control', onlyAsked: true }],
      },
      { id: 'midi-learn.remove-all', title: 'Remove all MIDI controls', careful: true },
      { id: 'midi-learn.toggle', title: 'MIDI controls, on or off' },
    ],
  },
  activateOn: ['route:/fretboard', 'route:/midi-controls', 'command:midi-learn.*'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
