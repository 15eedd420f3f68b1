import type { CommandContext, PluginContext } from '../../core/kernel/plugin.js'
import { CLOCK, PAGE, SETTINGS, TRANSLATOR } from '../../core/kernel/tokens.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { phrases, SentenceError } from '../../core/platform/phrases.js'
import { inSlices, partOf, type Steps } from '../../core/platform/steps.js'
import type { Store } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'
import type { Song } from '../../music/song/song.js'
import { fileTitle } from '../../music/song/song-name.js'
import {
  type OpenSong,
  type PerformanceChoices,
  PLAYBACK_SETTINGS,
  type PlaybackView,
  SONG_PERFORMER,
  SONG_SESSION,
} from '../player/tokens.js'
import { OWN_BANKS } from './own-banks.js'
import { type AudioFormat, type ExportArgs, songInstruments, soundSettings } from './settings.js'
import { type Arrangement, arrangementSteps } from './synthesis/arrangement.js'
import type { Patch } from './synthesis/sound-ports.js'

export interface AudioControl {
  readonly signal: AbortSignal
  readonly onProgress: (portion: number) => void
  /** @returns `undefined` unless the user has this instrument */
  readonly ownInstrument: (patch: Patch) => Promise<Blob> | undefined
}

export interface AudioPage {
  /** @returns gain that brings the song to −16 LUFS */
  level(arrangement: Arrangement, control: Omit<AudioControl, 'onProgress'>): Promise<number>
  /** Formats that this browser can write. */
  formats(): Promise<readonly AudioFormat[]>
  /** @throws SentenceError `audio_instrument_missing`, `audio_failed`, or the signal’s abort reason */
  render(arrangement: Arrangement, format: AudioFormat, control: AudioControl): Promise<Blob>
}

/** Resolves to `undefined` outside a browser. */
export const AUDIO_PAGE = createToken<() => Promise<AudioPage | undefined>>('sound.audio-page')
export const EXPORT_DIALOG = createToken<Store<{ readonly opened: boolean }>>('sound.export-dialog')

const SENTENCES = phrases({
  no_song: 'No song is open.',
  practice_track_empty:
    'No other tracks are audible. Show a single track on the neck or unmute other tracks.',
  writing: 'Preparing song…',
  rendering: 'Rendering audio…',
  saved: '“{{file}}” saved.',
  without: '{{song}} without {{tracks}}',
})

/** Progress when the song has been arranged. */
const ARRANGED = 0.05

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
  const { song, shown } = opened(context)
  const isShown = ({ index, playable }: OpenSong['tracks'][number]) =>
    shown === 'all' ? playable : [shown].flat().includes(index)
  const heard = heardTracks(song, context.get(PLAYBACK_SETTINGS).view.getState())
  const tracks = heard.filter(index => !song.tracks.some(track => track.index === index && isShown(track)))
  if (tracks.length === 0) {
    throw new SentenceError('practice_track_empty', SENTENCES.practice_track_empty, {}, { source: 'sound' })
  }
  const translator = context.get(TRANSLATOR)
  const names = song.tracks
    .filter(isShown)
    .map(({ name, instrument }) => name || translator.t('midi-file', instrument))
  const values = { song: song.title, tracks: names.join(', ') }
  const name = fileTitle(translator.t('sound', SENTENCES.without, values))
  return saveAudio(context, song, `${name}.wav`, { format: 'wav', tracks })
}

function opened({ find }: PluginContext) {
  const { song, shown } = find(SONG_SESSION)?.view.getState() ?? {}
  if (!song || shown === undefined) throw new FretworkError('no_song', SENTENCES.no_song, { idle: true })
  return { song, shown }
}

/** @returns indices of the tracks that the mix leaves audible */
export function heardTracks({ song }: OpenSong, { tracks }: Pick<PlaybackView, 'tracks'>): number[] {
  const isSolo = [...tracks.values()].some(({ solo }) => solo)
  return song.tracks.flatMap(({ notes }, index) => {
    const { muted = false, volume = 1, solo = false } = tracks.get(index) ?? {}
    return notes.length > 0 && !muted && volume > 0 && (solo || !isSolo) ? [index] : []
  })
}

/** Turns a song into messages for a synthesizer, without blocking the page. */
export function arrangeSong(
  { get }: Pick<PluginContext, 'get'>,
  song: Song,
  choices: PerformanceChoices,
  control: Partial<Pick<AudioControl, 'signal' | 'onProgress'>>,
): Promise<Arrangement> {
  const instruments = songInstruments(get(SETTINGS).store(soundSettings).getState())
  function* steps(): Steps<Arrangement> {
    const performance = yield* partOf(get(SONG_PERFORMER).perform(song, choices), 0, 0.5)
    return yield* partOf(arrangementSteps(performance, instruments), 0.5, 1)
  }
  return inSlices(steps(), { clock: get(CLOCK), ...control }, arrangement => arrangement)
}

async function saveAudio(
  context: CommandContext,
  { song }: OpenSong,
  name: string,
  choices: ExportArgs & { readonly format: AudioFormat },
): Promise<string | undefined> {
  const { get, find, signal, progress } = context
  const page = await get(AUDIO_PAGE)()
  if (!page) return undefined
  const { tempo, transpose, tracks, loop } = get(PLAYBACK_SETTINGS).view.getState()
  const arrangement = await arrangeSong(
    context,
    song,
    {
      ...{ tempo: choices.tempo ?? tempo, transpose, tracks, only: choices.tracks },
      ...{ metronome: choices.metronome ?? false, countIn: choices.countIn ?? 0 },
      bars: choices.loop ? loop : undefined,
    },
    { signal, onProgress: portion => progress(portion * ARRANGED, SENTENCES.writing) },
  )
  const audio = await page.render(arrangement, choices.format, {
    signal,
    onProgress: portion => progress(ARRANGED + (1 - ARRANGED) * portion, SENTENCES.rendering),
    ownInstrument: patch => get(OWN_BANKS).load(patch),
  })
  signal.throwIfAborted()
  find(PAGE)?.saveFile(name, audio)
  return get(TRANSLATOR).t('sound', SENTENCES.saved, { file: name })
}
