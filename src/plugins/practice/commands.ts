import type { ArgumentChoice } from '../../core/commands/command.js'
import type { Notice } from '../../core/events/notices.js'
import type { CommandHandler, PluginContext } from '../../core/kernel/plugin.js'
import { SETTINGS, TRANSLATOR } from '../../core/kernel/tokens.js'
import { phrases } from '../../core/platform/phrases.js'
import { type BarRange, PLAYBACK_SETTINGS, SONG_NOTICES, SONG_SESSION } from '../player/tokens.js'
import { type Args, playingSettings } from './settings.js'

type Context = Pick<PluginContext, 'get'>

const TEMPO_STEP = 5
const OCTAVE = 12

export function loopFrom({ get }: Context, bars: BarRange): void {
  get(PLAYBACK_SETTINGS).setLoop(bars)
  const session = get(SONG_SESSION)
  const { song } = session.view.getState()
  if (song) session.seek(song.barStart(bars.from))
}

export function tell({ get }: Context, notice: Omit<Notice, 'source' | 'kind'> & Partial<Notice>): void {
  get(SONG_NOTICES).post({ kind: 'info', ...notice, source: 'practice' })
}

function practiceOf({ get }: Context) {
  const practice = get(PLAYBACK_SETTINGS)
  return { practice, view: practice.view.getState() }
}

const { tempoNow, transposition, up, down, loopNow, barLoopNow } = phrases({
  tempoNow: 'Tempo: {{percent}}%',
  transposition: 'Transposition: {{semitones}}',
  up: 'up {{count}} semitones (to {{transposition}})',
  down: 'down {{count}} semitones (to {{transposition}})',
  loopNow: 'Loop: bars {{from}}–{{to}}',
  barLoopNow: 'Loop: bar {{from}}',
})

export const said = ({ get }: Context, sentence: string, values: Record<string, string | number>) =>
  get(TRANSLATOR).t('practice', sentence, values)

function saidLoop(context: Context): string | undefined {
  const { from, to } = practiceOf(context).view.loop ?? {}
  return from === undefined || to === undefined
    ? undefined
    : said(context, from === to ? barLoopNow : loopNow, { from, to })
}

const faster =
  (by: number): CommandHandler =>
  context => {
    const { practice, view } = practiceOf(context)
    practice.setTempo(view.tempo + by)
    return said(context, tempoNow, { percent: Math.round(practice.view.getState().tempo) })
  }

const signed = (semitones: number) => (semitones > 0 ? `+${semitones}` : `${semitones}`.replace('-', '−'))

function transpose(context: Context, by: number): string {
  const { practice, view } = practiceOf(context)
  practice.setTranspose(view.transpose + by)
  return said(context, transposition, { semitones: signed(practice.view.getState().transpose) })
}

const transposed =
  (by: number): CommandHandler =>
  context =>
    transpose(context, by)

export function transpositionChoices(context: Context): readonly ArgumentChoice[] {
  const now = practiceOf(context).view.transpose
  return Array.from({ length: 2 * OCTAVE + 1 }, (_, index) => index - OCTAVE)
    .filter(by => by !== 0)
    .map(by => {
      const values = { count: Math.abs(by), transposition: signed(now + by) }
      return { value: by, number: by, label: said(context, by > 0 ? up : down, values) }
    })
}

export const switched =
  (name: 'comingNotes' | 'metronome' | 'follow' | 'followKey'): CommandHandler =>
  ({ get }) => {
    const settings = get(SETTINGS).store(playingSettings)
    settings.change({ [name]: !settings.getState()[name] })
    return settings.getState()[name]
  }

export const PRACTICE_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'practice.toggle-loop': context => {
    const { practice, view } = practiceOf(context)
    const bar = context.get(SONG_SESSION).barNow()
    if (view.loop) practice.setLooping(!view.looping)
    // If the song is still in the pickup, the loop also includes bar 1.
    else practice.setLoop({ from: bar, to: Math.max(1, bar) })
    return practice.view.getState().looping
  },
  'practice.loop-from-here': context => {
    const { practice, view } = practiceOf(context)
    const session = context.get(SONG_SESSION)
    const from = session.barNow()
    const last = session.view.getState().song?.bars ?? from
    practice.setLoop({ from, to: view.loop && view.loop.to >= from ? view.loop.to : last })
    return saidLoop(context)
  },
  'practice.loop-to-here': context => {
    const { practice, view } = practiceOf(context)
    const session = context.get(SONG_SESSION)
    const to = session.barNow()
    const first = session.view.getState().song?.firstBar ?? 1
    practice.setLoop({ from: view.loop && view.loop.from <= to ? view.loop.from : first, to })
    return saidLoop(context)
  },
  'practice.loop-bars': (context, bars: Args['loop']) => practiceOf(context).practice.setLoop(bars),
  'practice.clear-loop': context => practiceOf(context).practice.setLoop(undefined),
  'practice.play-slower': faster(-TEMPO_STEP),
  'practice.play-faster': faster(TEMPO_STEP),
  'practice.set-tempo': (context, { percent }: Args['tempo']) =>
    practiceOf(context).practice.setTempo(percent),
  'practice.set-bpm': (context, { bpm }: Args['bpm']) => {
    const { song } = context.get(SONG_SESSION).view.getState()
    const written = song?.song.header.tempos[0]?.bpm
    if (written) practiceOf(context).practice.setTempo(Math.round((bpm / written) * 100))
  },
  'practice.set-tempo-steps': (context, { percent, until }: Args['step']) =>
    practiceOf(context).practice.setSteps({ step: percent, goal: until }),
  'practice.transpose-up': transposed(1),
  'practice.transpose-down': transposed(-1),
  'practice.octave-up': transposed(OCTAVE),
  'practice.octave-down': transposed(-OCTAVE),
  'practice.transpose-by': (context, { semitones }: Args['transpose']) => transpose(context, semitones),
  'practice.transpose': (context, { semitones }: Args['transpose']) =>
    practiceOf(context).practice.setTranspose(semitones),
  'practice.toggle-waiting': context => {
    const { practice, view } = practiceOf(context)
    practice.setWait(!view.wait)
    return !view.wait
  },
  'practice.set-count-in': ({ get }, { bars }: Args['countIn']) =>
    get(SETTINGS).store(playingSettings).change({ countIn: bars }),
  'practice.toggle-upcoming-notes': switched('comingNotes'),
  'practice.set-upcoming-time': ({ get }, { milliseconds }: Args['upcoming']) =>
    get(SETTINGS).store(playingSettings).change({ comingMs: milliseconds }),
  'practice.toggle-follow': switched('follow'),
  'practice.toggle-follow-key': switched('followKey'),
}
