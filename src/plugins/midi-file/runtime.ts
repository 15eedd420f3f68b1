/** Puts the song together: reader, session, commands, and its place on the fretboard page. */
import { onSessionEnd } from '../../core/auth/session-end.js'
import {
  type CommandHandler,
  defineRuntime,
  type PluginContext,
  provideFactory,
} from '../../core/kernel/manifest/plugin.js'
import {
  AUTH,
  CLOCK,
  COMMANDS,
  EVENTS,
  NOTICES,
  SETTINGS,
  TENANT,
} from '../../core/kernel/services/tokens.js'
import { createStore } from '../../core/platform/store.js'
import { FRETBOARD_PANELS, NECK_LAYERS, type NeckMark } from '../fretboard/tokens.js'
import { MIDI_INPUT, MIDI_OUTPUT, MIDI_PANIC } from '../midi-io/tokens.js'
import { followDrops } from './dropped-files.js'
import { EXPORT_COMMANDS } from './export-commands.js'
import { followNeck, placesOnTheNeck } from './follow-neck.js'

import { LIST_CHOICES, LIST_COMMANDS, showNeck } from './list-commands.js'
import { openShelf } from './open-shelf.js'
import { PRACTICE_CHOICES, PRACTICE_COMMANDS } from './practice-commands.js'
import { playSettings, practiceSettings } from './practice-settings.js'
import { createSessionNotices } from './session-notices.js'
import type { ShowTrackArgs } from './settings.js'
import { watchFormats } from './song-formats.js'
import { createSongImports, ON_ITS_WAY } from './song-imports.js'
import { createSongList } from './song-list.js'
import { createSongPractice } from './song-practice.js'
import { createSongSession } from './song-session.js'
import {
  COMING_MARKS,
  type ImportedFile,
  PLACES_KEEPER,
  PRACTICE_KEEPER,
  SONG_FORMAT_LIST,
  SONG_IMPORTS,
  SONG_LIST,
  SONG_NOTICES,
  SONG_PLACES,
  SONG_PRACTICE,
  SONG_READER,
  SONG_SESSION,
} from './tokens.js'

/** Pages with `ImportProgress`. */
const SHOW_PROBLEMS: readonly unknown[] = ['/songs', '/fretboard']

const toggle: CommandHandler = ({ get }) => {
  const session = get(SONG_SESSION)
  if (session.view.getState().playing) session.stop()
  else session.play()
}

export default defineRuntime({
  providers: [
    // Reading takes a library of its own: it comes with the first song.
    provideFactory(SONG_FORMAT_LIST, context =>
      watchFormats(context, async (bytes, name, control) =>
        (await import('./read-ours.js')).readOurs(bytes, name, control),
      ),
    ),
    provideFactory(SONG_READER, ({ get }) => get(SONG_FORMAT_LIST).read),
    provideFactory(PRACTICE_KEEPER, ({ get }) =>
      createSongPractice({
        settings: get(SETTINGS).store(practiceSettings),
        user: () => get(AUTH).state.getState().user?.id ?? '',
      }),
    ),
    provideFactory(COMING_MARKS, () => createStore<readonly NeckMark[]>([])),
    provideFactory(PLACES_KEEPER, placesOnTheNeck),
    provideFactory(SONG_PRACTICE, ({ get }) => get(PRACTICE_KEEPER)),
    provideFactory(SONG_PLACES, ({ get }) => get(PLACES_KEEPER)),
    provideFactory(SONG_NOTICES, ({ get }) => createSessionNotices(get(NOTICES), get(AUTH).state)),
    provideFactory(SONG_SESSION, ({ get, log }) =>
      createSongSession({
        showsProblems: () => get(COMMANDS).conditions.getState().route === '/fretboard',
        clock: get(CLOCK),
        input: get(MIDI_INPUT),
        output: get(MIDI_OUTPUT),
        events: get(EVENTS),
        notices: get(SONG_NOTICES),
        log,
        read: get(SONG_READER),
        marks: get(COMING_MARKS),
        practice: get(PRACTICE_KEEPER),
        places: get(PLACES_KEEPER),
        settings: get(SETTINGS).store(playSettings),
      }),
    ),
    provideFactory(SONG_LIST, ({ get, log }) =>
      createSongList({
        database: get(TENANT).storageKey('Songs'),
        openShelf,
        session: get(AUTH).state,
        clock: get(CLOCK),
        log,
      }),
    ),
    provideFactory(SONG_IMPORTS, context => {
      const { get, log } = context
      return createSongImports({
        arrive: (bytes, name, control) => get(SONG_FORMAT_LIST).arrive(bytes, name, control),
        list: get(SONG_LIST),
        session: get(SONG_SESSION),
        showNeck: () => showNeck(context),
        showsList: () => get(COMMANDS).conditions.getState().route === '/songs',
        showsProblems: () => SHOW_PROBLEMS.includes(get(COMMANDS).conditions.getState().route),
        notices: get(SONG_NOTICES),
        log,
      })
    }),
  ],
  commands: {
    ...LIST_COMMANDS,
    ...EXPORT_COMMANDS,
    'midi-file.toggle-playing': toggle,
    'midi-file.toggle-with-space': toggle,
    'midi-file.rewind-song': ({ get }) => get(SONG_SESSION).seek(0),
    'midi-file.close-song': ({ get }) => get(SONG_SESSION).close(),
    'midi-file.show-track': ({ get }, { track }: ShowTrackArgs) => get(SONG_SESSION).show(track - 1),
    'midi-file.show-tracks': ({ get }) => get(SONG_SESSION).show('all'),
    ...PRACTICE_COMMANDS,
  },
  choices: { ...LIST_CHOICES, ...PRACTICE_CHOICES },
  screens: {
    SongPanel: () => import('./ui/song-panel.js'),
    SongsPage: () => import('./ui/songs-page.js'),
    SongPage: () => import('./ui/song-page.js'),
  },
  activate: context => {
    const { get, scope, extend } = context
    extend(FRETBOARD_PANELS, { id: 'midi-file.song', order: 10, plugin: 'midi-file', screen: 'SongPanel' })
    extend(NECK_LAYERS, { id: 'midi-file.coming', marks: get(COMING_MARKS) })
    followNeck(context, get(PLACES_KEEPER))
    scope.add(get(EVENTS).on(MIDI_PANIC, () => get(SONG_SESSION).stop()))
    // It is on nobody's screen but theirs who opened it.
    scope.add(
      onSessionEnd(get(AUTH).state, () => {
        get(SONG_IMPORTS).forget()
        get(SONG_SESSION).close()
      }),
    )
    followDrops(context)
    followConditions(context)
  },
})

/** Tells the conditions whether there is a song, and stops it on another page, where nothing would show it. */
function followConditions({ get, scope }: PluginContext): void {
  const session = get(SONG_SESSION)
  const commands = get(COMMANDS)
  scope.onDispose(
    session.view.subscribe(({ song }) => commands.setContext('midi-file.song', song !== undefined)),
  )
  scope.onDispose(() => commands.setContext('midi-file.song', undefined))
  const isReading = ({ step }: ImportedFile) => ON_ITS_WAY.includes(step)
  scope.onDispose(
    get(SONG_IMPORTS).view.subscribe(files =>
      commands.setContext('midi-file.reading', files.some(isReading)),
    ),
  )
  scope.onDispose(() => commands.setContext('midi-file.reading', undefined))
  scope.onDispose(
    commands.conditions.subscribe(({ route }, before) => {
      if (before.route === '/fretboard' && route !== before.route) session.stop()
    }),
  )
}
