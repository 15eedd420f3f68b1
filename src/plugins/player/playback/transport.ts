import type { EventBus } from '../../../core/events/event-bus.js'
import type { NoticeBoard } from '../../../core/events/notices.js'
import { messageOf } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { ClockPort, Logger } from '../../../core/platform/ports.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'
import { type SongScore } from '../../../music/song/song-events.js'
import type { BarGrid } from '../../../music/song/song-time.js'
import { MIDI_EVENT, type MidiOutput, SONG_PORT } from '../../midi-io/tokens.js'
import { type NeckNotes, pitchesAt } from '../neck/neck-notes.js'
import type { NeckPlayback } from '../neck/neck-playback.js'
import type { SongPlaybackSettings } from '../session/session-services.js'
import {
  type ChordShare,
  isEnough,
  type PlaybackView,
  SONG_PLAYING,
  SONG_REPEATED,
  type SongView,
} from '../tokens.js'
import type { Stretch } from './song-cursor.js'
import { createSongPlayer } from './song-player.js'

const SENTENCES = phrases({
  stopped: 'Song stopped: {{reason}}',
})

export interface TransportParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly output: Pick<MidiOutput, 'send'> & Partial<Pick<MidiOutput, 'port' | 'prepare'>>
  readonly events: Pick<EventBus, 'emit' | 'on'>
  readonly notices: Pick<NoticeBoard, 'post'>
  readonly log: Pick<Logger, 'error'>
  readonly playback: Pick<SongPlaybackSettings, 'view' | 'options' | 'setTempo' | 'nextTempo'>
  readonly view: Pick<ReadonlyStore<SongView>, 'getState'> & {
    setState(change: Partial<Pick<SongView, 'playing' | 'waiting' | 'awaited' | 'counting' | 'fromMs'>>): void
  }
  readonly neck: NeckNotes
  readonly seen: NeckPlayback
  readonly onChange: () => void
}

