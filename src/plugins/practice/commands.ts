/** The commands of practice: loop, tempo, transposition, waiting, and how songs are played. */
import type { CommandHandler, PluginContext } from '../../core/kernel/manifest/plugin.js'
import { SETTINGS } from '../../core/kernel/services/tokens.js'
import { type OpenSong, PLAYBACK_SETTINGS, SONG_SESSION } from '../player/tokens.js'
import { type Args, type PlayingSettings, playingSettings } from './settings.js'

type Context = Pick<PluginContext, 'get'>

const TEMPO_STEP = 5
const OCTAVE = 12

function practiceOf({ get }: Context) {
  const practice = get(PLAYBACK_SETTINGS)
  return { practice, view: practice.view.getState() }
}

/** The open song and the bar at which it is. */
function barNow({ get }: Context): { song: OpenSong; bar: number; ms: number } | undefined {
  const session = get(SONG_SESSION)
  const { song } = session.view.getState()
  if (!song) return undefined
  const ms = session.positionMs()
  return { song, ms, bar: Math.min(song.bars, song.barBeatAt(ms).bar) }
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
    const settings = get(SETTINGS).store(playingSettings)
    const change: Partial<PlayingSettings> = { [name]: !settings.getState()[name] }
    settings.change(change)
  }

export const PRACTICE_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'practice.toggle-loop': context => {
    const { practice, view } = practiceOf(context)
    const bar = barNow(context)?.bar ?? 1
    if (view.loop) practice.setLooping(!view.looping)
    else practice.setLoop({ from: bar, to: bar })
  },
  'practice.loop-from-here': context => {
    const { practice, view } = practiceOf(context)
    const now = barNow(context)
    if (!now) return
    const to = view.loop && view.loop.to >= now.bar ? view.loop.to : now.song.bars
    practice.setLoop({ from: now.bar, to })
  },
  'practice.loop-to-here': context => {
    const { practice, view } = practiceOf(context)
    const now = barNow(context)
    if (!now) return
    const from = view.loop && view.loop.from <= now.bar ? view.loop.from : 1
    practice.setLoop({ from, to: now.bar })
  },
  'practice.loop-bars': (context, bars: Args['loop']) => practiceOf(context).practice.setLoop(bars),
  'practice.clear-loop': context => practiceOf(context).practice.setLoop(undefined),
  'practice.play-slower': faster(-TEMPO_STEP),
  'practice.play-faster': faster(TEMPO_STEP),
  'practice.set-tempo': (context, { percent }: Args['tempo']) =>
    practiceOf(context).practice.setTempo(percent),
  'practice.set-tempo-steps': (context, { percent, until }: Args['step']) =>
    practiceOf(context).practice.setSteps({ step: percent, goal: until }),
  'practice.transpose-up': transposed(1),
  'practice.transpose-down': transposed(-1),
  'practice.octave-up': transposed(OCTAVE),
  'practice.octave-down': transposed(-OCTAVE),
  'practice.transpose': (context, { semitones }: Args['transpose']) =>
    practiceOf(context).practice.setTranspose(semitones),
  'practice.toggle-waiting': context => {
    const { practice, view } = practiceOf(context)
    practice.setWait(!view.wait)
  },
  'practice.toggle-metronome': switched('metronome'),
  'practice.set-count-in': ({ get }, { bars }: Args['countIn']) =>
    get(SETTINGS).store(playingSettings).change({ countIn: bars }),
  'practice.toggle-upcoming-notes': switched('comingNotes'),
  'practice.set-upcoming-time': ({ get }, { milliseconds }: Args['upcoming']) =>
    get(SETTINGS).store(playingSettings).change({ comingMs: milliseconds }),
  'practice.toggle-follow': switched('follow'),
}
