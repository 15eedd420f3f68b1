import { onSessionEnd, type Session } from '../../core/auth/session.js'
import { DONE } from '../../core/events/app-events.js'
import type { Notice, NoticeBoard } from '../../core/events/notices.js'
import { guardedExtensions } from '../../core/kernel/guarded-extensions.js'
import {
  type ChoiceLister,
  type CommandHandler,
  defineRuntime,
  type PluginContext,
  provideFactory,
} from '../../core/kernel/plugin.js'
import { AUTH, EVENTS, NOTICES, SETTINGS, TRANSLATOR } from '../../core/kernel/tokens.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { phrases } from '../../core/platform/phrases.js'
import { createStore, DerivedStore, type Disposable, type ReadonlyStore } from '../../core/platform/store.js'
import { shortName } from '../../music/song/song-name.js'
import { FRETBOARD_PANELS, NECK_LAYERS, type NeckMark } from '../fretboard/tokens.js'
import { SONG_EXPORTER, SONG_READER, type SongExporter, type SongTrackView } from '../midi-file/tokens.js'
import { MIDI_PANIC } from '../midi-io/tokens.js'
import { fingeringOnTheNeck, followNeck } from './neck/fingering.js'
import { performanceSteps } from './playback/performance.js'
import { PLAIN_TRACK, playbackOfSongs } from './session/playback-settings.js'
import {
  PANEL_PARTS,
  SESSION_FINGERING,
  SESSION_PLAYBACK,
  UPCOMING_MARKS,
} from './session/session-services.js'
import { trackNames } from './session/shown-tracks.js'
import { songSession } from './session/song-session.js'
import { type Args, songSettings } from './settings.js'
import {
  PLAYBACK_SETTINGS,
  type PlaybackView,
  type SessionNotices,
  SONG_CLOSED,
  SONG_FINGERING,
  SONG_NOTICES,
  SONG_OPENED,
  SONG_PANEL,
  SONG_PERFORMER,
  SONG_SESSION,
} from './tokens.js'

const SENTENCES = phrases({
  opened: '“{{song}}” is open.',
  no_song: 'No song is open.',
  bar: 'Bar {{bar}}',
  muted: '{{name}}: muted',
  unmuted: '{{name}}: not muted',
  solo: '{{name}}: solo',
  unsolo: '{{name}}: not soloed',
  track: '{{name}} track',
  own_instrument: 'Original instrument',
})

type Context = Pick<PluginContext, 'get'>

const JUST_BEGUN_MS = 400

const toggle: CommandHandler = ({ get }) => {
  const session = get(SONG_SESSION)
  if (session.view.getState().playing) session.stop()
  else session.play()
}

function seekBar({ get }: Context, bar: number): string {
  const session = get(SONG_SESSION)
  const { song } = session.view.getState()
  if (song) session.seek(song.barStart(Math.min(song.bars, Math.max(song.firstBar, bar))))
  return get(TRANSLATOR).t('player', SENTENCES.bar, { bar: session.barNow() })
}

function trackNow({ get }: Context, track: number) {
  const playback = get(PLAYBACK_SETTINGS)
  return { playback, mix: playback.view.getState().tracks.get(track - 1) ?? PLAIN_TRACK }
}

const exported =
  (format: Parameters<SongExporter['save']>[2]): CommandHandler =>
  ({ get }) => {
    const { song } = get(SONG_SESSION).view.getState()
    if (!song) throw new FretworkError('no_song', SENTENCES.no_song, { idle: true })
    return get(SONG_EXPORTER).save(get(SONG_FINGERING).onNeck(song.song), song.title, format)
  }

