/** Songs: MIDI files and their JSON, opened, listed and played on the neck. */
import { definePlugin } from '../../core/kernel/plugin.js'
import { FOLLOWED_FRETS, NECK_VIEW } from '../fretboard/tokens.js'
import { MIDI_INPUT, MIDI_OUTPUT } from '../midi-io/tokens.js'
import { POSITIONS } from '../positions/tokens.js'
import { PLACES_KEEPER, PLAYING_SESSION, PRACTICE_KEEPER } from './inner-tokens.js'
import { practiceCommands } from './practice-commands-list.js'
import { playSettings, practiceSettings } from './practice-settings.js'
import { showTrackArgs } from './settings.js'
import {
  SONG_FORMAT_LIST,
  SONG_FORMATS,
  SONG_PAGE,
  SONG_PLACES,
  SONG_PRACTICE,
  SONG_READER,
  SONG_SESSION,
} from './tokens.js'

const HERE = "loggedIn && route == '/fretboard'"
const WITH_SONG = `${HERE} && midi-file.song`

export default definePlugin({
  id: 'midi-file',
  version: '1.0.0',
  engine: '^1.0.0',
  title: 'Songs',
  description: 'Opens MIDI files and plays them on the neck and to the chosen output.',
  runsIn: ['browser', 'node'],
  requires: [MIDI_INPUT, MIDI_OUTPUT],
  // They decide the places where they are there; reading a song must not start them.
  lazy: [NECK_VIEW, FOLLOWED_FRETS, POSITIONS],
  provides: [
    SONG_PAGE,
    SONG_FORMAT_LIST,
    SONG_READER,
    SONG_SESSION,
    ...[SONG_PRACTICE, SONG_PLACES, PRACTICE_KEEPER, PLACES_KEEPER, PLAYING_SESSION],
  ],
  extensionPoints: [SONG_FORMATS],
  contributes: {
    settings: [playSettings, practiceSettings],
    commands: [
      { id: 'midi-file.open-file', title: 'Open a MIDI file', keys: ['$mod+o'], when: HERE },
      { id: 'midi-file.play-greensleeves', title: 'Play Greensleeves', headless: true, when: HERE },
      {
        id: 'midi-file.toggle-playing',
        title: 'Play or stop the song',
        keys: ['$mod+enter'],
        headless: true,
        when: WITH_SONG,
      },
      {
        id: 'midi-file.toggle-with-space',
        title: 'Play or stop the song with the space bar',
        keys: ['space'],
        hidden: true,
        // A button or a position of the neck that has the focus keeps its space bar.
        when: `${WITH_SONG} && midi-file.space-free`,
      },
      {
        id: 'midi-file.rewind-song',
        title: 'Back to the beginning of the song',
        headless: true,
        when: WITH_SONG,
      },
      { id: 'midi-file.close-song', title: 'Close the song', headless: true, when: WITH_SONG },
      {
        id: 'midi-file.show-track',
        title: 'Show one track on the neck',
        args: showTrackArgs,
        asks: [{ id: 'track', title: 'Track number' }],
        headless: true,
        when: WITH_SONG,
      },
      { id: 'midi-file.show-tracks', title: 'Show all tracks on the neck', headless: true, when: WITH_SONG },
      ...practiceCommands(HERE, WITH_SONG),
    ],
  },
  activateOn: ['route:/fretboard', 'command:midi-file.*'],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
