import { BUILT_IN, definePlugin } from '../../core/kernel/plugin.js'
import { NECK_VIEW } from '../fretboard/tokens.js'
import { SONG_IMPORTS, SONG_LIBRARY } from '../library/tokens.js'
import { MIDI_ACCESS } from '../midi-io/tokens.js'
import { PLAYBACK_SETTINGS, SONG_NOTICES, SONG_PAGES, SONG_SESSION } from '../player/tokens.js'
import { METRONOME } from '../practice/tokens.js'
import { RECORDER } from './internal-tokens.js'
import { draftSettings, RECORDING_ARGS, recordingSettings } from './settings.js'

const pro = { feature: 'recording' } as const

export default definePlugin({
  ...BUILT_IN,
  id: 'recording',
  title: 'Recording',
  description: 'Records what you play as a song in your library.',
  permissions: ['midi-in', 'songs', 'account'],
  requires: [SONG_SESSION, PLAYBACK_SETTINGS, SONG_NOTICES, SONG_IMPORTS, SONG_LIBRARY],
  optional: [MIDI_ACCESS],
  lazy: [METRONOME, NECK_VIEW],
  provides: [RECORDER],
  contributes: {
    settings: [recordingSettings, draftSettings],
    drawers: SONG_PAGES.map((on, index) => ({
      ...({ id: `recording.dock-${index}`, side: 'bottom', on, title: 'Recording' } as const),
      ...{ screen: 'RecordDock', when: 'recording.alone && !player.song' },
    })),
    commandsWhen: "loggedIn && (route == '/fretboard' || route == '/songs' || route == '/songs/:id')",
    commands: [
      { ...pro, id: 'recording.toggle', title: 'Start or stop recording', keys: ['$mod+alt+r'] },
      { ...pro, id: 'recording.overdub', title: 'Record along with the song', when: 'player.song' },
      { ...pro, id: 'recording.keep-last', title: 'Capture what I just played' },
      { id: 'recording.discard', title: 'Discard recording', careful: true },
      {
        ...pro,
        id: 'recording.choose-try',
        title: 'Use another take for a bar',
        description: 'From a loop recording',
        when: 'player.song',
        args: RECORDING_ARGS.attempt,
        asks: [
          { id: 'bar', title: 'Bar' },
          { id: 'attempt', title: 'Take' },
        ],
      },
      { ...pro, id: 'recording.trim', title: 'Trim the song to the loop', when: 'player.song' },
      { ...pro, id: 'recording.split', title: 'Split the song at the playhead', when: 'player.song' },
      {
        ...pro,
        id: 'recording.quantize',
        title: 'Quantize the song',
        when: 'player.song',
        args: RECORDING_ARGS.quantize,
        asks: [
          { id: 'grid', title: 'Grid' },
          { id: 'strength', title: 'Strength (%)' },
        ],
      },
    ],
  },
  // Activates with the page, so that notes played before a recording can be captured.
  activateOn: ['route:/fretboard', 'command:recording.*'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
