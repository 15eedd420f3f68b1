import { optionCommands } from '../../core/commands/option.js'
import { BUILT_IN, type CommandDefinition, definePlugin } from '../../core/kernel/plugin.js'
import { SONG_READER } from '../midi-file/tokens.js'
import { MIDI_ACCESS, MIDI_BENDS, MIDI_OUTPUT } from '../midi-io/tokens.js'
import { PLAYBACK_SETTINGS, SONG_PERFORMER, SONG_SESSION } from '../player/tokens.js'
import { ARGS, SOUND_SWITCHES, soundSettings } from './settings.js'
import { SONG_RENDERER, SOUND_BANKS, SOUND_SILENCED } from './tokens.js'

export default definePlugin({
  ...BUILT_IN,
  id: 'sound',
  title: 'Built-in sound',
  description: 'Instruments, drums and a synthesizer that play when no MIDI output is selected.',
  permissions: ['midi-in', 'midi-out', 'songs'],
  requires: [MIDI_OUTPUT, MIDI_ACCESS, MIDI_BENDS],
  optional: [SONG_SESSION, SONG_PERFORMER, PLAYBACK_SETTINGS, SONG_READER],
  provides: [SONG_RENDERER, SOUND_BANKS, SOUND_SILENCED],

  contributes: {
    settings: [soundSettings],
    drawers: [
      {
        id: 'sound.sound',
        side: 'right',
        on: '/fretboard',
        title: 'Sound',
        screen: 'SoundDrawer',
        order: 30,
      },
    ],
    commandsWhen: 'loggedIn || guest',
    commands: (
      [
        { id: 'sound.show-settings', title: 'Sound settings', when: "route == '/fretboard'" },
        {
          id: 'sound.use',
          title: 'Play through the built-in sound',
          description: 'Selects the built-in sound as the MIDI output.',
        },
        ...optionCommands(SOUND_SWITCHES),
        { id: 'sound.raise-volume', title: 'Turn up built-in sound', busy: 'queue' },
        { id: 'sound.lower-volume', title: 'Turn down built-in sound', busy: 'queue' },
        {
          id: 'sound.set-volume',
          title: 'Set built-in sound volume',
          args: ARGS.volume,
          asks: [{ id: 'volume', title: 'Volume from 0 to 1' }],
        },
        {
          id: 'sound.choose-instrument',
          title: 'Choose instrument for built-in sound',
          args: ARGS.instrument,
          asks: [{ id: 'instrument', title: 'Instrument' }],
        },
        {
          id: 'sound.choose-device',
          title: 'Choose audio device',
          when: 'sound.devices',
          args: ARGS.device,
          asks: [{ id: 'device', title: 'Audio device' }],
        },
      ] satisfies readonly CommandDefinition[]
    ).map(command => ({ ...command, needs: 'screen' })),
  },
  activateOn: ['route:/fretboard', 'route:/practice/train', 'route:/metronome', 'command:sound.*'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
