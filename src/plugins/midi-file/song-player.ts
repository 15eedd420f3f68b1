/** Plays a song in real time: on an absolute schedule, a little ahead of the sound, and silent when it stops. */
import type { SongEvent } from '../../core/music/song-events.js'
import { createSounding } from '../../core/music/sounding.js'
import type { Disposable } from '../../core/platform/disposable.js'
import type { ClockPort } from '../../core/platform/ports.js'
import type { BarGrid, Beat } from './bars.js'
import { type ChannelState, createChannelState } from './channel-state.js'
import { CLICK_MS, clickOff, clickOn } from './clicks.js'
import { createHeardNotes } from './heard-notes.js'
import { isHeard, PLAIN_MIX, type SongMix, soundingPitch } from './song-mix.js'
import { EMPTY_SCORE, type SongScore } from './song-score.js'
import { clockAt, positionOf, type Span, songAt } from './song-spans.js'

/** Where the song goes: a MIDI output, the synthesiser, or both. */
export interface SongSink {
  /** `dueMs` is on the player's clock; it may lie in the past when the host was busy. */
  send(bytes: readonly number[], dueMs: number): void
  /** Names what is sent to: where that changes, instruments and controllers are sent again. */
  port?(): string | undefined
}

export interface SongPlayerOptions {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly sink: SongSink
  /**
   * Called for each event when its moment has come, never early, whether its track is heard or not: for what is seen.
   *
   * @param number of its note in the score; −1 for what is no note
   */
  readonly onEvent?: (event: SongEvent, number: number) => void
  /** Called when a loop begins again: what was shown is over. `toMs` is where the song goes on. */
  readonly onRepeat?: (toMs: number) => void
  /** Called once when the song has been played to its end; not when it was stopped. */
  readonly onEnd?: () => void
  /** The rate of the next time through a loop, asked for shortly before it begins. */
  readonly nextRate?: (rate: number) => number
  /** Called when it waits at a moment of `setHolds`. */
  readonly onHold?: (atMs: number) => void
}

export interface Stretch {
  readonly fromMs: number
  readonly toMs: number
}