const PLAYER_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'player.toggle-playing': toggle,
  'player.toggle-with-space': toggle,
  'player.rewind-song': ({ get }) => get(SONG_SESSION).seek(0),
  'player.close-song': ({ get }) => get(SONG_SESSION).close(),
  'player.toggle-tracks': ({ get }) => {
    const settings = get(SETTINGS).store(songSettings)
    settings.change({ tracksShown: !settings.getState().tracksShown })
  },
  'player.export-midi': exported('midi'),
  'player.export-json': exported('json'),
  'player.export-musicxml': exported('.musicxml'),
  'player.export-guitar-pro': exported('.gp'),
  'player.show-track': ({ get }, { track }: Args['track']) => get(SONG_SESSION).show(track - 1),
  'player.show-tracks': ({ get }) => get(SONG_SESSION).show('all'),
  'player.previous-bar': context => {
    const session = context.get(SONG_SESSION)
    const bar = session.barNow()
    const begin = session.view.getState().song?.barStart(bar) ?? 0
    return seekBar(context, session.positionMs() - begin > JUST_BEGUN_MS ? bar : bar - 1)
  },
  'player.next-bar': context => seekBar(context, context.get(SONG_SESSION).barNow() + 1),
  'player.go-to-bar': (context, { bar }: Args['bar']) => seekBar(context, bar),
  'player.mute-track': (context, { track }: Args['track']) => {
    const { playback, mix } = trackNow(context, track)
    playback.setTrack(track - 1, { muted: !mix.muted })
    return saidTrack(context, track, mix.muted ? SENTENCES.unmuted : SENTENCES.muted)
  },
  'player.solo-track': (context, { track }: Args['track']) => {
    const { playback, mix } = trackNow(context, track)
    playback.setTrack(track - 1, { solo: !mix.solo })
    return saidTrack(context, track, mix.solo ? SENTENCES.unsolo : SENTENCES.solo)
  },
  'player.set-track-volume': ({ get }, { track, percent }: Args['volume']) =>
    get(PLAYBACK_SETTINGS).setTrack(track - 1, { volume: percent / 100 }),
  'player.set-track-instrument': ({ get }, { track, program }: Args['instrument']) =>
    get(PLAYBACK_SETTINGS).setTrack(track - 1, { program: program < 0 ? undefined : program }),
  'player.set-track-pan': ({ get }, { track, pan }: Args['pan']) =>
    get(PLAYBACK_SETTINGS).setTrack(track - 1, { pan: Math.min(127, 64 + Math.round(pan * 0.64)) }),
  'player.set-track-reverb': ({ get }, { track, percent }: Args['volume']) =>
    get(PLAYBACK_SETTINGS).setTrack(track - 1, { reverb: Math.round(percent * 1.27) }),
  'player.reset-track': ({ get }, { track }: Args['track']) =>
    get(PLAYBACK_SETTINGS).setTrack(track - 1, {
      ...{ ...PLAIN_TRACK, program: undefined, pan: undefined, reverb: undefined },
    }),
  'player.toggle-track': ({ get }, { track }: Args['track']) => get(SONG_SESSION).toggleShown(track - 1),
}

function saidTrack(context: PluginContext, track: number, sentence: string): string {
  const name = listedTracks(context).find(({ value }) => value === track)?.label ?? track
  return context.get(TRANSLATOR).t('player', sentence, { name })
}

function listedTracks({ get }: Context) {
  const translator = get(TRANSLATOR)
  const { song } = get(SONG_SESSION).view.getState()
  const instrument = (track: SongTrackView) => translator.t('midi-file', track.instrument)
  const all = song?.tracks ?? []
  const names = trackNames(all, { unnamed: instrument, instrument })
  const wordsOf = (index: number): readonly string[] => (names.get(index) ?? '').match(/\p{L}{2,}/gu) ?? []
  return all.map(({ index }) => {
    const name = names.get(index) ?? ''
    // A word that occurs in only one track name identifies that track.
    const own = wordsOf(index).filter(word =>
      all.every(({ index: at }) => at === index || !wordsOf(at).includes(word)),
    )
    const called = [name, ...own].flatMap(each => [
      each,
      translator.t('player', SENTENCES.track, { name: each }),
    ])
    return { value: index + 1, label: `${index + 1} · ${name}`, words: called.join(', ') }
  })
}

const tracks: ChoiceLister = listedTracks

const programs: ChoiceLister = ({ get }) => [
  { value: -1, label: get(TRANSLATOR).t('player', SENTENCES.own_instrument) },
  ...get(SONG_READER).programNames.map((name, value) => ({
    value,
    label: get(TRANSLATOR).t('midi-file', name),
  })),
]

const PLAYER_CHOICES: Readonly<Record<string, Readonly<Record<string, ChoiceLister>>>> = {
  'player.show-track': { track: tracks },
  'player.mute-track': { track: tracks },
  'player.solo-track': { track: tracks },
  'player.set-track-volume': { track: tracks },
  'player.set-track-instrument': { track: tracks, program: programs },
  'player.set-track-pan': { track: tracks },
  'player.set-track-reverb': { track: tracks },
  'player.reset-track': { track: tracks },
  'player.toggle-track': { track: tracks },
}

