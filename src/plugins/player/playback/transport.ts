/** Plays the open song as its settings say: to the output, on the neck, and waiting for the user. */
import type { EventBus } from '../../../core/events/event-bus.js'
import type { NoticeBoard } from '../../../core/events/notices.js'
import { messageOf } from '../../../core/platform/fretwork-error.js'
import type { Logger } from '../../../core/platform/logger.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'
import { MIDI_EVENT, type MidiOutput, SONG_PORT } from '../../midi-io/tokens.js'
import type { SongPlaybackSettings } from '../internal-tokens.js'
import { type NeckNotes, pitchesAt } from '../neck/neck-notes.js'
import type { NeckPlayback } from '../neck/neck-playback.js'
import type { BarGrid } from '../session/bars.js'
import { type PlaybackView, SONG_PLAYING, SONG_REPEATED, type SongView } from '../tokens.js'
import type { Stretch } from './song-cursor.js'
import { createSongPlayer } from './song-player.js'
import type { SongScore } from './song-score.js'

const SENTENCES = phrases({
  stopped: 'The song was stopped: {{reason}}',
})

export interface TransportParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly output: Pick<MidiOutput, 'send'> & Partial<Pick<MidiOutput, 'port' | 'prepare'>>
  readonly events: Pick<EventBus, 'emit' | 'on'>
  readonly notices: Pick<NoticeBoard, 'post'>
  readonly log: Pick<Logger, 'error'>
  readonly playback: Pick<SongPlaybackSettings, 'view' | 'options' | 'setTempo' | 'nextTempo'>
  readonly view: Pick<ReadonlyStore<SongView>, 'getState'> & {
    setState(change: Partial<Pick<SongView, 'playing' | 'waiting' | 'fromMs'>>): void
  }
  readonly neck: NeckNotes
  readonly seen: NeckPlayback
  /** Called where the song begins, rests, waits or jumps, and where it goes on in another way. */
  readonly onChange: () => void
}

export function createTransport(parts: TransportParts) {
  const { clock, output, events, notices, log, playback, view, neck, seen, onChange } = parts
  const awaited = createAwaitedNotes()
  /** The song is to begin as soon as this output is ready. */
  let preparing: Promise<void> | undefined

  const rest = (fromMs: number) => {
    seen.darken()
    awaited.forget()
    view.setState({ playing: false, waiting: false, fromMs })
    events.emit(SONG_PLAYING, false)
    onChange()
  }

  /** After an error: where the neck threw, the player would play on; where the output did, it may do so again. */
  const silence = () => {
    try {
      player.stop()
    } catch (thrown) {
      log.error('The song could not be silenced', thrown)
    }
  }

  /** Playing goes on in timers, where an error of an output would not be caught. */
  const guarded = (step: () => void) => {
    try {
      step()
    } catch (thrown) {
      log.error('The song was stopped', thrown)
      silence()
      rest(player.positionMs())
      const values = { reason: messageOf(thrown) }
      notices.post({
        kind: 'error',
        source: 'player',
        message: SENTENCES.stopped,
        values,
        code: 'song_stopped',
      })
    }
  }

  const player = createSongPlayer({
    clock: { now: () => clock.now(), after: (ms, run) => clock.after(ms, () => guarded(run)) },
    sink: { send: (bytes, dueMs) => output.send(bytes, dueMs), port: () => output.port?.id },
    onEvent: (event, number) => seen.take(event, number, playback.view.getState()),
    onRepeat: toMs => {
      showFrom(toMs)
      playback.setTempo(player.rate * 100)
      events.emit(SONG_REPEATED, { toMs })
      onChange()
    },
    onEnd: () => rest(0),
    nextRate: () => playback.nextTempo() / 100,
    onHold: atMs => {
      awaited.expect(pitchesAt(neck.shown, atMs), clock.now())
      if (awaited.isPlayed()) return goOn()
      view.setState({ waiting: true })
      onChange()
    },
  })

  const goOn = () => {
    view.setState({ waiting: false })
    guarded(() => player.release())
    onChange()
  }

  /** What was seen is over. */
  const showFrom = (ms: number) => {
    seen.darken()
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
      rest(view.getState().fromMs)
      return
    }
    if (!player.playing) return
    guarded(() => player.stop())
    if (view.getState().playing) rest(player.positionMs())
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
    view.setState({ fromMs, waiting: false })
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
  })

  return {
    /** Another song is in the view, or none, and the neck has its notes. One that plays has been stopped before. */
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
      const fromMs = restMs >= song.lengthMs ? (loop()?.fromMs ?? 0) : restMs
      view.setState({ playing: true, waiting: false, fromMs })
      const ready = output.prepare?.()
      if (!ready) return begin()
      preparing = ready
      void ready.then(() => {
        // It was stopped in the meantime, perhaps to begin again.
        if (preparing !== ready) return
        preparing = undefined
        begin()
      })
    },
    stop,
    seek,
    positionMs,
    /** Its playback settings have changed. */
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
    /** The neck shows other tracks. */
    followTracks() {
      waitForNotes()
      onChange()
      if (view.getState().playing) showFrom(positionMs())
    },
    /** Milliseconds of the song for one of the clock. */
    get rate() {
      return player.rate
    },
    /** The bars that are looped. */
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

/** A note struck this long before the song comes to it was meant for it. */
const EARLY_MS = 150
/**
 * Whether the user has played the notes at which the song waits: all of them, each struck for this moment, at once or one
 * after another, however long that takes.
 */
function createAwaitedNotes() {
  /** When each awaited pitch was struck; −∞ while it was not. */
  const awaited = new Map<number, number>()
  /** Strokes that no moment has used up yet. */
  const early = new Map<number, number>()

  const isPlayed = () => awaited.size > 0 && [...awaited.values()].every(Number.isFinite)

  return {
    /** The song waits for these MIDI notes from now on. */
    expect(pitches: Iterable<number>, nowMs: number) {
      awaited.clear()
      for (const pitch of pitches) {
        const at = early.get(pitch) ?? Number.NEGATIVE_INFINITY
        awaited.set(pitch, nowMs - at <= EARLY_MS ? at : Number.NEGATIVE_INFINITY)
      }
      // A stroke counts once: holding a note does not play its repetition.
      early.clear()
    },
    /** The song waits for nothing. */
    forget() {
      awaited.clear()
      early.clear()
    },
    /** The user has struck a note. @returns whether the song can go on */
    struck(pitch: number, nowMs: number) {
      if (awaited.has(pitch)) awaited.set(pitch, nowMs)
      else early.set(pitch, nowMs)
      if (!isPlayed()) return false
      awaited.clear()
      return true
    },
    /** Whether what was struck a moment before the song came here was enough already. */
    isPlayed,
  }
}
