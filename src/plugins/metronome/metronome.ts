/** Plays ticks to the MIDI output, a little ahead of the sound: a busy page does not make it stumble. */
import { DRUM_CHANNEL } from '../../core/music/song/song-events.js'
import type { Disposable } from '../../core/platform/disposable.js'
import type { ClockPort } from '../../core/platform/ports.js'
import { createStore } from '../../core/platform/store.js'
import type { MidiOutput } from '../midi-io/tokens.js'
import type { MetronomeSettings } from './settings.js'
import { type Tick, ticks } from './ticks.js'
import type { Metronome, MetronomeTime, MetronomeView } from './tokens.js'

export interface MetronomeParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly output: Pick<MidiOutput, 'send' | 'prepare'>
  readonly settings: () => MetronomeSettings
}

/** As far ahead as the song player hands over what is due. */
const AHEAD_MS = 100
const FIRST_MS = 60
/** A page that has slept does not catch up on a minute of clicks. */
const SLEPT_MS = 2000
const CLICK_MS = 40
/** Keys of General MIDI's percussion map, and how hard they are struck. */
const SOUNDS: Readonly<Record<Tick['level'], readonly [key: number, velocity: number]>> = {
  strong: [76, 115],
  plain: [77, 90],
  between: [77, 45],
}

export function createMetronome({ clock, output, settings }: MetronomeParts): Metronome {
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
    dispose: stop,
  }
}
