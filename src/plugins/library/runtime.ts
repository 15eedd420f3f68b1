import { onSessionEnd } from '../../core/auth/session.js'
import { publishCondition } from '../../core/commands/command-registry.js'
import { DONE, FILES_DROPPED } from '../../core/events/app-events.js'
import { defineRuntime, type PluginContext, provideFactory } from '../../core/kernel/plugin.js'
import { AUTH, CLOCK, COMMANDS, EVENTS, TENANT, TRANSLATOR } from '../../core/kernel/tokens.js'
import { SentenceError } from '../../core/platform/phrases.js'
import { inPage } from '../../core/platform/ports.js'
import { SONG_READER } from '../midi-file/tokens.js'
import { SONG_NOTICES, SONG_PANEL, SONG_SESSION } from '../player/tokens.js'
import { LIBRARY_CHOICES, LIBRARY_COMMANDS, openSong, showNeck, songsWanted, takeFiles } from './commands.js'
import { createSongImports, IN_PROGRESS, songFile } from './import/song-imports.js'
import { OPEN_SONG } from './internal-tokens.js'
import { createSongLibrary, type OpenSongStore, storedSongs } from './list/song-library.js'
import { createOpenSongKeeping } from './reopen/open-song.js'
import { SONG_IMPORTS, SONG_LIBRARY, STORED_SONGS, TAB_MEMORY } from './tokens.js'

const openSongStore: OpenSongStore = async name =>
  'indexedDB' in globalThis && 'document' in globalThis
    ? (await import('./ui/idb-song-store.js')).openIdbSongStore(name)
    : undefined

const isGuest = ({ get }: Pick<PluginContext, 'get'>) => get(COMMANDS).conditions.getState().guest === true

const SHOW_PROBLEMS: readonly unknown[] = ['/songs', '/fretboard']

export default defineRuntime({
  providers: [
    provideFactory(SONG_LIBRARY, ({ get, log }) =>
      createSongLibrary({
        database: get(TENANT).storageKey('Songs'),
        openSongStore: isGuest({ get }) ? async () => undefined : openSongStore,
        session: get(AUTH).state,
        clock: get(CLOCK),
        log,
      }),
    ),
    // The library handles its changes like those made by another tab.
    provideFactory(STORED_SONGS, ({ get, scope }) => async () => {
      const store = await openSongStore(get(TENANT).storageKey('Songs'))
      if (store) scope.onDispose(() => store.close())
      return store && storedSongs(store)
    }),
    provideFactory(SONG_IMPORTS, context => {
      const { get, log } = context
      const route = () => get(COMMANDS).conditions.getState().route
      return createSongImports({
        reader: get(SONG_READER),
        library: get(SONG_LIBRARY),
        session: get(SONG_SESSION),
        place: route,
        beforeOpening: async askedAt => {
          // If the user has left the page, the song waits in the transport.
          if (askedAt === undefined || askedAt === route()) showNeck(context)
          await songsWanted(context)
        },
        showsList: () => route() === '/songs',
        showsProblems: () => SHOW_PROBLEMS.includes(route()),
        onOpened: source => get(OPEN_SONG).opened(source),
        notices: get(SONG_NOTICES),
        say: ({ source, message, values }) =>
          get(EVENTS).emit(DONE, { text: get(TRANSLATOR).t(source, message, values) }),
        log,
      })
    }),
    provideFactory(TAB_MEMORY, context => async name => {
      const key = context.get(TENANT).storageKey(name)
      if (isGuest(context)) return undefined
      return inPage(async () => (await import('./ui/tab-memory.js')).tabMemory(key))
    }),
    provideFactory(OPEN_SONG, context => {
      const { get } = context
      return createOpenSongKeeping({
        tab: () => get(TAB_MEMORY)('OpenSong'),
        session: get(SONG_SESSION),
        events: get(EVENTS),
        user: () => get(AUTH).state.getState().user?.id ?? '',
        notices: get(SONG_NOTICES),
        openId: id =>
          openSong(context, id).catch(thrown => {
            if (thrown instanceof SentenceError) return false
            throw thrown
          }),
        openFile: file => get(SONG_IMPORTS).take([file], { keep: false, open: true }),
      })
    }),
  ],
  commands: LIBRARY_COMMANDS,
  choices: LIBRARY_CHOICES,
  screens: {
    SongsPage: () => import('./ui/songs-page.js'),
    SongPage: () => import('./ui/song-page.js'),
    OpeningSongs: () => import('./ui/import-progress.js'),
    NoSong: () => import('./ui/no-song.js'),
  },
  activate: context => {
    const { get, scope, extend } = context
    const imports = get(SONG_IMPORTS)
    extend(SONG_PANEL, { id: 'library.opening', slot: 'top', plugin: 'library', screen: 'OpeningSongs' })
    extend(SONG_PANEL, { id: 'library.no-song', slot: 'empty', plugin: 'library', screen: 'NoSong' })
    reopenOnTheNeck(context)
    scope.add(onSessionEnd(get(AUTH).state, imports.forget))
    scope.add(get(EVENTS).on(FILES_DROPPED, ({ files }) => void takeFiles(context, files.map(songFile))))
    publishCondition(context, 'library.reading', imports.view, files =>
      files.some(({ step }) => IN_PROGRESS.includes(step)),
    )
  },
})

function reopenOnTheNeck({ get, scope, log }: PluginContext): void {
  const { conditions } = get(COMMANDS)
  const keeping = get(OPEN_SONG)
  const look = () => {
    if (conditions.getState().route !== '/fretboard') return
    stop()
    keeping.reopen().catch(thrown => log.warn('The song of before the reload could not be opened', thrown))
  }
  const stop = conditions.subscribe(look)
  scope.onDispose(stop)
  look()
}
