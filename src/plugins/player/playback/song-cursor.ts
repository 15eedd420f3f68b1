/** Determines the next event of a song and its due time. Has no output or timers. */
import type { SongEvent } from '../../../music/song/song-events.js'
import { type SongScore } from '../../../music/song/song-events.js'
import type { BarGrid } from '../../../music/song/song-time.js'

/** Playback parameters. Call the cursor's `bend` after a change, unless it is halted. */
export interface Course {
  score: SongScore
  grid: BarGrid | undefined
  /** Playback rate: song time per unit of clock time. */
  rate: number
  metronome: boolean
  loop: Stretch | undefined
  /** Ascending times at which playback waits, in ms of song time. */
  holds: readonly number[]
}

export interface Click {
  readonly due: number
  readonly first: boolean
  /** Remaining beats of the count-in, including this one. */
  readonly left?: number
}

type Cue = ({ readonly kind: 'click' } & Click) | TimedCue

/** A cue; `due` is in ms of clock time. */
export type TimedCue = { readonly due: number } & (
  | { readonly kind: 'event'; readonly event: SongEvent; readonly number: number }
  | { readonly kind: 'repeat'; readonly toMs: number }
  | { readonly kind: 'hold'; readonly atMs: number }
  | { readonly kind: 'count'; readonly left: number }
  | { readonly kind: 'end' }
)

interface LimitedSpan extends Span {
  readonly limit: Limit
}

/** @param countIn clicks before `clockMs`, earliest first */
export function createSongCursor(
  course: Readonly<Course>,
  clockMs: number,
  songMs: number,
  countIn: readonly Click[] = [],
) {
  const spanFrom = (clockFrom: number, songFrom: number, released = false): LimitedSpan => {
    const { score, loop, holds, rate } = course
    const limit = limitFrom(songFrom, { endMs: score.endMs, loop, holds }, released)
    return { clockFrom, songFrom, songTo: limit.atMs, rate, limit }
  }
  const beatFrom = (ms: number) => (course.metronome ? course.grid?.beatFrom(ms) : undefined)

  const clicks = [...countIn]
  let head = spanFrom(clockMs, songMs)
  let spans: Span[] = [head]
  let next = firstFrom(course.score, songMs)
  let beat = beatFrom(songMs)
  let halted = false

  const goTo = (span: LimitedSpan) => {
    head = span
    spans.push(span)
    beat = beatFrom(span.songFrom)
    halted = false
  }

  const nextEventMs = () => course.score.events[next]?.atMs ?? Number.POSITIVE_INFINITY
  const nextBeatMs = () => beat?.ms ?? Number.POSITIVE_INFINITY

  const nextDueOfSong = () =>
    halted ? Number.POSITIVE_INFINITY : clockAt(head, Math.min(nextEventMs(), nextBeatMs(), head.songTo))

  const takeOfSong = (): Cue => {
    const due = nextDueOfSong()
    if (beat && beat.ms <= nextEventMs() && beat.ms < head.songTo) {
      const { ms, first } = beat
      beat = beatFrom(ms + 1)
      return { kind: 'click', due, first }
    }
    const event = course.score.events[next]
    if (event && isWithin(head.limit, event)) {
      const number = course.score.numbers[next] ?? -1
      next += 1
      return { kind: 'event', due, event, number }
    }
    halted = true
    return limitCue(head.limit, due)
  }

  return {
    /** Clock time of the next cue; infinite while halted. */
    nextDue: () => Math.min(clicks[0]?.due ?? Number.POSITIVE_INFINITY, nextDueOfSong()),
    /** Takes the next cue. The cursor halts after a repeat, a hold or the end. */
    take(): Cue {
      const [click] = clicks
      if (!click || click.due > nextDueOfSong()) return takeOfSong()
      clicks.shift()
      return { kind: 'click', ...click }
    },
    jump(clockFrom: number, songFrom: number) {
      next = firstFrom(course.score, songFrom)
      goTo(spanFrom(clockFrom, songFrom))
    },
    goOn: (clockFrom: number) => goTo(spanFrom(clockFrom, head.songTo, true)),
    bend(clockNow: number) {
      // During the count-in, changes take effect at the first note.
      const clockFrom = Math.max(clockNow, head.clockFrom)
      const songFrom = songAt(head, clockFrom)
      const upcoming = beat
      const isBehind = nextEventMs() > songFrom
      goTo(spanFrom(clockFrom, songFrom, isBehind))
      if (beat && upcoming && beat.ms < upcoming.ms) beat = upcoming
    },
    /** Pauses between two clock times, including the count-in. */
    skip(fromClockMs: number, toClockMs: number) {
      const slept = toClockMs - fromClockMs
      for (const [index, click] of clicks.entries()) clicks[index] = { ...click, due: click.due + slept }
      const until = Math.max(fromClockMs, head.clockFrom)
      if (head.clockFrom > fromClockMs) spans.pop()
      goTo(spanFrom(until + slept, songAt(head, until)))
    },
    positionAt: (clockNow: number) => positionOf(spans, clockNow),
    startsIn: (clockNow: number) => Math.max(0, (spans[0]?.clockFrom ?? clockNow) - clockNow),
    forget(clockNow: number) {
      const begun = spans.findLastIndex(({ clockFrom }) => clockFrom <= clockNow)
      if (begun > 0) spans = spans.slice(begun)
    },
    /** Returns whether the cues taken so far have reached the end or passed the given time. */
    isBeyond: (ms: number) => (halted ? head.limit.kind === 'end' : head.songFrom >= ms),
    get next() {
      return next
    },
    get halted() {
      return halted
    },
    get heldAt() {
      return halted && head.limit.kind === 'hold' ? head.songTo : undefined
    },
  }
}