export function createTransport(parts: TransportParts) {
  const { clock, output, events, notices, log, playback, view, neck, seen, onChange } = parts
  const awaited = createAwaitedNotes(() => playback.options.getState().chord)
  let preparing: Promise<void> | undefined

  const stopAt = (fromMs: number) => {
    seen.clear()
    awaited.forget()
    view.setState({ playing: false, waiting: false, counting: 0, fromMs })
    events.emit(SONG_PLAYING, false)
    onChange()
  }

  /** Stops the player, which may throw again. */
  const silence = () => {
    try {
      player.stop()
    } catch (thrown) {
      log.error('Couldn’t silence the song', thrown)
    }
  }

  /** Catches errors that would otherwise go unhandled in timers. */
  const guarded = (step: () => void) => {
    try {
      step()
    } catch (thrown) {
      log.error('The song was stopped', thrown)
      silence()
      stopAt(player.positionMs())
      notices.post({
        kind: 'error',
        source: 'player',
        message: SENTENCES.stopped,
        values: { reason: messageOf(thrown) },
        code: 'song_stopped',
      })
    }
  }

  const player = createSongPlayer({
    clock: { now: () => clock.now(), after: (ms, run) => clock.after(ms, () => guarded(run)) },
    sink: { send: (...message) => output.send(...message), port: () => output.port?.id },
    onEvent: (event, number) => seen.take(event, number, playback.view.getState()),
    onRepeat: toMs => {
      showFrom(toMs)
      playback.setTempo(player.rate * 100)
      events.emit(SONG_REPEATED, { toMs })
      onChange()
    },
    onEnd: () => stopAt(0),
    onCount: counting => view.setState({ counting }),
    nextRate: () => playback.nextTempo() / 100,
    onHold: atMs => {
      const pitches = pitchesAt(neck.shown, atMs)
      awaited.expect(pitches, clock.now())
      if (awaited.isPlayed()) return goOn()
      // A hold at the start ends the count-in.
      view.setState({ waiting: true, awaited: [...pitches], counting: 0 })
      onChange()
    },
  })

  const goOn = () => {
    view.setState({ waiting: false })
    guarded(() => player.release())
    onChange()
  }

  const showFrom = (ms: number) => {
    seen.clear()
    seen.begin(ms)
  }

  const positionMs = () => {
    const { playing, fromMs } = view.getState()
    return playing && !preparing ? player.positionMs() : fromMs
  }

  const loop = (): Stretch | undefined => {
    const { song } = view.getState()
    const { loop: bars, looping } = playback.view.getState()
    if (!song || !bars || !looping) return undefined
    return { fromMs: song.barStart(bars.from), toMs: song.barStart(bars.to + 1) }
  }

  const waitForNotes = () => player.setHolds(playback.view.getState().wait ? neck.shown.moments : [])

  const stop = () => {
    if (preparing) {
      preparing = undefined
      stopAt(view.getState().fromMs)
      return
    }
    if (!player.playing) return
    guarded(() => player.stop())
    if (view.getState().playing) stopAt(player.positionMs())
  }

  const begin = () => {
    const { fromMs } = view.getState()
    guarded(() => {
      seen.begin(fromMs)
      player.play(fromMs, playback.options.getState().countIn)
    })
    if (view.getState().playing) events.emit(SONG_PLAYING, true)
    onChange()
  }

  const seek = (ms: number) => {
    const { song, playing } = view.getState()
    if (!song) return
    const fromMs = Math.min(Math.max(0, ms), song.lengthMs)
    view.setState({ fromMs, waiting: false, counting: 0 })
    if (playing) {
      awaited.forget()
      showFrom(fromMs)
      guarded(() => player.seek(fromMs))
    }
    onChange()
  }

  const stopSettings = playback.options.subscribe(({ metronome }) => {
    guarded(() => player.setMetronome(metronome))
    onChange()
  })
  const listening = events.on(MIDI_EVENT, event => {
    if (event.kind !== 'note' || !event.on || event.portId === SONG_PORT) return
    if (awaited.struck(event.number, clock.now())) goOn()
    else if (view.getState().waiting) onChange()
  })

  return {
    load(score: SongScore, grid?: BarGrid) {
      const now = playback.view.getState()
      player.load(score, grid)
      player.setRate(now.tempo / 100)
      player.setMix(now)
      player.setLoop(loop())
      player.setMetronome(playback.options.getState().metronome)
      waitForNotes()
      onChange()
    },
    play() {
      const { song, playing, fromMs: restMs } = view.getState()
      if (!song || playing) return
      const fromMs = loop()?.fromMs ?? (restMs >= song.lengthMs ? 0 : restMs)
      view.setState({ playing: true, waiting: false, counting: 0, fromMs })
      const ready = output.prepare?.()
      if (!ready) return begin()
      preparing = ready
      void ready.then(() => {
        if (preparing !== ready) return
        preparing = undefined
        begin()
      })
    },
    stop,
    seek,
    positionMs,
    startsInMs: () => player.startsInMs(),
    followSettings(now: PlaybackView, before: PlaybackView) {
      const { song, playing } = view.getState()
      if (!song) return
      guarded(() => {
        player.setRate(now.tempo / 100)
        if (now.tracks !== before.tracks || now.transpose !== before.transpose) player.setMix(now)
        if (now.transpose !== before.transpose) neck.refresh()
        if (now.transpose !== before.transpose || now.wait !== before.wait) waitForNotes()
        if (now.wait !== before.wait && !now.wait) view.setState({ waiting: false })
        if (now.loop === before.loop && now.looping === before.looping) return
        const stretch = loop()
        player.setLoop(stretch)
        const at = positionMs()
        const outside = stretch && (at < stretch.fromMs || at >= stretch.toMs)
        if (playing && outside) seek(stretch.fromMs)
      })
      onChange()
    },
    followTracks() {
      waitForNotes()
      onChange()
      if (view.getState().playing) showFrom(positionMs())
    },
    isStruck: awaited.isStruck,
    get rate() {
      return player.rate
    },
    get loop() {
      return loop()
    },
    dispose() {
      stop()
      stopSettings()
      listening.dispose()
    },
  }
}

const EARLY_MS = 150
function createAwaitedNotes(share: () => ChordShare) {
  /** Time at which each awaited pitch was played, or −∞. */
  const awaited = new Map<number, number>()
  const early = new Map<number, number>()

  const isPlayed = () =>
    awaited.size > 0 && isEnough(share(), [...awaited.values()].filter(Number.isFinite).length, awaited.size)

  return {
    expect(pitches: Iterable<number>, nowMs: number) {
      awaited.clear()
      for (const pitch of pitches) {
        const at = early.get(pitch) ?? Number.NEGATIVE_INFINITY
        awaited.set(pitch, nowMs - at <= EARLY_MS ? at : Number.NEGATIVE_INFINITY)
      }
      // Holding a note doesn't count as playing it again.
      early.clear()
    },
    forget() {
      awaited.clear()
      early.clear()
    },
    /** @returns whether the song can continue */
    struck(pitch: number, nowMs: number) {
      if (awaited.has(pitch)) awaited.set(pitch, nowMs)
      else early.set(pitch, nowMs)
      if (!isPlayed()) return false
      awaited.clear()
      return true
    },
    isPlayed,
    isStruck: (pitch: number) => Number.isFinite(awaited.get(pitch)),
  }
}
