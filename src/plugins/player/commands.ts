import type { ChoiceLister, CommandHandler, PluginContext } from '../../core/kernel/manifest/plugin.js'
import { SETTINGS, TRANSLATOR } from '../../core/kernel/services/tokens.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { phrases } from '../../core/platform/phrases.js'
import { SONG_EXPORTER, type SongExporter, type SongTrackView } from '../midi-file/tokens.js'
import { PLAIN_TRACK } from './playback/song-mix.js'
import { trackNames } from './session/track-names.js'
import { type Args, songSettings } from './settings.js'
import { PLAYBACK_SETTINGS, SONG_FINGERING, SONG_SESSION } from './tokens.js'

const SENTENCES = phrases({ no_song: 'No song is open.' })

type Context = Pick<PluginContext, 'get'>

const JUST_BEGUN_MS = 400

const toggle: CommandHandler = ({ get }) => {
  const session = get(SONG_SESSION)
  if (session.view.getState().playing) session.stop()
  else session.play()
}

function seekBar({ get }: Context, bar: number): void {
  const session = get(SONG_SESSION)
  const { song } = session.view.getState()
  if (song) session.seek(song.barStart(Math.min(song.bars, Math.max(1, bar))))
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

export const PLAYER_COMMANDS: Readonly<Record<string, CommandHandler>> = {
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
    seekBar(context, session.positionMs() - begin > JUST_BEGUN_MS ? bar : bar - 1)
  },
  'player.next-bar': context => seekBar(context, context.get(SONG_SESSION).barNow() + 1),
  'player.go-to-bar': (context, { bar }: Args['bar']) => seekBar(context, bar),
  'player.mute-track': (context, { track }: Args['track']) => {
    const { playback, mix } = trackNow(context, track)
    playback.setTrack(track - 1, { muted: !mix.muted })
  },
  'player.solo-track': (context, { track }: Args['track']) => {
    const { playback, mix } = trackNow(context, track)
    playback.setTrack(track - 1, { solo: !mix.solo })
  },
  'player.set-track-volume': ({ get }, { track, percent }: Args['volume']) =>
    get(PLAYBACK_SETTINGS).setTrack(track - 1, { volume: percent / 100 }),
  'player.toggle-track': ({ get }, { track }: Args['track']) => get(SONG_SESSION).toggleShown(track - 1),
}

const tracks: ChoiceLister = ({ get }) => {
  const translator = get(TRANSLATOR)
  const { song } = get(SONG_SESSION).view.getState()
  const instrument = (track: SongTrackView) => translator.t('midi-file', track.instrument)
  const all = song?.tracks ?? []
  const names = trackNames(all, { unnamed: instrument, instrument })
  return all.map(({ index }) => ({ value: index + 1, label: `${index + 1} · ${names.get(index) ?? ''}` }))
}

export const PLAYER_CHOICES: Readonly<Record<string, Readonly<Record<string, ChoiceLister>>>> = {
  'player.mute-track': { track: tracks },
  'player.solo-track': { track: tracks },
  'player.set-track-volume': { track: tracks },
  'player.toggle-track': { track: tracks },
}
