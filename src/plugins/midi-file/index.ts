/** Songs: MIDI files and their JSON, opened, listed and played on the neck. */
import { definePlugin } from '../../core/kernel/plugin.js'
import { NECK_VIEW } from '../fretboard/tokens.js'
import { MIDI_INPUT, MIDI_OUTPUT } from '../midi-io/tokens.js'
import { addressArgs, exportSongArgs, linkArgs, renameSongArgs, showTrackArgs, songArgs } from './settings.js'
import {
  SONG_FORMAT_LIST,
  SONG_FORMATS,
  SONG_IMPORTS,
  SONG_LIST,
  SONG_PAGE,
  SONG_READER,
  SONG_SESSION,
} from './tokens.js'

const when = 'loggedIn'
/** A file that is still being read keeps nobody from opening the next one: they wait for each other by themselves. */
const anyTime = { when, busy: 'parallel' } as const
const HERE = "loggedIn && route == '/fretboard'"
const WITH_SONG = `${HERE} && midi-file.song`

/** Songs are found by their names among the commands. */
const ASKS_SONG = [{ id: 'song', title: 'Song' }]
const ASKS_SONG_ONLY = [{ id: 'song', title: 'Song', onlyAsked: true }]

export default definePlugin({
  id: 'midi-file',
  version: '1.0.0',
  engine: '^1.0.0',
  title: 'Songs',
  description: 'Opens MIDI files and plays them on the neck and to the chosen output.',
  runsIn: ['browser', 'node'],
  requires: [MIDI_INPUT, MIDI_OUTPUT],
  // Decides the strings where it is there; reading a song must not start it.
  lazy: [NECK_VIEW],
  provides: [SONG_PAGE, SONG_FORMAT_LIST, SONG_READER, SONG_SESSION, SONG_LIST, SONG_IMPORTS],
  extensionPoints: [SONG_FORMATS],
  contributes: {
    routes: [
      { path: '/songs', title: 'Songs', screen: 'SongsPage', auth: true },
      { path: '/songs/:id', title: 'Song', screen: 'SongPage', auth: true },
    ],
    navigation: [{ path: '/songs', title: 'Songs', icon: 'music', order: 10, when }],
    commands: [
      { id: 'midi-file.open-file', title: 'Open a MIDI file', keys: ['$mod+o'], ...anyTime },
      {
        id: 'midi-file.open-address',
        title: 'Open a song by its address',
        description: 'From this site, or from one that it trusts.',
        args: addressArgs,
        asks: [{ id: 'address', title: 'Address' }],
        ...anyTime,
      },
      {
        id: 'midi-file.open-link',
        title: 'Open a song from a link',
        args: linkArgs,
        hidden: true,
        ...anyTime,
      },
      {
        id: 'midi-file.cancel-reading',
        title: 'Stop reading files',
        when: 'loggedIn && midi-file.reading',
      },
      { id: 'midi-file.show-songs', title: 'Show my songs', when },
      {
        id: 'midi-file.play-song',
        title: 'Play a song',
        args: songArgs,
        asks: ASKS_SONG,
        headless: true,
        ...anyTime,
      },
      {
        id: 'midi-file.open-song',
        title: 'Open a song',
        args: songArgs,
        asks: ASKS_SONG_ONLY,
        headless: true,
        ...anyTime,
      },
      {
        id: 'midi-file.rename-song',
        title: 'Rename a song',
        args: renameSongArgs,
        asks: [...ASKS_SONG_ONLY, { id: 'name', title: 'Name' }],
        when,
      },
      { id: 'midi-file.remove-song', title: 'Remove a song', args: songArgs, asks: ASKS_SONG_ONLY, when },
      {
        id: 'midi-file.export-song',
        title: 'Save a song as a file',
        args: exportSongArgs,
        asks: [...ASKS_SONG_ONLY, { id: 'format', title: 'Format', onlyAsked: true }],
        ...anyTime,
      },
      { id: 'midi-file.export-midi', title: 'Save the song as a MIDI file', when: WITH_SONG },
      { id: 'midi-file.export-json', title: 'Save the song as JSON', when: WITH_SONG },
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
    ],
  },
  activateOn: ['route:/fretboard', 'route:/songs', 'route:/songs/:id', 'command:midi-file.*'],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
