/** Puts the song together: reader, session, commands, and its place on the fretboard page. */
import { onSessionEnd } from '../../core/auth/session-end.js'
import {
  type CommandHandler,
  defineRuntime,
  type PluginContext,
  provideFactory,
} from '../../core/kernel/plugin.js'
import { AUTH, CLOCK, COMMANDS, EVENTS, NOTICES, TENANT } from '../../core/kernel/tokens.js'
import { MAX_FRET } from '../../core/music/place.js'
import { STANDARD_TUNING } from '../../core/music/tunings.js'
import { FRETBOARD_PANELS, NECK_VIEW } from '../fretboard/tokens.js'
import { MIDI_INPUT, MIDI_OUTPUT, MIDI_PANIC } from '../midi-io/tokens.js'
import { EXPORT_COMMANDS } from './export-commands.js'
import { findPage } from './find-page.js'
import type { ReachableNeck } from './fingering.js'
import { LIST_CHOICES, LIST_COMMANDS, showNeck } from './list-commands.js'
import { openShelf } from './open-shelf.js'
import type { ShowTrackArgs } from './settings.js'
import { watchFormats } from './song-formats.js'
import { createSongImports } from './song-imports.js'
import { createSongList } from './song-list.js'
import { createSongSession } from './song-session.js'
import {
  type ImportedFile,
  SONG_FORMAT_LIST,
  SONG_IMPORTS,
  SONG_LIST,
  SONG_PAGE,
  SONG_READER,
  SONG_SESSION,
} from './tokens.js'

/** Where there is no neck, a guitar's. */
const USUAL_NECK: ReachableNeck = { tuning: STANDARD_TUNING, capo: 0, fretMin: 0, fretMax: MAX_FRET }

const toggle: CommandHandler = ({ get }) => {
  const session = get(SONG_SESSION)
  if (session.view.getState().playing) session.stop()
  else session.play()
}

export default defineRuntime({
  providers: [
    provideFactory(SONG_PAGE, () => findPage),
    // Reading takes a library of its own: it comes with the first song.
    provideFactory(SONG_FORMAT_LIST, context =>
      watchFormats(context, async (bytes, name, control) =>
        (await import('./read-ours.js')).readOurs(bytes, name, control),
      ),
    ),
    provideFactory(SONG_READER, ({ get }) => get(SONG_FORMAT_LIST).read),
    provideFactory(SONG_SESSION, ({ get, find, log }) =>
      createSongSession({
        clock: get(CLOCK),
        input: get(MIDI_INPUT),
        output: get(MIDI_OUTPUT),
        events: get(EVENTS),
        notices: get(NOTICES),
        log,
        read: get(SONG_READER),
        neck: () => find(NECK_VIEW)?.getState() ?? USUAL_NECK,
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
        notices: get(NOTICES),
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
  },
  choices: LIST_CHOICES,
  screens: {
    SongPanel: () => import('./ui/song-panel.js'),
    SongsPage: () => import('./ui/songs-page.js'),
    SongPage: () => import('./ui/song-page.js'),
  },
  activate: context => {
    const { get, scope, extend } = context
    extend(FRETBOARD_PANELS, { id: 'midi-file.song', order: 10, plugin: 'midi-file', screen: 'SongPanel' })
    scope.add(get(EVENTS).on(MIDI_PANIC, () => get(SONG_SESSION).stop()))
    // It is on nobody's screen but theirs who opened it.
    scope.add(
      onSessionEnd(get(AUTH).state, () => {
        get(SONG_IMPORTS).cancel()
        get(SONG_SESSION).close()
      }),
    )
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
  const isReading = ({ step }: ImportedFile) => step === 'waiting' || step === 'reading'
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
