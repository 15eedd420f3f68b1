/** What the commands of practising do. */
import type { ChoiceLister, CommandHandler, PluginContext } from '../../core/kernel/manifest/plugin.js'
import { SETTINGS, TRANSLATOR } from '../../core/kernel/services/tokens.js'
import {
  type BarArgs,
  type ComingArgs,
  type CountInArgs,
  type LoopArgs,
  type PlaySettings,
  playSettings,
  type StepArgs,
  type TempoArgs,
  type TrackArgs,
  type TransposeArgs,
  type VolumeArgs,
} from './practice-settings.js'
import { PLAIN_TRACK } from './song-mix.js'
import { type OpenSong, SONG_PRACTICE, SONG_SESSION } from './tokens.js'

type Context = Pick<PluginContext, 'get'>

const TEMPO_STEP = 5
const OCTAVE = 12
/** Who is no further in a bar than this wants the one before. */
const JUST_BEGUN_MS = 400

function practiceOf({ get }: Context) {
  const practice = get(SONG_PRACTICE)
  return { practice, view: practice.view.getState() }
}

/** The open song and the bar at which it is. */
function barNow({ get }: Context): { song: OpenSong; bar: number; ms: number } | undefined {
  const session = get(SONG_SESSION)
  const { song } = session.view.getState()
  if (!song) return undefined
  const ms = session.positionMs()
  return { song, ms, bar: Math.min(song.bars, song.placeAt(ms).bar) }
}

function seekBar(context: Context, bar: number): void {
  const now = barNow(context)
  if (!now) return
  const within = Math.min(now.song.bars, Math.max(1, bar))
  context.get(SONG_SESSION).seek(now.song.barStart(within))
}

const faster =
  (by: number): CommandHandler =>
  context => {
    const { practice, view } = practiceOf(context)
    practice.setTempo(view.tempo + by)
  }

const transposed =
  (by: number): CommandHandler =>
  context => {
    const { practice, view } = practiceOf(context)
    practice.setTranspose(view.transpose + by)
  }

const switched =
  (name: 'comingNotes' | 'metronome' | 'follow'): CommandHandler =>
  ({ get }) => {
    const settings = get(SETTINGS).store(playSettings)
    const change: Partial<PlaySettings> = { [name]: !settings.getState()[name] }
    settings.change(change)
  }

export const PRACTICE_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'midi-file.previous-bar': context => {
    const now = barNow(context)
    if (!now) return
    const begun = now.ms - now.song.barStart(now.bar) > JUST_BEGUN_MS
    seekBar(context, begun ? now.bar : now.bar - 1)
  },
  'midi-file.next-bar': context => seekBar(context, (barNow(context)?.bar ?? 0) + 1),
  'midi-file.go-to-bar': (context, { bar }: BarArgs) => seekBar(context, bar),
  'midi-file.toggle-loop': context => {
    const { practice, view } = practiceOf(context)
    const bar = barNow(context)?.bar ?? 1
    if (view.loop) practice.setLooping(!view.looping)
    else practice.setLoop({ from: bar, to: bar })
  },
  'midi-file.loop-from-here': context => {
    const { practice, view } = practiceOf(context)
    const now = barNow(context)
    if (!now) return
    const to = view.loop && view.loop.to >= now.bar ? view.loop.to : now.song.bars
    practice.setLoop({ from: now.bar, to })
  },
  'midi-file.loop-to-here': context => {
    const { practice, view } = practiceOf(context)
    const now = barNow(context)
    if (!now) return
    const from = view.loop && view.loop.from <= now.bar ? view.loop.from : 1
    practice.setLoop({ from, to: now.bar })
  },
  'midi-file.loop-bars': (context, bars: LoopArgs) => practiceOf(context).practice.setLoop(bars),
  'midi-file.clear-loop': context => practiceOf(context).practice.setLoop(undefined),
  'midi-file.play-slower': faster(-TEMPO_STEP),
  'midi-file.play-faster': faster(TEMPO_STEP),
  'midi-file.set-tempo': (context, { percent }: TempoArgs) => practiceOf(context).practice.setTempo(percent),
  'midi-file.set-tempo-steps': (context, { percent, until }: StepArgs) =>
    practiceOf(context).practice.setSteps({ step: percent, goal: until }),
  'midi-file.transpose-up': transposed(1),
  'midi-file.transpose-down': transposed(-1),
  'midi-file.octave-up': transposed(OCTAVE),
  'midi-file.octave-down': transposed(-OCTAVE),
  'midi-file.transpose': (context, { semitones }: TransposeArgs) =>
    practiceOf(context).practice.setTranspose(semitones),
  'midi-file.mute-track': (context, { track }: TrackArgs) => {
    const { practice, view } = practiceOf(context)
    practice.setTrack(track - 1, { muted: !(view.tracks.get(track - 1) ?? PLAIN_TRACK).muted })
  },
  'midi-file.solo-track': (context, { track }: TrackArgs) => {
    const { practice, view } = practiceOf(context)
    practice.setTrack(track - 1, { solo: !(view.tracks.get(track - 1) ?? PLAIN_TRACK).solo })
  },
  'midi-file.set-track-volume': (context, { track, percent }: VolumeArgs) =>
    practiceOf(context).practice.setTrack(track - 1, { volume: percent / 100 }),
  'midi-file.toggle-track': ({ get }, { track }: TrackArgs) => get(SONG_SESSION).toggleShown(track - 1),
  'midi-file.toggle-waiting': context => {
    const { practice, view } = practiceOf(context)
    practice.setWait(!view.wait)
  },
  'midi-file.toggle-metronome': switched('metronome'),
  'midi-file.set-count-in': ({ get }, { bars }: CountInArgs) =>
    get(SETTINGS).store(playSettings).change({ countIn: bars }),
  'midi-file.toggle-coming-notes': switched('comingNotes'),
  'midi-file.set-coming-time': ({ get }, { milliseconds }: ComingArgs) =>
    get(SETTINGS).store(playSettings).change({ comingMs: milliseconds }),
  'midi-file.toggle-follow': switched('follow'),
}

const tracks: ChoiceLister = ({ get }) => {
  const translator = get(TRANSLATOR)
  const { song } = get(SONG_SESSION).view.getState()
  return (song?.tracks ?? []).map(({ index, name, instrument }) => ({
    value: index + 1,
    label: `${index + 1} · ${name || translator.t('midi-file', instrument)}`,
  }))
}

export const PRACTICE_CHOICES: Readonly<Record<string, Readonly<Record<string, ChoiceLister>>>> = {
  'midi-file.mute-track': { track: tracks },
  'midi-file.solo-track': { track: tracks },
  'midi-file.set-track-volume': { track: tracks },
  'midi-file.toggle-track': { track: tracks },
}
