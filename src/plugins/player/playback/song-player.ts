/** Plays a song in real time: on an absolute schedule, a little ahead of the sound, and silent when it stops. */
import type { SongEvent } from '../../../core/music/song/song-events.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import type { BarGrid } from '../session/bars.js'
import type { Stretch } from './song-cursor.js'
import { type Course, createSongCursor, type SongCursor, type TimedCue } from './song-cursor.js'
import type { SongMix } from './song-mix.js'
import { createSongOutput, type SongSink } from './song-output.js'
import { EMPTY_SCORE, type SongScore } from './song-score.js'

export interface SongPlayerOptions {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly sink: SongSink
  /**
   * Called for each event when its moment has come, never early, whether its track is heard or not: for what is seen.
   *
   * @param number of its note in the score; −1 for other messages
   */
  readonly onEvent?: (event: SongEvent, number: number) => void
  /**
   * Called when a loop begins again, or the song goes back into one that was set just before its end: what was shown
   * is over. `toMs` is where the song goes on.
   */
  readonly onRepeat?: (toMs: number) => void
  /** Called once when the song has been played to its end; not when it was stopped. */
  readonly onEnd?: () => void
  /** The rate of the next time through a loop, asked for shortly before it begins. */
  readonly nextRate?: (rate: number) => number
  /** Called when it waits at a moment of `setHolds`. */
  readonly onHold?: (atMs: number) => void
}

/**
 * How far ahead of its moment a message is handed to the sink: late timers are not heard. A page that lays out and
 * collects garbage keeps a timer waiting for 60 ms and more (`npm run bench -- output-lateness`).
 */
export const LOOK_AHEAD_MS = 100

/** Timers shorter than this are not worth their wake-up. */
const SHORTEST_WAIT_MS = 1

/** After a timer that was later than this the computer has slept: the song goes on where it was, rather than playing a minute of notes at once. */
const SLEPT_MS = 2000

/** A shorter loop would be a tone, and would keep the page busy. */
const SHORTEST_LOOP_MS = 100

interface Run {
  cursor: SongCursor
  /** What has been handed over and is to be seen at its moment. */
  pending: TimedCue[]
  timer?: Disposable
}

