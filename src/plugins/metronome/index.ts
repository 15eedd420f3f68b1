/** A metronome on its own: tap, meters, accents, subdivisions, speed-up and silent bars. */
import { definePlugin } from '../../core/kernel/manifest/plugin.js'
import { MIDI_OUTPUT } from '../midi-io/tokens.js'
import { TAP_TEMPO } from './internal-tokens.js'
import { METRONOME_ARGS, metronomeSettings } from './settings.js'
import { METRONOME } from './tokens.js'

export default definePlugin({
  id: 'metronome',
  version: '1.0.0',
  engine: '^1.2.0',
  title: 'Metronome',
  description: 'Keeps the time: with accents, subdivisions, a gradual speed-up and silent bars.',
  runsIn: ['browser', 'node'],
  permissions: ['midi-out', 'account'],
  requires: [MIDI_OUTPUT],
  provides: [METRONOME, TAP_TEMPO],
  contributes: {
    settings: [metronomeSettings],
    routes: [
      {
        path: '/metronome',
        title: 'Metronome',
        screen: 'MetronomePage',
        auth: true,
        offers: ['metronome.toggle', 'metronome.tap'],
      },
    ],
    navigation: [{ path: '/metronome', title: 'Metronome', order: 18, when: 'loggedIn', tabOf: '/practice' }],
    commandsWhen: 'loggedIn',
    commands: [
      { id: 'metronome.toggle', title: 'Start or stop the metronome', keys: ['$mod+alt+m'] },
      { id: 'metronome.tap', title: 'Tap the tempo of the metronome', keys: ['$mod+alt+t'] },
      { id: 'metronome.slower', title: 'Metronome slower' },
      { id: 'metronome.faster', title: 'Metronome faster' },
      {
        id: 'metronome.set-meter',
        title: 'Set the beats of a bar',
        args: METRONOME_ARGS.meter,
        asks: [{ id: 'beats', title: 'Beats' }],
      },
      {
        id: 'metronome.change-accent',
        title: 'Change how a beat of the metronome sounds',
        args: METRONOME_ARGS.accent,
        asks: [{ id: 'beat', title: 'Beat' }],
      },
    ],
  },
  activateOn: ['route:/metronome', 'command:metronome.*'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
