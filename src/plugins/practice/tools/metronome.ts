import type { CommandHandler, PluginContext } from '../../../core/kernel/plugin.js'
import { CLOCK, COMMANDS, SETTINGS } from '../../../core/kernel/tokens.js'
import { median } from '../../../core/platform/ordered.js'
import { phrases } from '../../../core/platform/phrases.js'
import { createStore, type Disposable } from '../../../core/platform/store.js'
import { DRUM_CHANNEL } from '../../../music/song/song-events.js'
import { MIDI_OUTPUT } from '../../midi-io/tokens.js'
import { SONG_SESSION } from '../../player/tokens.js'
import { said, switched } from '../commands.js'
import { type Accent, type Args, BPM, type MetronomeSettings, metronomeSettings } from '../settings.js'
import { METRONOME, type Metronome, type MetronomeTime, type MetronomeView } from '../tokens.js'

const AHEAD_MS = 100
const FIRST_MS = 60
const SLEPT_MS = 2000
const CLICK_MS = 40
const SOUNDS: Readonly<Record<Tick['level'], readonly [key: number, velocity: number]>> = {
  strong: [76, 115],
  plain: [77, 90],
  between: [77, 45],
}

export function provideMetronome({ get }: Pick<PluginContext, 'get'>): Metronome {
  const clock = get(CLOCK)
  const output = get(MIDI_OUTPUT)
  const stored = get(SETTINGS).store(metronomeSettings)
  const settings = stored.getState
  const tempo = createTapTempo()
  const view = createStore<MetronomeView>({
    running: false,
    bar: 0,
    beat: 0,
    silent: false,
    bpm: settings().bpm,
  })
  let timer: Disposable | undefined
  let shown: Disposable[] = []
  let source: Iterator<Tick> | undefined
  let next: Tick | undefined

  const sound = ({ level, atMs }: Tick) => {
    const [key, velocity] = SOUNDS[level]
    output.send([0x90 | DRUM_CHANNEL, key, velocity], atMs)
    output.send([0x80 | DRUM_CHANNEL, key, 0], atMs + CLICK_MS)
  }

  const show = (tick: Tick) => {
    const { bar, beat, silent, bpm, level, atMs } = tick
    if (level === 'between') return
    const showing = clock.after(Math.max(0, atMs - clock.now()), () => {
      shown = shown.filter(each => each !== showing)
      view.setState({ bar, beat, silent, bpm })
    })
    shown.push(showing)
  }

  const advance = () => {
    while (next && next.atMs <= clock.now() + AHEAD_MS) {
      if (clock.now() - next.atMs < SLEPT_MS) {
        if (!next.silent) sound(next)
        show(next)
      }
      next = source?.next().value
    }
    if (next) timer = clock.after(Math.max(1, next.atMs - AHEAD_MS - clock.now()), advance)
  }

  const stop = () => {
    timer?.dispose()
    for (const each of shown) each.dispose()
    shown = []
    timer = undefined
    source = undefined
    next = undefined
    if (view.getState().running)
      view.setState({ running: false, bar: 0, beat: 0, silent: false, bpm: settings().bpm })
  }

  return {
    view,
    async start() {
      if (view.getState().running) stop()
      view.setState({ running: true, bpm: settings().bpm })
      await output.prepare()
      const beginAt = clock.now() + FIRST_MS
      const { bpm, accents } = settings()
      const time: MetronomeTime = { beginAt, bpm, beats: accents.length }
      if (!view.getState().running || source) return time
      source = ticks(settings, beginAt)
      next = source.next().value
      advance()
      return time
    },
    stop,
    tap() {
      const bpm = tempo.tap(clock.now())
      if (bpm !== undefined) stored.change({ bpm })
    },
    dispose: stop,
  }
}

const PAUSE_MS = 2500
const MOST_TAPS = 8
const MINUTE_MS = 60_000

/** `tap` returns the tempo in BPM, or `undefined` for the first tap. */
export function createTapTempo() {
  let taps: number[] = []
  return {
    tap(atMs: number): number | undefined {
      const last = taps.at(-1)
      if (last === undefined || atMs - last > PAUSE_MS || atMs <= last) {
        taps = [atMs]
        return undefined
      }
      taps = [...taps, atMs].slice(-MOST_TAPS)
      const apart = median(taps.slice(1).map((tap, index) => tap - (taps[index] ?? 0)))
      return Math.round(Math.min(BPM.most, Math.max(BPM.least, MINUTE_MS / (apart ?? PAUSE_MS))))
    },
  }
}

