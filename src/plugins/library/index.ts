import { FILES_DROPPED } from '../../core/events/app-events.js'
import { BUILT_IN, definePlugin, inPage } from '../../core/kernel/plugin.js'
import { SONG_EXPORTER, SONG_READER } from '../midi-file/tokens.js'
import { SONG_NOTICES, SONG_SESSION } from '../player/tokens.js'
import { OPEN_SONG } from './internal-tokens.js'
import english from './locales/en.json' with { type: 'json' }
import { ARGS, songListSettings } from './settings.js'
import { SONG_IMPORTS, SONG_LIBRARY, STORED_SONGS, TAB_MEMORY } from './tokens.js'

/** Reading files must not block the opening of other files. */
const anyTime = { busy: 'parallel' } as const
const forGuests = { commandsWhen: false, when: 'loggedIn || guest' } as const
/** In version 1.0, these commands belonged to the plugin `midi-file`. */
const moved = (name: string) => ({ id: `library.${name}`, formerly: [`midi-file.${name}`] })

const ASKS_SONG = [{ id: 'song', title: 'Song' }]
const ASKS_SONG_ONLY = [{ id: 'song', title: 'Song', onlyAsked: true }]

export default definePlugin({
  ...BUILT_IN,
  id: 'library',
  title: 'Songs',
  description: 'Stores and opens your songs.',
  permissions: ['songs', 'account', 'files', 'plugins'],
  requires: [SONG_READER, SONG_EXPORTER, SONG_SESSION, SONG_NOTICES],
  provides: [SONG_LIBRARY, TAB_MEMORY, SONG_IMPORTS, OPEN_SONG, STORED_SONGS],
  contributes: {
    settings: [songListSettings],
    routes: [
      {
        path: '/songs',
        title: 'Songs',
        screen: 'SongsPage',
        auth: true,
        offers: ['library.play-song', 'library.open-song', 'library.open-file'],
      },
      { path: '/songs/:id', title: 'Song', screen: 'SongPage', auth: true },
    ],
    navigation: [{ path: '/songs', title: 'Songs', icon: 'music', order: 10, when: 'loggedIn' }],
    commandsWhen: 'loggedIn',
    commands: [
      {
        ...moved('open-file'),
        ...forGuests,
        needs: 'screen',
        title: 'Open a song file',
        keys: ['$mod+o'],
        ...anyTime,
      },
      {
        ...moved('open-address'),
        needs: 'screen',
        title: 'Open a song from a URL',
        description: 'From this website or a trusted one.',
        args: ARGS.address,
        asks: [{ id: 'address', title: 'URL' }],
        ...anyTime,
      },
      {
        ...moved('open-link'),
        needs: 'screen',
        title: 'Open a song from a link',
        args: ARGS.link,
        hidden: true,
        ...anyTime,
      },
      { ...moved('cancel-reading'), needs: 'screen', title: 'Stop importing', when: 'library.reading' },
      { ...moved('show-songs'), needs: 'screen', title: 'Show library' },
      {
        ...moved('play-song'),
        ...forGuests,
        title: 'Play a song',
        args: ARGS.song,
        asks: ASKS_SONG,
        ...anyTime,
      },
      {
        ...moved('open-song'),
        ...forGuests,
        title: 'Open a song',
        args: ARGS.song,
        asks: ASKS_SONG_ONLY,
        ...anyTime,
      },
      {
        ...moved('rename-song'),
        needs: 'screen',
        title: 'Rename a song',
        args: ARGS.rename,
        asks: [...ASKS_SONG_ONLY, { id: 'name', title: 'Title' }],
      },
      {
        id: 'library.describe-song',
        needs: 'screen',
        busy: 'queue',
        title: 'Edit a song’s details',
        args: ARGS.describe,
        asks: [
          ...ASKS_SONG_ONLY,
          { id: 'artist', title: 'Artist' },
          { id: 'album', title: 'Album' },
          { id: 'arranger', title: 'Arranger' },
        ],
      },
      {
        id: 'library.tag-song',
        needs: 'screen',
        busy: 'queue',
        title: 'Tag a song',
        args: ARGS.tag,
        asks: [...ASKS_SONG_ONLY, { id: 'tag', title: 'Tag', onlyAsked: true }],
      },
      {
        id: 'library.untag-song',
        needs: 'screen',
        busy: 'queue',
        title: 'Remove a tag from a song',
        args: ARGS.tag,
        asks: [...ASKS_SONG_ONLY, { id: 'tag', title: 'Tag', onlyAsked: true }],
      },
      {
        id: 'library.show-tag',
        needs: 'screen',
        title: 'Show songs with a tag',
        args: ARGS.showTag,
        asks: [{ id: 'tag', title: 'Tag' }],
      },
      {
        ...moved('remove-song'),
        needs: 'screen',
        title: 'Remove a song',
        args: ARGS.song,
        asks: ASKS_SONG_ONLY,
      },
      {
        id: 'library.reload-song',
        needs: 'screen',
        title: 'Reload a song',
        description: 'Imports its original file again and keeps its pins and practice progress',
        args: ARGS.song,
        asks: ASKS_SONG_ONLY,
        ...anyTime,
      },
      {
        ...moved('export-song'),
        needs: 'screen',
        title: 'Save a song as a file',
        args: ARGS.export,
        asks: [...ASKS_SONG_ONLY, { id: 'format', title: 'Format', onlyAsked: true }],
        ...anyTime,
      },
    ],
  },
  activateOn: [
    ...(['route:/fretboard', 'route:/songs', 'route:/songs/:id'] as const),
    ...(['command:library.*', `event:${FILES_DROPPED.id}`] as const),
  ],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { en: inPage(english), de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