export type SongCursor = ReturnType<typeof createSongCursor>

function limitCue(limit: Limit, due: number): Cue {
  switch (limit.kind) {
    case 'loop':
      return { kind: 'repeat', due, toMs: limit.backToMs }
    case 'hold':
      return { kind: 'hold', due, atMs: limit.atMs }
    case 'end':
      return { kind: 'end', due }
  }
}

interface Span {
  readonly clockFrom: number
  readonly songFrom: number
  readonly songTo: number
  readonly rate: number
}

function songAt({ clockFrom, songFrom, songTo, rate }: Span, clockMs: number): number {
  return Math.min(songTo, songFrom + Math.max(0, clockMs - clockFrom) * rate)
}

function clockAt({ clockFrom, songFrom, rate }: Span, songMs: number): number {
  return clockFrom + (songMs - songFrom) / rate
}

function positionOf(spans: readonly Span[], clockMs: number): number {
  const span = spans.findLast(({ clockFrom }) => clockFrom <= clockMs) ?? spans[0]
  return span ? songAt(span, clockMs) : 0
}

export interface Stretch {
  readonly fromMs: number
  readonly toMs: number
}

type Limit = { readonly atMs: number } & (
  | { readonly kind: 'end' }
  | { readonly kind: 'loop'; readonly backToMs: number }
  | { readonly kind: 'hold' }
)

interface Limits {
  readonly endMs: number
  readonly loop: Stretch | undefined
  readonly holds: readonly number[]
}

/** Tolerance in ms. Events are rounded to microseconds; bars aren't. */
const SAME_MS = 0.001

function firstFrom(score: SongScore, ms: number): number {
  return score.firstAt(ms - SAME_MS)
}

/** @param released whether the hold at `fromMs` has been released */
export function limitFrom(fromMs: number, { endMs, loop, holds }: Limits, released: boolean): Limit {
  const limit: Limit =
    loop && fromMs < loop.toMs - SAME_MS
      ? { kind: 'loop', atMs: loop.toMs, backToMs: loop.fromMs }
      : { kind: 'end', atMs: Math.max(endMs, fromMs) }
  const hold = holds.find(ms => (released ? ms > fromMs + SAME_MS : ms >= fromMs - SAME_MS))
  const beforeMs = limit.kind === 'loop' ? limit.atMs - SAME_MS : limit.atMs
  return hold !== undefined && hold < beforeMs ? { kind: 'hold', atMs: hold } : limit
}

/** At the end, all events are played. At a hold, note-ons are excluded. */
export function isWithin({ kind, atMs: limitMs }: Limit, { atMs, bytes: [status = 0] }: SongEvent): boolean {
  if (kind === 'end') return true
  if (atMs <= limitMs - SAME_MS) return true
  return kind === 'hold' && atMs <= limitMs && status >> 4 !== 9
}