const { PAUSED } = phrases({ PAUSED: 'Metronome on. The song is paused.' })
const STEP = 5
const NEXT_ACCENT: Readonly<Record<Accent, Accent>> = { strong: 'plain', plain: 'silent', silent: 'strong' }

const change =
  <Args>(next: (args: Args, now: MetronomeSettings) => Partial<MetronomeSettings>): CommandHandler =>
  ({ get }, args: Args) => {
    const settings = get(SETTINGS).store(metronomeSettings)
    settings.change(next(args, settings.getState()))
  }

const faster = (by: number) =>
  change((_, { bpm }) => ({ bpm: Math.min(BPM.most, Math.max(BPM.least, bpm + by)) }))

export const METRONOME_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  /** Toggles the song's metronome. Without a song, or on the metronome page, toggles the standalone one. */
  'practice.toggle-metronome': async (context, args) => {
    const { get } = context
    const metronome = get(METRONOME)
    const session = get(SONG_SESSION)
    const isOfSong =
      session.view.getState().song && get(COMMANDS).conditions.getState().route !== '/metronome'
    if (!metronome.view.getState().running) {
      if (isOfSong) return switched('metronome')(context, args)
      const { playing } = session.view.getState()
      if (playing) session.stop()
      await metronome.start()
      if (playing) return said(context, PAUSED, {})
    } else metronome.stop()
    return metronome.view.getState().running
  },
  'practice.tap-metronome': ({ get }) => get(METRONOME).tap(),
  'practice.metronome-slower': faster(-STEP),
  'practice.metronome-faster': faster(STEP),
  'practice.set-metronome-meter': change(({ beats }: Args['meter'], { accents }) => ({
    accents: Array.from({ length: beats }, (_, beat) => accents[beat] ?? 'plain'),
  })),
  'practice.change-metronome-accent': change(({ beat }: Args['accent'], { accents }) => ({
    accents: accents.map((accent, index) => (index === beat - 1 ? NEXT_ACCENT[accent] : accent)),
  })),
}

export interface Tick {
  readonly atMs: number
  readonly bar: number
  readonly beat: number
  readonly level: 'strong' | 'plain' | 'between'
  readonly silent: boolean
  readonly bpm: number
}

/** Positions within the beat, 0–1. The second swing eighth coincides with the third triplet. */
const PARTS: Readonly<Record<MetronomeSettings['subdivision'], readonly number[]>> = {
  none: [0],
  eighths: [0, 1 / 2],
  swing: [0, 2 / 3],
  triplets: [0, 1 / 3, 2 / 3],
  sixteenths: [0, 1 / 4, 1 / 2, 3 / 4],
}

/** @param bar bar number, from 1 */
function tempoOfBar({ bpm, fasterBy, fasterEvery, fasterUpTo }: MetronomeSettings, bar: number): number {
  if (fasterBy === 0 || bpm >= fasterUpTo) return bpm
  return Math.min(fasterUpTo, bpm + fasterBy * Math.floor((bar - 1) / fasterEvery))
}

function isSilentBar({ soundingBars, silentBars }: MetronomeSettings, bar: number): boolean {
  return silentBars > 0 && (bar - 1) % (soundingBars + silentBars) >= soundingBars
}

/** Generates endless ticks. Settings are read at each beat, so changes don't drop a tick. */
export function* ticks(settings: () => MetronomeSettings, beginMs: number): Generator<Tick, never> {
  let atMs = beginMs
  for (let bar = 1; ; bar += 1) {
    for (let beat = 1; beat <= settings().accents.length; beat += 1) {
      const now = settings()
      const bpm = tempoOfBar(now, bar)
      const accent = now.accents[beat - 1] ?? 'plain'
      const silent = accent === 'silent' || isSilentBar(now, bar)
      for (const part of PARTS[now.subdivision]) {
        const level = part > 0 ? 'between' : accent === 'strong' ? 'strong' : 'plain'
        yield { atMs: atMs + (part * MINUTE_MS) / bpm, bar, beat, level, silent, bpm }
      }
      atMs += MINUTE_MS / bpm
    }
  }
}
