/** The library: the songs a device keeps, importing files, and the songs that are included. */
import { FILES_DROPPED } from '../../core/events/app-events.js'
import { definePlugin } from '../../core/kernel/manifest/plugin.js'
import { SONG_EXPORTER, SONG_READER } from '../midi-file/tokens.js'
import { SONG_NOTICES, SONG_SESSION } from '../player/tokens.js'
import { addressArgs, exportSongArgs, linkArgs, renameSongArgs, songArgs } from './settings.js'
import { SONG_IMPORTS, SONG_LIBRARY } from './tokens.js'

/** Files that are still being read do not keep the user from opening another one. */
const anyTime = { busy: 'parallel' } as const

/** Songs are found by their names among the commands. */
const ASKS_SONG = [{ id: 'song', title: 'Song' }]
const ASKS_SONG_ONLY = [{ id: 'song', title: 'Song', onlyAsked: true }]

export default definePlugin({
  id: 'library',
  version: '1.0.0',
  engine: '^1.1.0',
  title: 'Songs',
  description: 'Keeps your songs on this device, and opens them.',
  runsIn: ['browser', 'node'],
  requires: [SONG_READER, SONG_EXPORTER, SONG_SESSION, SONG_NOTICES],
  provides: [SONG_LIBRARY, SONG_IMPORTS],
  contributes: {
    routes: [
      { path: '/songs', title: 'Songs', screen: 'SongsPage', auth: true },
      { path: '/songs/:id', title: 'Song', screen: 'SongPage', auth: true },
    ],
    navigation: [{ path: '/songs', title: 'Songs', icon: 'music', order: 10, when: 'loggedIn' }],
    commandsWhen: 'loggedIn',
    commands: [
      {
        id: 'library.open-file',
        formerly: ['midi-file.open-file'],
        needs: 'screen',
        title: 'Open a MIDI file',
        words: 'import, load, upload',
        keys: ['$mod+o'],
        ...anyTime,
      },
      {
        id: 'library.open-address',
        formerly: ['midi-file.open-address'],
        needs: 'screen',
        title: 'Open a song from a URL',
        description: 'From this site, or from one that it trusts.',
        args: addressArgs,
        asks: [{ id: 'address', title: 'URL' }],
        ...anyTime,
      },
      {
        id: 'library.open-link',
        formerly: ['midi-file.open-link'],
        needs: 'screen',
        title: 'Open a song from a link',
        args: linkArgs,
        hidden: true,
        ...anyTime,
      },
      {
        id: 'library.cancel-reading',
        formerly: ['midi-file.cancel-reading'],
        needs: 'screen',
        title: 'Stop importing',
        when: 'library.reading',
      },
      {
        id: 'library.show-songs',
        formerly: ['midi-file.show-songs'],
        needs: 'screen',
        title: 'Show my songs',
      },
      {
        id: 'library.play-song',
        formerly: ['midi-file.play-song'],
        title: 'Play a song',
        args: songArgs,
        asks: ASKS_SONG,
        ...anyTime,
      },
      {
        id: 'library.open-song',
        formerly: ['midi-file.open-song'],
        title: 'Open a song',
        args: songArgs,
        asks: ASKS_SONG_ONLY,
        ...anyTime,
      },
      {
        id: 'library.rename-song',
        formerly: ['midi-file.rename-song'],
        needs: 'screen',
        title: 'Rename a song',
        args: renameSongArgs,
        asks: [...ASKS_SONG_ONLY, { id: 'name', title: 'Name' }],
      },
      {
        id: 'library.remove-song',
        formerly: ['midi-file.remove-song'],
        needs: 'screen',
        title: 'Remove a song',
        args: songArgs,
        asks: ASKS_SONG_ONLY,
      },
      {
        id: 'library.export-song',
        formerly: ['midi-file.export-song'],
        needs: 'screen',
        title: 'Save a song as a file',
        words: 'export, download',
        args: exportSongArgs,
        asks: [...ASKS_SONG_ONLY, { id: 'format', title: 'Format', onlyAsked: true }],
        ...anyTime,
      },
    ],
  },
  activateOn: [
    ...(['route:/fretboard', 'route:/songs', 'route:/songs/:id'] as const),
    ...(['command:library.*', `event:${FILES_DROPPED.id}`] as const),
  ],
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
