import { BUILT_IN, type CommandDefinition, definePlugin } from '../../core/kernel/plugin.js'
import { phrase } from '../../core/platform/phrases.js'
import { NECK_VIEW } from '../fretboard/tokens.js'
import { NECK_TUNING, VIRTUAL_INPUTS } from '../midi-io/tokens.js'
import { SONG_OPENING } from '../player/tokens.js'
import { SOUND_SILENCED } from '../sound/tokens.js'
import { ARGS, audioInputSettings } from './settings.js'
import { AUDIO_INPUT } from './tokens.js'
import { tunerSettings } from './tuner-settings.js'

export default definePlugin({
  ...BUILT_IN,
  id: 'audio-in',
  title: 'Guitar (audio)',
  description: 'Hears any guitar through a microphone or an audio interface.',
  permissions: ['account', 'midi-in', 'midi-out'],
  requires: [VIRTUAL_INPUTS, NECK_TUNING],
  lazy: [NECK_VIEW, SOUND_SILENCED],
  provides: [AUDIO_INPUT],
  contributes: {
    settings: [audioInputSettings, tunerSettings],
    routes: [
      { path: '/tuner', title: 'Tuner', screen: 'TunerPage', auth: true, offers: ['fretboard.set-tuning'] },
    ],
    navigation: [{ path: '/tuner', title: 'Tuner', order: 19, when: 'loggedIn', tabOf: '/practice' }],
    drawers: [
      {
        ...{ id: 'audio-in.input', side: 'right', on: '/fretboard', title: 'Guitar (audio)' },
        ...{ screen: 'AudioInputDrawer', order: 8 },
      },
    ],
    commandsWhen: 'loggedIn || guest',
    commands: (
      [
        {
          id: 'audio-in.toggle',
          title: 'Listen to my guitar',
          titles: ['audio-in.on', phrase('Stop listening to my guitar'), 'Listen to my guitar'],
        },
        {
          id: 'audio-in.choose-device',
          title: 'Choose audio input',
          args: ARGS.device,
          asks: [{ id: 'device', title: 'Audio input' }],
        },
        {
          id: 'audio-in.choose-channel',
          title: 'Choose audio input channel',
          args: ARGS.channel,
          asks: [{ id: 'channel', title: 'Input channel', onlyAsked: true }],
        },
        { id: 'audio-in.open-tuner', title: 'Open the tuner', when: 'loggedIn', keys: ['$mod+alt+u'] },
      ] satisfies readonly CommandDefinition[]
    ).map(command => ({ ...command, needs: 'screen' })),
  },
  activateOn: ['command:audio-in.*', 'route:/tuner', `event:${SONG_OPENING.id}`],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
