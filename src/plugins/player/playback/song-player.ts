import type { ClockPort } from '../../../core/platform/ports.js'
import type { Disposable } from '../../../core/platform/store.js'
import { CONTROLLER, PortState } from '../../../music/midi/port-state.js'
import { messagesBetween } from '../../../music/midi/state-messages.js'
import { DRUM_CHANNEL, EMPTY_SCORE, type SongEvent, type SongScore } from '../../../music/song/song-events.js'
import type { BarGrid } from '../../../music/song/song-time.js'
import type { Technique } from '../../../music/song/techniques.js'
import {
  createSoundingNotes,
  isHeard,
  PLAIN_MIX,
  RELEASE,
  type SongMix,
  soundingPitch,
  soundingVelocity,
  trackMix,
} from '../session/playback-settings.js'
import type { TrackMix } from '../tokens.js'
import { type Course, createSongCursor, type SongCursor, type Stretch, type TimedCue } from './song-cursor.js'

export interface SongPlayerOptions {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly sink: SongSink
  /**
   * Called for each event when it is due, never earlier. Includes muted tracks.
   * @param number score note number, or −1
   */
  readonly onEvent?: (event: SongEvent, number: number) => void
  /**
   * Called when a loop repeats or playback jumps back into a new loop.
   * @param toMs position where playback continues
   */
  readonly onRepeat?: (toMs: number) => void
  readonly onEnd?: () => void
  /** Called at each count-in click with the number of remaining beats. */
  readonly onCount?: (left: number) => void
  readonly nextRate?: (rate: number) => number
  readonly onHold?: (atMs: number) => void
}

/**
 * How far ahead messages are sent to the sink, in ms. A busy page delays
 * timers by 60 ms or more (`npm run bench -- output-lateness`).
 */
export const LOOK_AHEAD_MS = 100

const SHORTEST_WAIT_MS = 1

/** A timer this late means that the computer was asleep. The song then resumes from its last position. */
const SLEPT_MS = 2000

/** Minimum loop length. A shorter loop would sound like a tone and block the page. */
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

  /** Stops the song if a sink or listener throws, to avoid hanging notes. */
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
    // Queued notes would sound after the stop.
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

  const goTo = (current: Run, ms: number, reports: boolean) => {
    const from = soonest()
    current.cursor = createSongCursor(course, from, ms)
    // Discarded cues may include note-offs of visible notes, so make listeners start over.
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
    /** @param rate song time per unit of clock time */
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

/** General MIDI percussion keys. Most instruments lack the GM2 metronome click. */
const HIGH = 76
const LOW = 77
const STRONG = 110
const WEAK = 80
const CLICK_MS = 40

export interface SongSink {
  /** @param dueMs clock time; may be in the past if the host was busy */
  send(bytes: readonly number[], dueMs: number, techniques?: readonly Technique[]): void
  /** Output port ID. When it changes, the instruments are set up again. */
  port?(): string | undefined
}

export function createSongOutput(sink: SongSink) {
  const sounding = new PortState()
  let state = new PortState()
  /** The song’s own messages, without the mix. */
  let written = new PortState()
  const heard = createSoundingNotes((bytes, dueMs, techniques) => emit(bytes, dueMs, techniques))
  let mix: SongMix = PLAIN_MIX
  let port: string | undefined
  let busyUntil = Number.NEGATIVE_INFINITY

  const emit = (bytes: readonly number[], dueMs: number, techniques?: readonly Technique[]) => {
    busyUntil = Math.max(busyUntil, dueMs)
    sounding.apply(bytes)
    state.apply(bytes)
    sink.send(bytes, dueMs, techniques)
  }

  const emitAll = (messages: readonly number[][], dueMs: number) => {
    for (const bytes of messages) emit(bytes, dueMs)
  }

  /** Gives a channel the sound of one of its tracks, since tracks can share channels. */
  const mixChannel = (track: number, channel: number, dueMs: number) => {
    const { program, pan, reverb } = trackMix(mix, track)
    const [file, now] = [written.channel(channel), state.channel(channel)]
    const wanted = channel === DRUM_CHANNEL ? file.program : (program ?? file.program)
    if (wanted >= 0 && wanted !== now.program) emit([0xc0 | channel, wanted], dueMs)
    for (const [controller, chosen] of [
      [CONTROLLER.pan, pan],
      [CONTROLLER.reverb, reverb],
    ] as const) {
      const value = chosen ?? file.value(controller)
      if (value !== now.value(controller)) emit([0xb0 | channel, controller, value], dueMs)
    }
  }

  return {
    /** Sends the complete state. Other players may have changed the instruments. */
    begin(target: PortState, dueMs: number) {
      port = sink.port?.()
      written = new PortState(target)
      emitAll(messagesBetween(state, target, true), dueMs)
    },
    setTo(target: PortState, dueMs: number) {
      written = new PortState(target)
      emitAll(messagesBetween(state, target), dueMs)
    },
    /** @param number score note number; −1 for other messages */
    send(event: SongEvent, number: number, dueMs: number) {
      const [status = 0, pitch = 0, velocity = 0] = event.bytes
      const kind = status >> 4
      if (kind === 9 && isHeard(mix, event.track)) {
        const sounds = soundingPitch(mix, status & 15, pitch)
        if (sounds !== undefined) {
          const heardAs = soundingVelocity(mix, event.track, velocity)
          mixChannel(event.track, status & 15, dueMs)
          heard.begin(number, event, [status, sounds, heardAs], dueMs)
        }
      } else if (kind === 8) heard.end(number, dueMs)
      else if (kind !== 9) {
        written.apply(event.bytes)
        // Sent with the track's next note, as mixed.
        if (!isMixed(event.bytes, trackMix(mix, event.track))) emit(event.bytes, dueMs)
      }
    },
    click(first: boolean, dueMs: number) {
      const key = first ? HIGH : LOW
      emit([0x90 | DRUM_CHANNEL, key, first ? STRONG : WEAK], dueMs)
      const busy = busyUntil
      emit([0x80 | DRUM_CHANNEL, key, RELEASE], dueMs + CLICK_MS)
      // The note-off of a click must not delay the next message.
      busyUntil = busy
    },
    setMix(next: SongMix, dueMs: number) {
      heard.endWhere(event => !isHeard(next, event.track), dueMs)
      mix = next
      for (const [track, channel] of heard.channels()) mixChannel(track, channel, dueMs)
    },
    silence(dueMs: number) {
      heard.clear()
      emitAll(sounding.silence(), dueMs)
    },
    portChanged() {
      const now = sink.port?.()
      if (now === port) return false
      port = now
      state = new PortState()
      return true
    },
    /** Due time of the last message; −∞ before the first. */
    get busyUntil() {
      return busyUntil
    },
  }
}

function isMixed(
  [status = 0, controller = 0]: readonly number[],
  { program, pan, reverb }: TrackMix,
): boolean {
  if (status >> 4 === 12) return program !== undefined
  if (status >> 4 !== 11) return false
  return controller === CONTROLLER.pan
    ? pan !== undefined
    : controller === CONTROLLER.reverb && reverb !== undefined
}