export default defineRuntime({
  providers: [
    provideFactory(SESSION_PLAYBACK, playbackOfSongs),
    provideFactory(UPCOMING_MARKS, () => createStore<readonly NeckMark[]>([])),
    provideFactory(PANEL_PARTS, context => guardedExtensions(context, SONG_PANEL)),
    provideFactory(SESSION_FINGERING, fingeringOnTheNeck),
    provideFactory(SONG_NOTICES, ({ get }) => createSessionNotices(get(NOTICES), get(AUTH).state)),
    provideFactory(SONG_SESSION, songSession),
    provideFactory(SONG_PERFORMER, () => ({ perform: performanceSteps })),
  ],
  commands: PLAYER_COMMANDS,
  choices: PLAYER_CHOICES,
  screens: { SongPanel: () => import('./ui/song-panel.js'), Transport: () => import('./ui/transport.js') },
  activate: context => {
    const { get, scope, extend } = context
    const settings = get(SETTINGS).store(songSettings)
    const on = new DerivedStore(() => settings.getState().tracksShown)
    scope.onDispose(settings.subscribe(() => on.outdated()))
    extend(FRETBOARD_PANELS, {
      ...{ id: 'player.song', order: 10, plugin: 'player', screen: 'SongPanel' },
      toggle: { command: 'player.toggle-tracks', on },
    })
    extend(NECK_LAYERS, { id: 'player.upcoming', marks: get(UPCOMING_MARKS) })
    followNeck(context, get(SESSION_FINGERING))
    scope.add(get(EVENTS).on(MIDI_PANIC, () => get(SONG_SESSION).stop()))
    scope.add(onSessionEnd(get(AUTH).state, () => get(SONG_SESSION).close()))
    scope.add(
      get(EVENTS).on(SONG_OPENED, ({ title: song }) =>
        get(EVENTS).emit(DONE, { text: get(TRANSLATOR).t('player', SENTENCES.opened, { song }) }),
      ),
    )
    keepUndos(context)
  },
})

/** Undo covers edits to the song (transposition, loop, tuning), but not its tempo, mix or view. */
function keepUndos({ get, scope }: PluginContext): void {
  const { view, setTranspose, setLoop, setOwnTuning } = get(PLAYBACK_SETTINGS)
  const [notices, events] = [get(NOTICES), get(EVENTS)]
  const edited = {
    ofSong: true,
    now() {
      const { transpose, loop, ownTuning } = view.getState()
      return { transpose, loop, ownTuning }
    },
    put({ transpose, loop, ownTuning }: Pick<PlaybackView, 'transpose' | 'loop' | 'ownTuning'>) {
      setTranspose(transpose)
      if (loop !== view.getState().loop) setLoop(loop)
      setOwnTuning(ownTuning)
    },
  }
  scope.add(notices.keepsUndos(edited))
  for (const event of [SONG_OPENED, SONG_CLOSED])
    scope.add(events.on<unknown>(event, () => notices.forgetUndos(({ ofSong }) => ofSong)))
}

/** Notice values to shorten. Text from files and URLs can have any length. */
const NAMES = ['name', 'file', 'address']

function createSessionNotices(
  board: Pick<NoticeBoard, 'post' | 'withdraw'>,
  session: ReadonlyStore<Session>,
): SessionNotices & Disposable {
  let topics = new Set<string>()
  let number = 0

  const post = (notice: Notice) => {
    number += 1
    const topic = notice.topic ?? `player ${number}`
    topics.add(topic)
    board.post({ ...notice, ...(notice.values && { values: shortened(notice.values) }), topic })
  }
  const ending = onSessionEnd(session, () => {
    const said = topics
    topics = new Set()
    for (const topic of said) board.withdraw(topic)
  })

  return {
    post,
    poster() {
      const mine = topics
      return notice => {
        if (mine === topics) post(notice)
      }
    },
    dispose: () => ending.dispose(),
  }
}

function shortened(values: NonNullable<Notice['values']>): NonNullable<Notice['values']> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'string' && NAMES.includes(key) ? shortName(value) : value,
    ]),
  )
}
