/** Plays a song in real time: on an absolute schedule, a little ahead of the sound, and silent when it stops. */

import type { SongEvent } from '../../core/music/song-events.js'
import { createSounding } from '../../core/music/sounding.js'
import type { Disposable } from '../../core/platform/disposable.js'
import type { ClockPort } from '../../core/platform/ports.js'

/** Where the song goes: a MIDI output, the synthesiser, or both. */
export interface SongSink {
  /** `dueMs` is on the player's clock; it may lie in the past when the host was busy. */
  send(bytes: readonly number[], dueMs: number): void
}

export interface SongPlayerOptions {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly sink: SongSink
  /** Called for each event when its moment has come, never early: for what is seen rather than heard. */
  readonly onEvent?: (event: SongEvent) => void
  /** Called with each message that silences what `onEvent` showed, when playing stops or ends. */
  readonly onSilence?: (bytes: readonly number[]) => void
  /** Called once when the song has been played to its end; not when it was stopped. */
  readonly onEnd?: () => void
}

export interface SongPlayer {
  /**
   * Plays from a moment of the song (milliseconds, default the beginning). Starting in the middle first sends
   * the instruments, controllers and bends that hold there. A song that is playing is stopped first.
   */
  play(events: readonly SongEvent[], fromMs?: number): void
  /** Stops and silences. Does nothing when nothing plays. */
  stop(): void
  /** Where in the song it is, or was when it stopped. */
  positionMs(): number
  readonly playing: boolean
}

/**
 * How far ahead of its moment a message is handed to the sink: late timers are not heard. A page that lays out and
 * collects garbage keeps a timer waiting for 60 ms and more (`npm run bench -- output-lateness`).
 */
export const LOOK_AHEAD_MS = 100

/** Timers shorter than this are not worth their wake-up. */
const SHORTEST_WAIT_MS = 1

interface Run {
  readonly events: readonly SongEvent[]
  /** Clock time of the song's beginning. */
  readonly zero: number
  /** First event not yet handed to the sink, and first whose moment has not come. */
  sent: number
  seen: number
  lastDue: number
  timer?: Disposable
}

export function createSongPlayer({ clock, sink, onEvent, onSilence, onEnd }: SongPlayerOptions): SongPlayer {
  const heard = createSounding()
  const shown = createSounding()
  let run: Run | undefined
  let position = 0

  const silence = (afterMs: number) => {
    // After what is queued already: a note handed over ahead would otherwise begin when all is quiet.
    for (const bytes of heard.silence()) sink.send(bytes, Math.max(clock.now(), afterMs))
    for (const bytes of shown.silence()) onSilence?.(bytes)
  }

  const halt = (ended: Run) => {
    ended.timer?.dispose()
    run = undefined
    silence(ended.lastDue)
  }

  /** A sink or listener that throws ends the song: better silent than stuck on a note. */
  const step = (current: Run) => {
    try {
      advance(current)
    } catch (thrown) {
      if (run === current) stop()
      throw thrown
    }
  }

  const advance = (current: Run) => {
    const { events, zero } = current
    const songNow = clock.now() - zero
    for (
      let event = events[current.sent];
      event && event.atMs <= songNow + LOOK_AHEAD_MS;
      event = events[current.sent]
    ) {
      current.sent += 1
      current.lastDue = zero + event.atMs
      heard.sent(event.bytes)
      sink.send(event.bytes, current.lastDue)
    }
    for (let event = events[current.seen]; event && event.atMs <= songNow; event = events[current.seen]) {
      current.seen += 1
      shown.sent(event.bytes)
      onEvent?.(event)
      // The listener may have stopped the song, or started another.
      if (run !== current) return
    }
    const nextSeen = events[current.seen]
    if (!nextSeen) {
      position = songNow
      halt(current)
      onEnd?.()
      return
    }
    const nextSent = events[current.sent]
    const next = Math.min(nextSeen.atMs, nextSent ? nextSent.atMs - LOOK_AHEAD_MS : nextSeen.atMs)
    const wait = Math.max(SHORTEST_WAIT_MS, zero + next - clock.now())
    current.timer = clock.after(wait, () => step(current))
  }

  const stop = () => {
    if (!run) return
    position = clock.now() - run.zero
    halt(run)
  }

  return {
    play(events, fromMs = 0) {
      stop()
      const now = clock.now()
      for (const event of stateBefore(events, fromMs)) {
        heard.sent(event.bytes)
        shown.sent(event.bytes)
        sink.send(event.bytes, now)
        onEvent?.(event)
      }
      const first = firstAt(events, fromMs)
      run = { events, zero: now - fromMs, sent: first, seen: first, lastDue: now }
      step(run)
    },
    stop,
    positionMs: () => (run ? clock.now() - run.zero : position),
    get playing() {
      return run !== undefined
    },
  }
}

function firstAt(events: readonly SongEvent[], fromMs: number): number {
  const index = events.findIndex(event => event.atMs >= fromMs)
  return index < 0 ? events.length : index
}

/** The last programme, controllers and bend of each channel before a moment, in their order. */
function stateBefore(events: readonly SongEvent[], fromMs: number): SongEvent[] {
  const last = new Map<number, SongEvent>()
  for (const event of events) {
    if (event.atMs >= fromMs) break
    const [status = 0, first = 0] = event.bytes
    const kind = status >> 4
    if (kind === 0x8 || kind === 0x9) continue
    const key = kind === 0xb ? status * 128 + first : status * 128
    // Taken out and put back, so that the order is that of the last change.
    last.delete(key)
    last.set(key, event)
  }
  return [...last.values()]
}
