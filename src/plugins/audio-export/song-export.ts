import type { CommandContext } from '../../core/kernel/plugin.js'
import { CLOCK, PAGE, TRANSLATOR } from '../../core/kernel/tokens.js'
import { FretworkError, messageOf } from '../../core/platform/fretwork-error.js'
import { phrases, SentenceError } from '../../core/platform/phrases.js'
import { inSlices } from '../../core/platform/steps.js'
import type { Store } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'
import { fileTitle } from '../../music/song/song-name.js'
import { type OpenSong, PLAYBACK_SETTINGS, SONG_PERFORMER, SONG_SESSION } from '../player/tokens.js'
import { type RenderingControl, SONG_RENDERER } from '../sound/tokens.js'
import type { AudioFormat, ExportArgs } from './index.js'

export interface AudioEncoding extends Pick<RenderingControl, 'sampleRate' | 'write'> {
  end(): Promise<Blob>
}

export interface AudioEncoders {
  /** Formats that this browser can write. */
  formats(): Promise<readonly AudioFormat[]>
  startEncoding(format: AudioFormat): Promise<AudioEncoding>
}

/** Resolves to `undefined` outside a browser. */
export const AUDIO_ENCODERS = createToken<() => Promise<AudioEncoders | undefined>>('audio-export.encoders')
export const EXPORT_DIALOG = createToken<Store<{ readonly opened: boolean }>>('audio-export.dialog')

const SENTENCES = phrases({
  no_song: 'No song is open.',
  practice_track_empty:
    'No other tracks are audible. Show a single track on the neck or unmute other tracks.',
  audio_failed: 'Couldn’t export the song: {{reason}}',
  writing: 'Preparing song…',
  rendering: 'Rendering audio…',
  saved: '“{{file}}” saved.',
  without: '{{song}} without {{tracks}}',
})

const SOURCE = { source: 'audio-export' }

/** Progress after the song’s messages have been computed. */
const PERFORMED = 0.05

export function exportSong(context: CommandContext, { format, ...choices }: ExportArgs) {
  const { song } = opened(context)
  if (format === undefined) {
    context.get(EXPORT_DIALOG).setState({ opened: true })
    return undefined
  }
  return saveAudio(context, song, `${fileTitle(song.title)}.${format}`, { format, ...choices })
}

/** Saves the song without the tracks that are shown on the neck. */
export function exportPracticeTrack(context: CommandContext) {
  const { get } = context
  const { song, shown } = opened(context)
  const isShown = ({ index, playable }: OpenSong['tracks'][number]) =>
    shown === 'all' ? playable : [shown].flat().includes(index)
  const playback = get(PLAYBACK_SETTINGS)
  const others = song.tracks.filter(
    track => track.notes > 0 && !isShown(track) && playback.isHeard(track.index),
  )
  if (others.length === 0)
    throw new SentenceError('practice_track_empty', SENTENCES.practice_track_empty, {}, SOURCE)
  const translator = get(TRANSLATOR)
  const names = song.tracks
    .filter(isShown)
    .map(({ name, instrument }) => name || translator.t('midi-file', instrument))
  const values = { song: song.title, tracks: names.join(', ') }
  const name = fileTitle(translator.t('audio-export', SENTENCES.without, values))
  return saveAudio(context, song, `${name}.wav`, { format: 'wav', tracks: others.map(({ index }) => index) })
}

function opened({ get }: CommandContext) {
  const { song, shown } = get(SONG_SESSION).view.getState()
  if (!song || shown === undefined) throw new FretworkError('no_song', SENTENCES.no_song, { idle: true })
  return { song, shown }
}

async function saveAudio(
  { get, find, signal, progress }: CommandContext,
  { song }: OpenSong,
  name: string,
  choices: ExportArgs & { readonly format: AudioFormat },
): Promise<string | undefined> {
  const encoders = await get(AUDIO_ENCODERS)()
  if (!encoders) return undefined
  const { tempo, transpose, tracks, loop } = get(PLAYBACK_SETTINGS).view.getState()
  const steps = get(SONG_PERFORMER).perform(song, {
    ...{ tempo: choices.tempo ?? tempo, transpose, tracks, only: choices.tracks },
    ...{ metronome: choices.metronome ?? false, countIn: choices.countIn ?? 0 },
    bars: choices.loop ? loop : undefined,
  })
  const report = (portion: number) => progress(portion * PERFORMED, SENTENCES.writing)
  const performance = await inSlices(steps, { clock: get(CLOCK), signal, onProgress: report }, each => each)
  try {
    const { sampleRate, write, end } = await encoders.startEncoding(choices.format)
    await get(SONG_RENDERER).render(performance, {
      ...{ sampleRate, write, signal },
      onProgress: portion => progress(PERFORMED + (1 - PERFORMED) * portion, SENTENCES.rendering),
    })
    const audio = await end()
    signal.throwIfAborted()
    find(PAGE)?.saveFile(name, audio)
  } catch (cause) {
    if (signal.aborted || cause instanceof SentenceError) throw cause
    const values = { reason: messageOf(cause) }
    throw new SentenceError('audio_failed', SENTENCES.audio_failed, values, { ...SOURCE, cause })
  }
  return get(TRANSLATOR).t('audio-export', SENTENCES.saved, { file: name })
}
