/** Bars, beats and tempo of the open song, or of the metronome while no song is open. */
import { DEFAULT_BPM, DEFAULT_PPQ } from '../../../core/music/song/tempo-map.js'
import { type Disposable, disposable } from '../../../core/platform/disposable.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import type { Logger } from '../../../core/platform/logger.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import { DerivedStore, type ReadonlyStore } from '../../../core/platform/store.js'
import type { Metronome, MetronomeBeat } from '../../metronome/tokens.js'
import type { BeatingSession, SongBeat } from '../internal-tokens.js'
import type { MusicalBeat, MusicalPosition, MusicalTime, MusicalTransport, PlaybackView } from '../tokens.js'
import { type BarGrid, barGrid } from './bars.js'

const MINUTE_MS = 60_000
const START: MusicalPosition = { bar: 1, beat: 1, tick: 0 }
const STOPPED = { bpm: DEFAULT_BPM, timeSignature: [4, 4], ticksPerQuarter: DEFAULT_PPQ } as const

interface MusicalTransportParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly session: Pick<BeatingSession, 'view' | 'positionMs' | 'setBeats'>
  readonly playback: ReadonlyStore<PlaybackView>
  readonly log: Pick<Logger, 'error'>
}

type Listener = (beat: MusicalBeat) => void

export function createMusicalTransport({ clock, session, playback, log }: MusicalTransportParts) {
  const listeners = new Set<Listener>()
  const timers = new Set<Disposable>()
  let watchers = 0
  let metronome: Metronome | undefined
  /** The metronome's beats that were announced, up to the one that sounds. */
  let clicks: readonly MetronomeBeat[] = []
  let known: { readonly song: object; readonly grid: BarGrid } | undefined

  const grid = () => {
    const { song } = session.view.getState()
    if (!song) return undefined
    if (known?.song !== song.song) known = { song: song.song, grid: barGrid(song.song) }
    return known.grid
  }
  const rate = () => playback.getState().tempo / 100
  const ticking = () => (metronome?.view.getState().running ? metronome : undefined)
  /** The beat that sounds, or the first of a metronome that was just started. */
  const clickNow = () => clicks.findLast(({ atMs }) => atMs <= clock.now()) ?? clicks[0]

  const timeNow = (): MusicalTime => {
    const { song, playing, waiting } = session.view.getState()
    const bars = grid()
    if (song && bars) {
      const { quarterMs, timeSignature } = bars.musicAt(session.positionMs())
      const bpm = Math.round((MINUTE_MS / quarterMs) * rate() * 1000) / 1000
      const ticksPerQuarter = song.song.header.ppq
      return { source: 'song', playing: playing && !waiting, bpm, timeSignature, ticksPerQuarter }
    }
    const running = ticking()?.view.getState()
    if (!running) return { source: undefined, playing: false, ...STOPPED }
    const timeSignature = [clickNow()?.beats ?? 4, 4] as const
    return { ...STOPPED, source: 'metronome', playing: true, bpm: running.bpm, timeSignature }
  }
  let last = timeNow()
  const time = new DerivedStore(() => {
    const now = timeNow()
    // The same object while nothing changes: screens compare.
    if (JSON.stringify(now) !== JSON.stringify(last)) last = now
    return last
  })

  const position = (): MusicalPosition => {
    const bars = grid()
    if (bars) {
      const { bar, beat, tick } = bars.musicAt(session.positionMs())
      return { bar, beat, tick }
    }
    const click = ticking() && clickNow()
    if (!click) return START
    const { bar, beat, atMs, bpm } = click
    const gone = Math.max(0, clock.now() - atMs) / (MINUTE_MS / bpm)
    return { bar, beat, tick: Math.min(DEFAULT_PPQ - 1, Math.floor(gone * DEFAULT_PPQ)) }
  }

  const announce = (beat: MusicalBeat) => {
    for (const listener of [...listeners]) {
      try {
        listener(beat)
      } catch (error) {
        // It runs among the notes of the song, which go on.
        log.error('A listener of the musical transport failed', error)
      }
    }
    const timer = clock.after(Math.max(0, beat.atMs - clock.now()), () => {
      timers.delete(timer)
      time.outdated()
    })
    timers.add(timer)
  }

  const onSongBeat = ({ atMs, due }: SongBeat) => {
    // A beat begins at a whole tick: rounded times must not fall before it.
    const music = grid()?.musicAt(atMs + 0.01)
    if (!music) return
    const { bar, beat, timeSignature, beatMs } = music
    announce({ bar, beat, timeSignature, atMs: due, lengthMs: beatMs / rate() })
  }

  const onClick = (click: MetronomeBeat) => {
    clicks = [...clicks.slice(-2), click]
    if (session.view.getState().song) return
    const { bar, beat, beats, bpm, atMs } = click
    announce({ bar, beat, timeSignature: [beats, 4], atMs, lengthMs: MINUTE_MS / bpm })
  }

  const wanted = (change: () => void) => {
    change()
    session.setBeats(listeners.size + watchers > 0 ? onSongBeat : undefined)
  }
  const outdated = () => time.outdated()
  const stops = [session.view.subscribe(outdated), playback.subscribe(outdated)]

  const onBeat = (listener: Listener) => {
    // Each registration is one of its own, also of the same function.
    const own: Listener = beat => listener(beat)
    wanted(() => listeners.add(own))
    return disposable(() => wanted(() => listeners.delete(own)))
  }

  const transport: MusicalTransport = {
    time: {
      getState() {
        // The tempo may have changed with the position.
        time.outdated()
        return time.getState()
      },
      getInitialState: () => time.getState(),
      subscribe(listener) {
        const stop = time.subscribe(listener)
        let open = true
        wanted(() => {
          watchers += 1
        })
        return () => {
          stop()
          if (open) {
            wanted(() => {
              watchers -= 1
            })
          }
          open = false
        }
      },
    },
    position,
    onBeat,
    onBar: listener =>
      onBeat(beat => {
        if (beat.beat === 1) listener(beat)
      }),
    secondsAt({ bar, beat, tick = 0 }) {
      checkPosition({ bar, beat, tick })
      const bars = grid()
      return bars && bars.msOf({ bar, beat, tick }) / 1000
    },
    positionAt(seconds) {
      const music = grid()?.musicAt(seconds * 1000)
      return music && { bar: music.bar, beat: music.beat, tick: music.tick }
    },
  }

  return Object.assign(transport, {
    /** The metronome has come or gone. */
    setMetronome(now: Metronome | undefined) {
      metronome = now
      clicks = []
      const beats = now?.onBeat(onClick)
      const stop = now?.view.subscribe(({ running }, before) => {
        if (running !== before.running) clicks = []
        outdated()
      })
      outdated()
      return () => {
        beats?.dispose()
        stop?.()
      }
    },
    dispose() {
      for (const stop of stops) stop()
      for (const timer of timers) timer.dispose()
    },
  })
}

/** @throws FretworkError `musical_position` */
function checkPosition({ bar, beat, tick }: MusicalPosition): void {
  if (
    [bar, beat].every(number => Number.isInteger(number) && number >= 1) &&
    tick >= 0 &&
    Number.isFinite(tick)
  ) {
    return
  }
  throw new FretworkError(
    'musical_position',
    `Bar ${bar}, beat ${beat}, tick ${tick} is not a moment in music; count bars and beats from 1, and ticks from 0.`,
  )
}