export function createSongPlayer(options: SongPlayerOptions) {
  const { clock, sink, onEvent, onRepeat, onEnd, onHold, nextRate } = options
  const output = createSongOutput(sink)
  const course: Course = {
    score: EMPTY_SCORE,
    grid: undefined,
    rate: 1,
    metronome: false,
    loop: undefined,
    holds: [],
  }
  let run: Run | undefined
  let rest = 0

  /** From when on something else can sound than what was handed over already. */
  const soonest = () => Math.max(clock.now(), output.busyUntil)

  /** What the song has set before the place at which a cursor is. */
  const stateAt = ({ next }: SongCursor) => course.score.stateBefore(next)

  const repeat = (cursor: SongCursor, toMs: number, due: number) => {
    output.silence(due)
    course.rate = nextRate?.(course.rate) ?? course.rate
    cursor.jump(due, toMs)
    output.setTo(stateAt(cursor), due)
  }

  /** Hands over what is due within the look-ahead. */
  const fill = ({ cursor, pending }: Run) => {
    const horizon = clock.now() + LOOK_AHEAD_MS
    while (cursor.nextDue() <= horizon) {
      const cue = cursor.take()
      if (cue.kind === 'click') {
        output.click(cue.first, cue.due)
        continue
      }
      if (cue.kind === 'event') output.send(cue.event, cue.number, cue.due)
      else if (cue.kind === 'repeat') repeat(cursor, cue.toMs, cue.due)
      pending.push(cue)
    }
  }

  const report = (current: Run, cue: TimedCue) => {
    switch (cue.kind) {
      case 'event':
        return onEvent?.(cue.event, cue.number)
      case 'repeat':
        return onRepeat?.(cue.toMs)
      case 'hold':
        return onHold?.(cue.atMs)
      case 'end':
        halt(current)
        return onEnd?.()
    }
  }

  /** Reports what is due. A listener may stop the song, or start it again. */
  const show = (current: Run) => {
    for (let first = current.pending[0]; first && first.due <= clock.now(); first = current.pending[0]) {
      current.pending.shift()
      report(current, first)
      if (run !== current) return
    }
    current.cursor.forget(clock.now())
  }

  const nextMoment = ({ pending, cursor }: Run) =>
    Math.min(pending[0]?.due ?? Number.POSITIVE_INFINITY, cursor.nextDue() - LOOK_AHEAD_MS)

  /** @param plannedMs when this was to happen */
  const advance = (current: Run, plannedMs = clock.now()) => {
    const now = clock.now()
    if (now - plannedMs > SLEPT_MS && !current.cursor.halted) {
      current.cursor.skip(Math.max(output.busyUntil, plannedMs), now)
    }
    if (output.portChanged()) output.setTo(stateAt(current.cursor), soonest())
    fill(current)
    show(current)
    if (run !== current) return
    const wait = Math.max(SHORTEST_WAIT_MS, nextMoment(current) - clock.now())
    current.timer?.dispose()
    if (!Number.isFinite(wait)) return
    const planned = clock.now() + wait
    current.timer = clock.after(wait, () => step(current, planned))
  }

  /** A sink or listener that throws ends the song: better silent than stuck on a note. */
  const orStop = (work: () => void) => {
    const current = run
    try {
      work()
    } catch (thrown) {
      if (run === current) stop()
      throw thrown
    }
  }

  const step = (current: Run, plannedMs?: number) => orStop(() => advance(current, plannedMs))

  /** The same music goes on in another way, from what is not handed over yet. */
  const change = (next: Partial<Course>) =>
    orStop(() => {
      const current = run
      if (current) fill(current)
      Object.assign(course, next)
      if (!current || current.cursor.halted) return
      current.cursor.bend(soonest())
      advance(current)
    })

  const halt = (current: Run) => {
    rest = current.cursor.positionAt(clock.now())
    current.timer?.dispose()
    run = undefined
    // After what is queued already: a note handed over ahead would otherwise begin when all is quiet.
    output.silence(soonest())
  }

  const stop = () => {
    if (run) halt(run)
  }

  const release = () => {
    if (run?.cursor.heldAt === undefined) return
    run.pending = run.pending.filter(({ kind }) => kind !== 'hold')
    run.cursor.goOn(soonest())
    step(run)
  }

  const seek = (ms: number) => {
    if (run) goTo(run, ms, false)
  }

  /** @param reports whether listeners are notified, since they did not ask for it */
  const goTo = (current: Run, ms: number, reports: boolean) => {
    const from = soonest()
    current.cursor = createSongCursor(course, from, ms)
    // With what is no longer to be seen go ends of notes that were.
    current.pending = reports ? [{ kind: 'repeat', due: from, toMs: ms }] : []
    orStop(() => {
      output.silence(from)
      output.setTo(stateAt(current.cursor), from)
      advance(current)
    })
  }

  return {
    /** Puts a song in; one that plays is stopped. */
    load(score: SongScore, grid?: BarGrid) {
      stop()
      Object.assign(course, { score, grid })
      rest = 0
    },
    /**
     * Plays from a moment of the song (milliseconds, default the beginning). Starting in the middle first sends
     * the instruments, controllers and bends that hold there. A song that is playing is stopped first.
     *
     * @param countInBars bars of clicks before it
     */
    play(fromMs: number = 0, countInBars: number = 0) {
      stop()
      const begin = soonest()
      const { grid, rate } = course
      const counted = countInBars > 0 ? (grid?.countIn(fromMs, countInBars) ?? []) : []
      const firstNote = begin + (counted[0]?.beforeMs ?? 0) / rate
      const clicks = counted.map(({ beforeMs, first }) => ({ due: firstNote - beforeMs / rate, first }))
      const made: Run = { cursor: createSongCursor(course, firstNote, fromMs, clicks), pending: [] }
      run = made
      orStop(() => {
        output.begin(stateAt(made.cursor), begin)
        advance(made)
      })
    },
    /** Stops and silences. Does nothing when nothing plays. */
    stop,
    /** Goes on from another moment, if it plays. */
    seek,
    /** @param rate milliseconds of the song for one of the clock; holds from what is not handed over yet */
    setRate(rate: number) {
      if (rate !== course.rate) change({ rate })
    },
    get rate() {
      return course.rate
    },
    /** Whenever the song comes to the end of the stretch it goes back to its beginning. */
    setLoop(next: Stretch | undefined) {
      const heardAt = run?.cursor.positionAt(clock.now()) ?? Number.NaN
      const loop = next && next.toMs - next.fromMs >= SHORTEST_LOOP_MS ? next : undefined
      change({ loop })
      if (!run || !loop || !(heardAt >= loop.fromMs && heardAt < loop.toMs)) return
      // What was handed over already leads over the end of the loop: back, as soon as that is out.
      if (run.cursor.isBeyond(loop.toMs)) goTo(run, loop.fromMs, true)
    },
    setMix: (mix: SongMix) => orStop(() => output.setMix(mix, soonest())),
    setMetronome(metronome: boolean) {
      if (metronome !== course.metronome) change({ metronome })
    },
    /** Moments, ascending, at whose notes it waits for `release`; none, it plays on. */
    setHolds(holds: readonly number[]) {
      change({ holds })
      const heldAt = run?.cursor.heldAt
      // What it waits for may not be asked for any more.
      if (heldAt !== undefined && !holds.includes(heldAt)) release()
    },
    /** Goes on where it waits. */
    release,
    /** Where in the song it is, or was when it stopped. */
    positionMs: () => run?.cursor.positionAt(clock.now()) ?? rest,
    get playing() {
      return run !== undefined
    },
  }
}

export type SongPlayer = ReturnType<typeof createSongPlayer>
