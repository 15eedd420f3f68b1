import type { ClockPort } from '../../../core/platform/ports.js'
import type { Disposable } from '../../../core/platform/store.js'
import type { SongEvent } from '../../../music/song/song-events.js'
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
   * Called for each event when it is due, never early, also for muted tracks.
   * @param number score note number, or −1
   */
  readonly onEvent?: (event: SongEvent, number: number) => void
  /**
   * Called when a loop repeats or playback jumps back into a new loop, with the position where it continues.
   */
  readonly onRepeat?: (toMs: number) => void
  readonly onEnd?: () => void
  /** Called at each count-in click with the remaining beats. */
  readonly onCount?: (left: number) => void
  readonly nextRate?: (rate: number) => number
  readonly onHold?: (atMs: number) => void
}

/**
 * How early messages are sent to the sink. A busy page delays
 * timers by 60 ms or more (`npm run bench -- output-lateness`).
 */
export const LOOK_AHEAD_MS = 100

const SHORTEST_WAIT_MS = 1

/** If a timer is this late, the computer was asleep. The song then continues from its last position. */
const SLEPT_MS = 2000

/** A shorter loop would sound like a tone and block the page. */
const SHORTEST_LOOP_MS = 100

interface Run {
  cursor: SongCursor
  pending: TimedCue[]
  timer?: Disposable
}

export function createSongPlayer(options: SongPlayerOptions) {
  const { clock, sink, onEvent, onRepeat, onEnd, onCount, onHold, nextRate } = options
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

  /** Earliest time at which the schedule can still be changed. */
  const soonest = () => Math.max(clock.now(), output.busyUntil)

  const stateAt = ({ next }: SongCursor) => course.score.stateBefore(next)

  const repeat = (cursor: SongCursor, toMs: number, due: number) => {
    output.silence(due)
    course.rate = nextRate?.(course.rate) ?? course.rate
    cursor.jump(due, toMs)
    output.setTo(stateAt(cursor), due)
  }

  const fill = ({ cursor, pending }: Run) => {
    const horizon = clock.now() + LOOK_AHEAD_MS
    while (cursor.nextDue() <= horizon) {
      const cue = cursor.take()
      if (cue.kind === 'click') {
        output.click(cue.first, cue.due)
        if (cue.left) pending.push({ kind: 'count', due: cue.due, left: cue.left })
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
      case 'count':
        return onCount?.(cue.left)
      case 'end':
        halt(current)
        return onEnd?.()
    }
  }

  /** Reports due cues. A listener may stop or restart the song. */
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

  /** Stops the song if a sink or listener throws, so that no note hangs. */
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
    // Notes that are already queued would otherwise sound after the stop.
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

  /** @param reports whether to notify listeners */
  const goTo = (current: Run, ms: number, reports: boolean) => {
    const from = soonest()
    current.cursor = createSongCursor(course, from, ms)
    // Discarded cues may include note-offs of visible notes, so listeners are notified to start over.
    current.pending = reports ? [{ kind: 'repeat', due: from, toMs: ms }] : []
    orStop(() => {
      output.silence(from)
      output.setTo(stateAt(current.cursor), from)
      advance(current)
    })
  }

  return {
    load(score: SongScore, grid?: BarGrid) {
      stop()
      Object.assign(course, { score, grid })
      rest = 0
    },
    /** Plays from a position in ms, with the instruments, controllers and bends in effect there. */
    play(fromMs: number = 0, countInBars: number = 0) {
      stop()
      const begin = soonest()
      const { grid, rate } = course
      const counted = countInBars > 0 ? (grid?.countIn(fromMs, countInBars) ?? []) : []
      const firstNote = begin + (counted[0]?.beforeMs ?? 0) / rate
      const clicks = counted.map(({ beforeMs, first }, index) => ({
        due: firstNote - beforeMs / rate,
        first,
        left: counted.length - index,
      }))
      const made: Run = { cursor: createSongCursor(course, firstNote, fromMs, clicks), pending: [] }
      run = made
      orStop(() => {
        output.begin(stateAt(made.cursor), begin)
        advance(made)
      })
    },
    stop,
    seek,
    /** @param rate song time per clock time */
    setRate(rate: number) {
      if (rate !== course.rate) change({ rate })
    },
    get rate() {
      return course.rate
    },
    setLoop(next: Stretch | undefined) {
      const heardAt = run?.cursor.positionAt(clock.now()) ?? Number.NaN
      const loop = next && next.toMs - next.fromMs >= SHORTEST_LOOP_MS ? next : undefined
      change({ loop })
      if (!run || !loop || !(heardAt >= loop.fromMs && heardAt < loop.toMs)) return
      // Notes beyond the loop are already scheduled, so jump back as soon as possible.
      if (run.cursor.isBeyond(loop.toMs)) goTo(run, loop.fromMs, true)
    },
    setMix: (mix: SongMix) => orStop(() => output.setMix(mix, soonest())),
    setMetronome(metronome: boolean) {
      if (metronome !== course.metronome) change({ metronome })
    },
    /** Sets the times at which playback waits for `release`, ascending. */
    setHolds(holds: readonly number[]) {
      change({ holds })
      const heldAt = run?.cursor.heldAt
      // Continue if the current hold was removed.
      if (heldAt !== undefined && !holds.includes(heldAt)) release()
    },
    release,
    positionMs: () => run?.cursor.positionAt(clock.now()) ?? rest,
    startsInMs: () => run?.cursor.startsIn(clock.now()) ?? 0,
    get playing() {
      return run !== undefined
    },
  }
}

export type SongPlayer = ReturnType<typeof createSongPlayer>
