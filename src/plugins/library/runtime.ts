import { onSessionEnd } from '../../core/auth/session.js'
import { publishCondition } from '../../core/commands/command-registry.js'
import { defineRuntime, type PluginContext, provideFactory } from '../../core/kernel/plugin.js'
import { AUTH, CLOCK, COMMANDS, EVENTS, SETTINGS, STORAGE, TENANT } from '../../core/kernel/tokens.js'
import { SentenceError } from '../../core/platform/phrases.js'
import { inPage } from '../../core/platform/ports.js'
import { createStore, disposable } from '../../core/platform/store.js'
import { pluginSettings } from '../../core/settings/core-settings.js'
import { SONG_NOTICES, SONG_PANEL, SONG_SESSION } from '../player/tokens.js'
import { LIBRARY_CHOICES, LIBRARY_COMMANDS, openSong } from './commands.js'
import { createOpenSongKeeping, OPEN_SONG, TAB_MEMORY } from './import/open-song.js'
import { songImports } from './import/song-imports.js'
import { createSongLibrary, openSongStore } from './list/song-library.js'
import { SETLIST_CHOICES, SETLIST_COMMANDS } from './setlists/commands.js'
import { PLAYING_SETLIST, PlayingSetlist } from './setlists/playing-setlist.js'
import { SETLISTS, Setlists } from './setlists/setlists.js'
import { setlistSettings, syncSettings } from './settings.js'
import { SYNC_COMMANDS } from './sync/commands.js'
import { createSync, OWN_SYNC } from './sync/sync.js'
import { SONG_IMPORTS, SONG_LIBRARY, SYNC } from './tokens.js'

const isGuest = ({ get }: Pick<PluginContext, 'get'>) => get(COMMANDS).conditions.getState().guest === true

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
    provideFactory(SONG_IMPORTS, songImports),
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
        isOvertaken: () => get(SONG_IMPORTS).openings > 0,
        openId: id =>
          openSong(context, id).catch(thrown => {
            if (thrown instanceof SentenceError) return false
            throw thrown
          }),
        openFile: file => get(SONG_IMPORTS).take([file], { keep: false, open: true }),
      })
    }),
    provideFactory(
      SETLISTS,
      ({ get }) => new Setlists(get(SETTINGS).store(setlistSettings), get(AUTH).state),
    ),
    provideFactory(PLAYING_SETLIST, context => new PlayingSetlist(context)),
    provideFactory(OWN_SYNC, context => {
      const { get, find, log } = context
      keepSyncOff(context)
      const storage = find(STORAGE)
      return createSync({
        session: get(AUTH).state,
        // Without the permission to store data, songs work and sync stays off.
        isOn: storage ? get(SETTINGS).store(syncSettings) : createStore({ on: false }),
        storage: storage ?? { set: () => undefined, onChange: () => disposable() },
        keyOf: name => get(TENANT).storageKey(name),
        clock: get(CLOCK),
        log,
        start: async (user, onState) =>
          (await import('./sync/start.js')).startUserDevice(context, user, onState),
      })
    }),
    provideFactory(SYNC, ({ get }) => get(OWN_SYNC)),
  ],
  commands: { ...LIBRARY_COMMANDS, ...SETLIST_COMMANDS, ...SYNC_COMMANDS },
  choices: { ...LIBRARY_CHOICES, ...SETLIST_CHOICES },
  screens: {
    SongsPage: () => import('./ui/songs-page.js'),
    SongPage: () => import('./ui/song-page.js'),
    OpeningSongs: () => import('./ui/import-progress.js'),
    NoSong: () => import('./ui/no-song.js'),
    SetlistsPage: () => import('./setlists/ui/setlists-page.js'),
    SetlistPage: () => import('./setlists/ui/setlist-page.js'),
    SetlistSteps: () => import('./setlists/ui/setlist-steps.js'),
    SyncPage: () => import('./sync/ui/sync-page.js'),
    SyncState: () => import('./sync/ui/sync-state.js'),
  },
  activate: context => {
    const { get, scope, extend } = context
    const imports = get(SONG_IMPORTS)
    extend(SONG_PANEL, { id: 'library.opening', slot: 'top', plugin: 'library', screen: 'OpeningSongs' })
    extend(SONG_PANEL, { id: 'library.no-song', slot: 'empty', plugin: 'library', screen: 'NoSong' })
    extend(SONG_PANEL, { id: 'setlists.steps', slot: 'steps', plugin: 'library', screen: 'SetlistSteps' })
    reopenOnTheNeck(context)
    scope.add(onSessionEnd(get(AUTH).state, imports.forget))
    publishCondition(context, 'sync.working', get(SYNC).view, ({ state }) => state === 'working')
  },
})

/** Sync was once a plugin that users could disable. */
function keepSyncOff({ get }: PluginContext): void {
  const plugins = get(SETTINGS).store(pluginSettings)
  const { disabled } = plugins.getState()
  if (!disabled.includes('sync')) return
  get(SETTINGS).store(syncSettings).change({ on: false })
  plugins.change({ disabled: disabled.filter(id => id !== 'sync') })
}

function reopenOnTheNeck({ get, scope, log }: PluginContext): void {
  const { conditions } = get(COMMANDS)
  const keeping = get(OPEN_SONG)
  const look = () => {
    if (conditions.getState().route !== '/fretboard') return
    stop()
    keeping.reopen().catch(thrown => log.warn('Couldn’t reopen the song after the reload', thrown))
  }
  const stop = conditions.subscribe(look)
  scope.onDispose(stop)
  look()
}
