import { FILES_DROPPED } from '../../core/events/app-events.js'
import { BUILT_IN, definePlugin, inPage } from '../../core/kernel/plugin.js'
import { SONG_EXPORTER, SONG_READER } from '../midi-file/tokens.js'
import { PLAYBACK_SETTINGS, SONG_NOTICES, SONG_OPENING, SONG_SESSION } from '../player/tokens.js'
import english from './locales/en.json' with { type: 'json' }
import { ARGS, SETLIST_ARGS, setlistSettings, songListSettings, syncSettings } from './settings.js'
import { SONG_IMPORTS, SONG_LIBRARY, SYNC } from './tokens.js'

/** Reading a file must not block opening others. */
const anyTime = { busy: 'parallel' } as const
const forGuests = { commandsWhen: false, when: 'loggedIn || guest' } as const
/** In version 1.0, these commands belonged to the plugin `midi-file`. */
const moved = (name: string) => ({ id: `library.${name}`, formerly: [`midi-file.${name}`] })

const ASKS_SONG = [{ id: 'song', title: 'Song' }]
const ASKS_SONG_ONLY = [{ id: 'song', title: 'Song', onlyAsked: true }]
const ASKS_SETLIST = { args: SETLIST_ARGS.setlist, asks: [{ id: 'setlist', title: 'Setlist' }] }

/** Page-turner pedals send Page Up and Page Down, which scroll other pages. */
const playing = { when: 'setlists.playing', keysWhen: "route == '/fretboard'" } as const

export default definePlugin({
  ...BUILT_IN,
  id: 'library',
  formerly: ['setlists', 'sync'],
  title: 'Songs',
  description: 'Stores and opens your songs, arranges them in setlists and syncs your data across devices.',
  permissions: ['songs', 'account', 'files', 'plugins', 'server', 'storage'],
  requires: [SONG_READER, SONG_EXPORTER, SONG_SESSION, SONG_NOTICES, PLAYBACK_SETTINGS],
  provides: [SONG_LIBRARY, SONG_IMPORTS, SYNC],
  contributes: {
    settings: [songListSettings, setlistSettings, syncSettings],
    header: [{ id: 'sync.state', screen: 'SyncState' }],
    routes: [
      {
        path: '/songs',
        title: 'Songs',
        screen: 'SongsPage',
        auth: true,
        offers: ['library.play-song', 'library.open-song', 'library.open-file'],
      },
      { path: '/songs/:id', title: 'Song', screen: 'SongPage', auth: true },
      { path: '/setlists', title: 'Setlists', screen: 'SetlistsPage', auth: true },
      { path: '/setlists/:id', title: 'Setlist', screen: 'SetlistPage', auth: true },
      { path: '/account/sync', title: 'Sync', screen: 'SyncPage', auth: true },
    ],
    navigation: [
      { path: '/songs', title: 'Songs', icon: 'music', order: 10, when: 'loggedIn' },
      { path: '/setlists', title: 'Setlists', icon: 'setlist', order: 12, when: 'loggedIn' },
      {
        ...{ path: '/account/sync', title: 'Sync', icon: 'sync', group: 'Account' },
        ...{ tabOf: '/account', order: 84, when: 'loggedIn' },
      },
    ],
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
        description: 'Imports the original file again but keeps pins and practice progress',
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
      {
        id: 'setlists.add',
        title: 'New setlist',
        args: SETLIST_ARGS.name,
        asks: [{ id: 'name', title: 'Name' }],
      },
      { id: 'setlists.play', title: 'Play a setlist', ...ASKS_SETLIST },
      { id: 'setlists.remove', title: 'Delete a setlist', careful: true, ...ASKS_SETLIST },
      { id: 'setlists.leave', title: 'Exit the setlist', when: 'setlists.playing' },
      { id: 'setlists.next', title: 'Next song in the setlist', keys: ['pagedown'], ...playing },
      { id: 'setlists.previous', title: 'Previous song in the setlist', keys: ['pageup'], ...playing },
      { id: 'sync.now', title: 'Sync now' },
      { id: 'sync.stop', title: 'Stop syncing', when: 'sync.working' },
      { id: 'sync.toggle', title: 'Toggle sync on this device' },
      { id: 'sync.show', title: 'Show sync status', needs: 'screen' },
      { id: 'sync.forget-here', title: 'Remove my data from this device', needs: 'screen', careful: true },
    ],
  },
  activateOn: [
    ...(['route:/fretboard', 'route:/songs', 'route:/songs/:id'] as const),
    ...(['route:/setlists', 'route:/setlists/:id', 'route:/account/sync'] as const),
    ...(['command:library.*', 'command:setlists.*', 'command:sync.*'] as const),
    ...([`event:${FILES_DROPPED.id}`, `event:${SONG_OPENING.id}`] as const),
  ],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { en: inPage(english), de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