export interface SongPlayer {
  /** Puts a song in; one that plays is stopped. */
  load(score: SongScore, grid?: BarGrid): void
  /**
   * Plays from a moment of the song (milliseconds, default the beginning). Starting in the middle first sends
   * the instruments, controllers and bends that hold there. A song that is playing is stopped first.
   *
   * @param countInBars bars of clicks before it
   */
  play(fromMs?: number, countInBars?: number): void
  /** Stops and silences. Does nothing when nothing plays. */
  stop(): void
  /** Goes on from another moment, if it plays. */
  seek(ms: number): void
  /** @param rate milliseconds of the song for one of the clock; holds from what is not handed over yet */
  setRate(rate: number): void
  readonly rate: number
  /** Whenever the song comes to the end of the stretch it goes back to its beginning. */
  setLoop(loop: Stretch | undefined): void
  setMix(mix: SongMix): void
  setMetronome(on: boolean): void
  /** Moments, ascending, at whose notes it waits for `release`; none, it plays on. */
  setHolds(holds: readonly number[]): void
  /** Goes on where it waits. */
  release(): void
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

/** Who wakes up later than this slept: the song goes on where it was, since a minute of notes at once is no music. */
const SLEPT_MS = 2000

/** A shorter loop would be a tone, and would keep the page busy. */
const SHORTEST_LOOP_MS = 100

/** Moments nearer to one another than this are one: they are worked out along different ways. */
const SAME_MS = 0.001

/** What has been handed over and is to be seen at its moment. */
type Pending = { readonly due: number } & (
  | { readonly kind: 'event'; readonly event: SongEvent; readonly number: number }
  | { readonly kind: 'repeat'; readonly toMs: number }
  | { readonly kind: 'hold'; readonly atMs: number }
  | { readonly kind: 'end' }
)

/** Why what is handed over goes no further than the end of a span. */
type Limit = 'end' | 'loop' | 'hold'

interface Run {
  /** The last one is being handed over; those before are still seen. */
  readonly spans: Span[]
  limit: Limit
  /** First event that is not handed over. */
  next: number
  /** The next click of the metronome. */
  beat: Beat | undefined
  /** Clicks before the first note, by clock time. */
  clicks: { readonly due: number; readonly first: boolean }[]
  pending: Pending[]
  /** False while it waits, and when all is handed over. */
  open: boolean
  port: string | undefined
  timer?: Disposable
  wakeAt: number
}

export function createSongPlayer(options: SongPlayerOptions): SongPlayer {
  const { clock, sink, onEvent, onRepeat, onEnd, onHold, nextRate } = options
  const sounding = createSounding()
  /** What the instruments behind the sink are set to, as far as we have set it. */
  let state: ChannelState = createChannelState()
  const heard = createHeardNotes((bytes, dueMs) => emit(bytes, dueMs))
  let score: SongScore = EMPTY_SCORE
  let grid: BarGrid | undefined
  let rate = 1
  let loop: Stretch | undefined
  let mix: SongMix = PLAIN_MIX
  let metronome = false
  let holds: readonly number[] = []
  /** The last of all that was handed over: what comes now comes behind it. */
  let busyUntil = Number.NEGATIVE_INFINITY
  let run: Run | undefined
  let rest = 0

  const emit = (bytes: readonly number[], dueMs: number) => {
    busyUntil = Math.max(busyUntil, dueMs)
    sounding.sent(bytes)
    state.apply(bytes)
    sink.send(bytes, dueMs)
  }

  const silence = (dueMs: number) => {
    heard.clear()
    for (const bytes of sounding.silence()) emit(bytes, dueMs)
  }

  /** Sets the instruments as the song has them before an event. */
  const chase = (next: number, dueMs: number, anew = false) => {
    for (const bytes of state.messagesTo(score.stateBefore(next), anew)) emit(bytes, dueMs)
  }

  /** From when on something else can sound than what was handed over already. */
  const soonest = () => Math.max(clock.now(), busyUntil)

  const head = ({ spans }: Run): Span => spans[spans.length - 1] ?? NOWHERE

  /** How far a span goes that begins at a moment of the song. */
  const limitAt = (fromMs: number, released: boolean): { to: number; limit: Limit } => {
    const end = { to: Math.max(score.endMs, fromMs), limit: 'end' as const }
    const looping = loop && fromMs < loop.toMs ? { to: loop.toMs, limit: 'loop' as const } : end
    const hold = holds.find(ms => (released ? ms > fromMs + SAME_MS : ms >= fromMs - SAME_MS))
    return hold !== undefined && hold < looping.to ? { to: hold, limit: 'hold' } : looping
  }

  const beginSpan = (current: Run, clockFrom: number, songFrom: number, released = false) => {
    const { to, limit } = limitAt(songFrom, released)
    current.spans.push({ clockFrom, songFrom, songTo: to, rate })
    current.limit = limit
    current.beat = metronome ? grid?.beatFrom(songFrom) : undefined
  }

  /** The same music goes on in another way, from what is not handed over yet. */
  const bend = (change: () => void) => {
    const current = run
    if (current?.open) fill(current)
    if (!current?.open) return change()
    const before = head(current)
    // Where it is counted in, the change holds from the first note on.
    const from = Math.max(soonest(), before.clockFrom)
    const at = songAt(before, from)
    const { beat } = current
    change()
    const isBehind = (score.events[current.next]?.atMs ?? Number.POSITIVE_INFINITY) > at
    beginSpan(current, from, at, isBehind)
    // A beat that was clicked already is not clicked again.
    if (beat && current.beat && current.beat.ms < beat.ms) current.beat = beat
    again(current)
  }

  const hand = (event: SongEvent, number: number, due: number) => {
    const [status = 0, pitch = 0, velocity = 0] = event.bytes
    const kind = status >> 4
    if (kind === 9 && isHeard(mix, event.track)) {
      const sounds = soundingPitch(mix, status & 15, pitch)
      if (sounds !== undefined) heard.begin(number, { status, pitch: sounds, velocity, event, mix }, due)
    } else if (kind === 8) heard.end(number, due)
    else if (kind !== 9) emit(event.bytes, due)
  }

  const click = (first: boolean, due: number) => {
    emit(clickOn(first), due)
    const busy = busyUntil
    emit(clickOff(first), due + CLICK_MS)
    // The end of a click is no reason to wait.
    busyUntil = busy
  }

  const repeat = (current: Run, due: number) => {
    if (!loop) return
    silence(due)
    rate = nextRate?.(rate) ?? rate
    current.next = score.firstAt(loop.fromMs)
    chase(current.next, due)
    current.pending.push({ kind: 'repeat', due, toMs: loop.fromMs })
    beginSpan(current, due, loop.fromMs)
  }

  const reachLimit = (current: Run, due: number) => {
    if (current.limit === 'loop') return repeat(current, due)
    current.open = false
    if (current.limit === 'end') current.pending.push({ kind: 'end', due })
    else current.pending.push({ kind: 'hold', due, atMs: head(current).songTo })
  }

  /** Hands over what is due within the look-ahead. */
  const fill = (current: Run) => {
    const horizon = clock.now() + LOOK_AHEAD_MS
    for (let first = current.clicks[0]; first && first.due <= horizon; first = current.clicks[0]) {
      current.clicks.shift()
      click(first.first, first.due)
    }
    while (current.open) {
      const span = head(current)
      const event = score.events[current.next]
      const eventAt = event?.atMs ?? Number.POSITIVE_INFINITY
      const beatAt = current.beat?.ms ?? Number.POSITIVE_INFINITY
      const due = clockAt(span, Math.min(eventAt, beatAt, span.songTo))
      if (due > horizon) return
      if (current.beat && beatAt <= eventAt && beatAt < span.songTo) {
        click(current.beat.first, due)
        current.beat = grid?.beatFrom(beatAt + 1)
      } else if (event && isWithin(current.limit, span.songTo, event)) {
        const number = score.numbers[current.next] ?? -1
        current.next += 1
        hand(event, number, due)
        current.pending.push({ kind: 'event', due, event, number })
      } else reachLimit(current, due)
    }
  }

  /** Tells what has come to its moment. A listener may stop the song, or begin it anew. */
  const show = (current: Run) => {
    for (let first = current.pending[0]; first && first.due <= clock.now(); first = current.pending[0]) {
      current.pending.shift()
      if (first.kind === 'event') onEvent?.(first.event, first.number)
      else if (first.kind === 'repeat') onRepeat?.(first.toMs)
      else if (first.kind === 'hold') onHold?.(first.atMs)
      else {
        halt(current)
        onEnd?.()
      }
      if (run !== current) return
    }
    while ((current.spans[1]?.clockFrom ?? Number.POSITIVE_INFINITY) <= clock.now()) current.spans.shift()
  }

  const advance = (current: Run) => {
    const now = clock.now()
    if (now - current.wakeAt > SLEPT_MS && current.open) {
      const at = songAt(head(current), Math.max(busyUntil, current.wakeAt))
      beginSpan(current, now, at)
    }
    sendAnewToAnotherPort(current)
    fill(current)
    show(current)
    if (run !== current) return
    const wait = Math.max(SHORTEST_WAIT_MS, nextMoment(current) - clock.now())
    current.timer?.dispose()
    current.wakeAt = clock.now() + wait
    if (!Number.isFinite(wait)) return
    current.timer = clock.after(wait, () => step(current))
  }

  const nextMoment = ({ pending, open, clicks, next, beat, spans }: Run): number => {
    const seen = pending[0]?.due ?? Number.POSITIVE_INFINITY
    const clicked = clicks[0]?.due ?? Number.POSITIVE_INFINITY
    const span = spans[spans.length - 1]
    if (!open || !span) return Math.min(seen, clicked - LOOK_AHEAD_MS)
    const at = Math.min(score.events[next]?.atMs ?? span.songTo, beat?.ms ?? span.songTo, span.songTo)
    return Math.min(seen, Math.min(clicked, clockAt(span, at)) - LOOK_AHEAD_MS)
  }

  const sendAnewToAnotherPort = (current: Run) => {
    const port = sink.port?.()
    if (port === current.port) return
    current.port = port
    state = createChannelState()
    chase(current.next, soonest())
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

  /** Not by its timer. */
  const again = (current: Run) => {
    current.wakeAt = clock.now()
    step(current)
  }

  const halt = (current: Run) => {
    rest = positionOf(current.spans, clock.now())
    current.timer?.dispose()
    run = undefined
    // After what is queued already: a note handed over ahead would otherwise begin when all is quiet.
    silence(soonest())
  }

  const stop = () => {
    if (run) halt(run)
  }

  const release = () => {
    if (!run || run.open || run.limit !== 'hold') return
    const at = head(run).songTo
    run.pending = run.pending.filter(({ kind }) => kind !== 'hold')
    run.open = true
    beginSpan(run, soonest(), at, true)
    again(run)
  }

  const seek = (ms: number) => {
    if (!run) return
    const from = soonest()
    silence(from)
    Object.assign(run, { pending: [], clicks: [], open: true, next: score.firstAt(ms) })
    chase(run.next, from)
    run.spans.length = 0
    beginSpan(run, from, ms)
    again(run)
  }

  return {
    load(next, nextGrid) {
      stop()
      score = next
      grid = nextGrid
      rest = 0
    },
    play(fromMs = 0, countInBars = 0) {
      stop()
      const begin = soonest()
      const counted = countInBars > 0 ? (grid?.countIn(fromMs, countInBars) ?? []) : []
      const counting = (counted[0]?.beforeMs ?? 0) / rate
      const next = score.firstAt(fromMs)
      const made: Run = {
        spans: [],
        limit: 'end',
        next,
        beat: undefined,
        clicks: counted.map(({ beforeMs, first }) => ({ due: begin + counting - beforeMs / rate, first })),
        pending: [],
        open: true,
        port: sink.port?.(),
        wakeAt: clock.now(),
      }
      run = made
      // Others may have changed the instruments since we were here last.
      chase(next, begin, true)
      beginSpan(made, begin + counting, fromMs)
      step(made)
    },
    stop,
    seek,
    setRate(next) {
      if (next === rate) return
      bend(() => {
        rate = next
      })
    },
    get rate() {
      return rate
    },
    setLoop(next) {
      const heardAt = run ? positionOf(run.spans, clock.now()) : Number.NaN
      bend(() => {
        loop = next && next.toMs - next.fromMs >= SHORTEST_LOOP_MS ? next : undefined
      })
      if (!run || !loop || !(heardAt >= loop.fromMs && heardAt < loop.toMs)) return
      // What was handed over already leads over the end of the loop: back, as soon as that is out.
      const isOver = run.open ? head(run).songFrom >= loop.toMs : run.limit === 'end'
      if (isOver) seek(loop.fromMs)
    },
    setMix(next) {
      if (run) heard.endWhere(event => !isHeard(next, event.track), soonest())
      mix = next
    },
    setMetronome(on) {
      if (on === metronome) return
      bend(() => {
        metronome = on
      })
    },
    setHolds(next) {
      bend(() => {
        holds = next
      })
      // What it waits for may not be asked for any more.
      if (run && !holds.includes(head(run).songTo)) release()
    },
    release,
    positionMs: () => (run ? positionOf(run.spans, clock.now()) : rest),
    get playing() {
      return run !== undefined
    },
  }
}

const NOWHERE: Span = { clockFrom: 0, songFrom: 0, songTo: 0, rate: 1 }

/** Whether an event is still played before the limit: at the end of the song all are, at a hold what is no beginning. */
function isWithin(limit: Limit, toMs: number, { atMs, bytes: [status = 0] }: SongEvent): boolean {
  if (limit === 'end') return true
  if (atMs < toMs) return true
  return limit === 'hold' && atMs === toMs && status >> 4 !== 9
}
